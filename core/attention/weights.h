// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <array>
#include <cstdint>
#include <optional>

namespace headscope {

enum class WeightRole : std::uint8_t { Query, Key, Value, Output };
inline constexpr std::array weightRoles = {WeightRole::Query, WeightRole::Key, WeightRole::Value,
                                           WeightRole::Output};

/// Fused weights of all heads, input-major: y = x·W + b. (nn.Linear stores the
/// transpose.) Columns h·d_k … (h+1)·d_k − 1 belong to head h.
struct AttentionWeights {
    Tensor query;  ///< W_Q [width of the query input, heads·d_k]
    Tensor key;    ///< W_K [width of the key input, heads·d_k]
    Tensor value;  ///< W_V [width of the value input, heads·d_v]
    Tensor output; ///< W_O [heads·d_v, d_model]
    // Each projection has one or none, whatever the others have.
    std::optional<Tensor> queryBias;  ///< [heads·d_k]
    std::optional<Tensor> keyBias;    ///< [heads·d_k]
    std::optional<Tensor> valueBias;  ///< [heads·d_v]
    std::optional<Tensor> outputBias; ///< [d_model]

    bool operator==(const AttentionWeights&) const = default;
};

const std::optional<Tensor>& biasOf(const AttentionWeights& weights, WeightRole role);

/// Gives a projection that has no bias one of zeros, or takes it away; one that is
/// there already stays as it is.
void setBias(AttentionWeights& weights, WeightRole role, bool bias);

} // namespace headscope
