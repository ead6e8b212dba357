// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <array>
#include <optional>
#include <vector>

namespace headscope {

/// All that the cost of one attention depends on.
struct AttentionSizes {
    Index batch = 1;
    Index queries = 1;
    Index keys = 1;
    Index queryWidth = 1; ///< of the query input: d_model
    Index keyWidth = 1;
    Index valueWidth = 1;
    Index outputWidth = 1;
    Index heads = 1;
    Index keyDim = 1;                ///< d_k of one head
    Index valueDim = 1;              ///< d_v of one head
    std::array<bool, 4> biases = {}; ///< of W_Q, W_K, W_V and W_O
    bool masks = false;              ///< a mask makes scores of its own
    bool drops = false;              ///< dropout makes weights of its own

    bool operator==(const AttentionSizes&) const = default;
};

/// The sizes that the trace of one attention block has; nothing where it has no projections, as
/// where only the attention weights are known.
std::optional<AttentionSizes> attentionSizes(const Trace& block);

/// What becomes of the width of a head where their number changes.
enum class HeadWidth : std::uint8_t {
    Shared, ///< heads · d_k and heads · d_v stay, as with d_k = d_model / heads
    Kept,   ///< d_k and d_v of one head stay
};
/// Nothing where Shared does not come out even.
std::optional<AttentionSizes> withHeads(const AttentionSizes& sizes, Index heads, HeadWidth width);

/// The parts of attention in the order of the computation.
enum class CostPart : std::uint8_t {
    QueryProjection,
    KeyProjection,
    ValueProjection,
    Scores,  ///< Q·Kᵀ
    Scale,   ///< one product for each score
    Mask,    ///< a sum or −∞ for each score, no product; where there is a mask
    Softmax, ///< one quotient for each score; exponentials are not products
    Dropout, ///< one product for each weight; where there is dropout
    Context, ///< weights · V
    OutputProjection,
};
inline constexpr std::size_t costPartCount = 10;

struct Cost {
    Index parameters = 0;      ///< weights and biases
    Index multiplications = 0; ///< products and quotients of numbers, for the whole batch
    Index numbers = 0;         ///< that it gives: elements of its result

    Cost& operator+=(const Cost& other);
    bool operator==(const Cost&) const = default;
};
struct AttentionCost {
    std::array<Cost, costPartCount> parts;

    const Cost& operator[](CostPart part) const { return parts[static_cast<std::size_t>(part)]; }
    Cost all() const;
};

/// Counted as the steps of Vaswani et al. (2017), section 3.2, are written: a product of an
/// [m, n] and an [n, p] matrix takes m·n·p multiplications; masked pairs are computed, too, as
/// every implementation with matrices does. A mask adds, which is no multiplication.
AttentionCost attentionCost(const AttentionSizes& sizes);

} // namespace headscope
