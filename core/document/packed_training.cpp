// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/packed_training.h"

namespace headscope {

const PackedTraining::Content& PackedTraining::content() const {
    const std::lock_guard lock(m_mutex);
    if (!m_made) {
        m_content = m_pack();
        m_made = true;
        m_pack = nullptr; // and all that it holds
    }
    return m_content;
}

std::size_t PackedTraining::bytes() const {
    const std::lock_guard lock(m_mutex);
    return m_made ? m_content.json.size() : m_bytes;
}

bool PackedTraining::sameAs(const PackedTraining& other) const {
    if (this == &other)
        return true;
    const std::scoped_lock lock(m_mutex, other.m_mutex);
    return m_made && other.m_made && m_content.json == other.m_content.json;
}

} // namespace headscope
