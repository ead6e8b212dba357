// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace headscope {

/// The legend of dimensions: what one axis of a tensor counts.
enum class Axis : std::uint8_t {
    Batch,
    Sequence, ///< tokens, where queries and keys are not told apart
    Query,    ///< tokens that look
    Key,      ///< tokens that are looked at
    Heads,
    ModelDim,      ///< d_model
    KeyDim,        ///< d_k of one head
    ValueDim,      ///< d_v of one head
    HeadsKeyDim,   ///< heads · d_k, before the split
    HeadsValueDim, ///< heads · d_v, before the split and after the merge
    BatchHeads,    ///< batch · heads, after a reshape
    HiddenDim,     ///< d_ff, the inner width of a feed-forward network
    Vocabulary,    ///< the words that can come next
    Feature,       ///< any other width
};

/// The four families that share a colour everywhere on screen.
enum class AxisFamily : std::uint8_t { Batch, Sequence, Heads, Features };

/// The name in files and code lines: "batch", "query", "d_k", "heads*d_k" …
std::string_view axisName(Axis axis);
AxisFamily axisFamily(Axis axis);

} // namespace headscope
