// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <optional>

namespace headscope {

/// Which pairs of query and key are allowed. All parts that are set apply
/// together: a pair is allowed where every one of them allows it.
struct MaskOptions {
    bool causal = false; ///< query i sees keys 0 … i (upper-left alignment)
    /// 1 = a real token, 0 = padding; [batch, key].
    std::optional<Tensor> keyPadding;
    /// 1 = may attend; [query, key], [batch or 1, query, key] or [batch or 1, heads or 1, query, key].
    std::optional<Tensor> mayAttend;
    /// Added to the scaled scores; shapes as of mayAttend.
    std::optional<Tensor> additive;

    bool any() const { return causal || keyPadding || mayAttend || additive; }
    bool operator==(const MaskOptions&) const = default;
};

} // namespace headscope
