// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace.h"

namespace headscope {

std::optional<std::size_t> Trace::indexOf(TensorName name, std::string_view scope) const {
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        if (m_steps[i].name == name && m_steps[i].scope == scope)
            return i;
    }
    return std::nullopt;
}

const TraceStep* Trace::find(TensorName name, std::string_view scope) const {
    const auto index = indexOf(name, scope);
    return index ? &m_steps[*index] : nullptr;
}

const Tensor& Trace::operator[](TensorName name) const {
    const TraceStep* step = find(name);
    assert(step);
    return step->result;
}

} // namespace headscope
