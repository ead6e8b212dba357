// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <optional>

namespace headscope {

/// Fused weights of all heads, input-major: y = x·W + b. (nn.Linear stores the
/// transpose.) Columns h·d_k … (h+1)·d_k − 1 belong to head h.
struct AttentionWeights {
    Tensor query;  ///< W_Q [width of the query input, heads·d_k]
    Tensor key;    ///< W_K [width of the key input, heads·d_k]
    Tensor value;  ///< W_V [width of the value input, heads·d_v]
    Tensor output; ///< W_O [heads·d_v, d_model]
    std::optional<Tensor> queryBias;  ///< [heads·d_k]
    std::optional<Tensor> keyBias;    ///< [heads·d_k]
    std::optional<Tensor> valueBias;  ///< [heads·d_v]
    std::optional<Tensor> outputBias; ///< [d_model]

    bool operator==(const AttentionWeights&) const = default;
};

} // namespace headscope
