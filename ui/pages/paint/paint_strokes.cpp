// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_strokes.h"

#include <utility>

namespace headscope {

namespace {

constexpr std::size_t mostStrokes = 200;

/// Takes the last one of a list, for which `now` goes to the end of the other.
PaintTarget moved(std::vector<PaintTarget>& from, std::vector<PaintTarget>& to,
                  const PaintTarget& now) {
    to.push_back(now);
    PaintTarget last = std::move(from.back());
    from.pop_back();
    return last;
}

} // namespace

bool PaintStrokes::end(const PaintTarget* after) {
    const std::optional<PaintTarget> before = std::exchange(m_begun, std::nullopt);
    if (!before || !after || *before == *after)
        return false;
    add(*before);
    return true;
}

void PaintStrokes::add(const PaintTarget& before) {
    ++m_count;
    m_undo.push_back(before);
    if (m_undo.size() > mostStrokes)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
}

PaintTarget PaintStrokes::undo(const PaintTarget& now) {
    ++m_count;
    return moved(m_undo, m_redo, now);
}

PaintTarget PaintStrokes::redo(const PaintTarget& now) {
    ++m_count;
    return moved(m_redo, m_undo, now);
}

void PaintStrokes::resize() {
    m_resized = any();
    m_undo.clear();
    m_redo.clear();
}

void PaintStrokes::forget() {
    m_undo.clear();
    m_redo.clear();
    m_resized = false;
}

} // namespace headscope
