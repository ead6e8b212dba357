// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"
#include "scene/block_cut.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// The blocks of a run, each cut out of its whole trace when it is first looked at.
class RunBlocks {
public:
    RunBlocks() = default;
    explicit RunBlocks(const Run& run);

    /// nullptr: there is no run.
    const std::shared_ptr<const Trace>& whole() const { return m_whole; }
    bool isEmpty() const { return m_scopes.empty(); }
    bool has(const std::string& path) const { return placeOf(path).has_value(); }
    /// Not of a run without blocks.
    const std::string& first() const { return m_scopes.front().path; }
    /// What a model is about: the last look at the other sentence, else the first attention.
    const std::string& main() const;
    /// So many blocks behind that one, or before it; nothing where there is none.
    std::optional<std::string> neighbour(const std::string& path, int by) const;
    const BlockCut& cut(const std::string& path);

private:
    std::optional<std::size_t> placeOf(const std::string& path) const;

    std::shared_ptr<const Trace> m_whole;
    std::vector<TraceScope> m_scopes;
    std::map<std::string, BlockCut> m_cuts; ///< by their paths
};

} // namespace headscope
