// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// One attention among the tensors of a file.
struct StoredAttention {
    std::string prefix;               ///< that its names share, "layers.0.self_attn."; may be empty
    Index modelDim = 0;               ///< numbers of a token that W_Q takes
    Index keyDims = 0;                ///< heads · d_k
    Index valueDims = 0;              ///< heads · d_v
    std::vector<std::string> tensors; ///< those that weightsFromStateDict() reads
    /// What stands beside them and is left out, by the part that the names begin with: a mask, the
    /// norms and the feed-forward of its layer. Not what belongs to other attentions.
    std::vector<std::string> leftOut;

    /// Into how many heads it can be cut, from 1 on.
    std::vector<Index> possibleHeads() const;
};
/// What a file has, by the names and shapes of its tensors, in the order of the names, numbers
/// among them by their size. An Error where it has no attention: that says what it has.
Result<std::vector<StoredAttention>>
attentionsIn(const std::map<std::string, Shape, std::less<>>& shapes);

/// Weights out of the state dict of nn.MultiheadAttention: in_proj_weight [3·heads·d_k, E]
/// or q_proj_weight, k_proj_weight, v_proj_weight; in_proj_bias [3·heads·d_k] if any;
/// out_proj.weight; out_proj.bias if any. The inner width is E as PyTorch has it, or another one.
/// Or out of that of labml's MultiHeadAttention:
/// query.linear.weight and so on, output.weight, and a bias for each, if any (its value
/// has one by default, its query and key not). PyTorch's [out, in] becomes [in, out].
/// Names may share one prefix ending in a dot ("self_attn."); `prefix` says which where there are
/// several. An Error says which name or shape is wrong and what would be right.
Result<Parameters> weightsFromStateDict(const std::map<std::string, Tensor, std::less<>>& tensors,
                                        const std::optional<std::string>& prefix = {});

} // namespace headscope
