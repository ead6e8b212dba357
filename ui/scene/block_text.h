// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/scopes.h"

#include <QString>

namespace headscope {

/// Where a block stands in a model, read from its path.
struct BlockPlace {
    /// "encoder", "decoder", "positions", "source/positions", "prediction"; empty:
    /// plain attention.
    std::string group;
    std::optional<Index> layer; ///< from 0; nothing: behind or beside the layers
    std::string part;           ///< "self_attention", "feed_forward_norm", "norm" …
    /// A norm that stands beside the chosen one, for comparison.
    bool comparison = false;

    bool operator==(const BlockPlace&) const = default;
};
BlockPlace blockPlace(std::string_view path);

/// "encoder", "positions", "positions of the source".
QString groupName(const BlockPlace& place);
/// "self-attention", "add & norm"; `adds`: the norm's block holds the residual sum.
QString partName(const BlockPlace& place, bool adds);
/// The whole place in words: "encoder 1 · self-attention".
QString blockName(std::string_view path, bool adds = false);
/// Whether the block of that path begins with the residual sum.
bool addsResidual(const Trace& whole, std::string_view path);

} // namespace headscope
