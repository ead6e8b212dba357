// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"

#include <map>
#include <string>

namespace headscope {

/// Weights out of the state dict of nn.MultiheadAttention: in_proj_weight [3E, E]
/// or q_proj_weight, k_proj_weight, v_proj_weight; in_proj_bias [3E] if any;
/// out_proj.weight; out_proj.bias if any. Or out of that of labml's MultiHeadAttention:
/// query.linear.weight and so on, output.weight, and a bias for each, if any (its value
/// has one by default, its query and key not). PyTorch's [out, in] becomes [in, out].
/// Names may share one prefix ending in a dot ("self_attn."). An Error says
/// which name or shape is wrong and what would be right.
Result<Parameters> weightsFromStateDict(const std::map<std::string, Tensor, std::less<>>& tensors);

} // namespace headscope
