// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/run_blocks.h"

#include "words/block_text.h"

#include <algorithm>

namespace headscope {

RunBlocks::RunBlocks(const Run& run)
    : m_whole(run.trace())
    , m_scopes(run.scopes()) {}

const std::string& RunBlocks::main() const {
    const auto cross =
        std::find_if(m_scopes.rbegin(), m_scopes.rend(), [](const TraceScope& scope) {
            return scope.kind == ScopeKind::Attention &&
                   blockScope(scope.path).sublayer == Sublayer::CrossAttention;
        });
    const auto first = std::ranges::find(m_scopes, ScopeKind::Attention, &TraceScope::kind);
    return cross != m_scopes.rend()  ? cross->path
           : first != m_scopes.end() ? first->path
                                     : m_scopes.front().path;
}

std::optional<std::size_t> RunBlocks::placeOf(const std::string& path) const {
    const auto found = std::ranges::find(m_scopes, path, &TraceScope::path);
    if (found == m_scopes.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_scopes.begin());
}

std::optional<std::string> RunBlocks::neighbour(const std::string& path, int by) const {
    const auto place = placeOf(path);
    if (!place)
        return std::nullopt;
    auto next = static_cast<std::ptrdiff_t>(*place) + by;
    const auto at = [this](std::ptrdiff_t i) { return m_scopes[static_cast<std::size_t>(i)].path; };
    const auto count = static_cast<std::ptrdiff_t>(m_scopes.size());
    // A norm that only stands there to be compared with is no way station.
    while (next >= 0 && next < count &&
           blockScope(at(next)).comparedNorm != Scope::ComparedNorm::None)
        next += by;
    if (next < 0 || next >= count)
        return std::nullopt;
    return at(next);
}

const BlockCut& RunBlocks::cut(const std::string& path) {
    BlockCut& block = m_cuts[path];
    if (!block.trace)
        block = cutBlock(m_whole, m_scopes, path);
    return block;
}

} // namespace headscope
