// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <optional>

namespace headscope {

/// Which keys lie before a query where there are not as many keys as queries.
enum class CausalAlignment : std::uint8_t {
    UpperLeft,  ///< query i stands at key i, as is_causal of scaled_dot_product_attention
    LowerRight, ///< the last query stands at the last key, as with a cache of keys
};

/// Which pairs of query and key are allowed. All parts that are set apply
/// together: a pair is allowed where every one of them allows it.
struct MaskOptions {
    bool causal = false; ///< a query sees the keys up to its own place
    /// Where query i stands among the keys: i, or i + keys − queries. Of causal,
    /// window and prefix.
    CausalAlignment alignment = CausalAlignment::UpperLeft;
    /// Only keys less than so many places away (1: its own place alone).
    std::optional<Index> window;
    /// The first so many keys are seen by all, later ones up to the query's own
    /// place (prefix language model); loosens `causal` where both are set.
    std::optional<Index> prefix;
    /// 1 = a real token, 0 = padding; [batch, key].
    std::optional<Tensor> keyPadding;
    /// 1 = may attend. Of Layout::BatchFirst [query, key], [batch or 1, query, key] or
    /// [batch or 1, heads or 1, query, key]; of Layout::SequenceFirst [query or 1, key],
    /// [query or 1, key, batch or 1] or [query or 1, key, batch or 1, heads or 1].
    std::optional<Tensor> mayAttend;
    /// Added to the scaled scores; shapes as of mayAttend.
    std::optional<Tensor> additive;

    /// Whether places alone decide about some pairs.
    bool anyByPlace() const { return causal || window || prefix; }
    /// Whether there is a mayAttend in the trace.
    bool anyBoolean() const { return anyByPlace() || keyPadding || mayAttend; }
    bool any() const { return anyBoolean() || additive; }
    bool operator==(const MaskOptions&) const = default;
};

/// Keys begin … end − 1; none where both are equal.
struct KeyRange {
    Index begin = 0;
    Index end = 0;
};
/// What causal, alignment, window and prefix together allow one query of so many.
KeyRange keysInSight(const MaskOptions& mask, Index query, Index queries, Index keys);

} // namespace headscope
