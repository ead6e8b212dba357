// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace headscope {

/// A matrix of one head [query, key], as it is compared with another.
struct ComparedMatrix {
    Tensor values;
    std::optional<Tensor> mayAttend; ///< [query, key], 1 = may look; nothing: all may
    Index paddingFrom = std::numeric_limits<Index>::max(); ///< queries from here on are padding

    bool isMasked(Index query, Index key) const {
        return mayAttend && (*mayAttend)(query, key) == 0.0F;
    }
};

/// In which of two states a pair is masked.
enum class MaskedIn : std::uint8_t { Neither, OnlyA, OnlyB, Both };

/// B − A of one head.
struct MatrixDifference {
    Tensor difference;            ///< [query, key]; 0 where both are equal, −∞ too
    std::vector<MaskedIn> masked; ///< of every pair, in C order
    /// ½ Σ over the keys |B − A| of every query: how much of its attention went elsewhere, from 0
    /// to 1 where both rows sum to 1 (the total variation distance of both rows). NaN where one
    /// of both is. Padding: 0.
    std::vector<double> rowMoved;
    /// The mean of rowMoved over the queries that are padding in neither and a number in both; 0
    /// where there are none.
    double moved = 0;
    std::vector<double> received; ///< Σ over those queries of B − A, for every key
    double largest = 0;           ///< of the finite |B − A|
    /// Pairs whose B − A is no finite number though both are not the same: NaN or ∞ in one of both
    /// alone. Without padding.
    Index unmeasured = 0;
    bool isNothing() const { return largest == 0 && unmeasured == 0; }

    MaskedIn maskedAt(Index query, Index key) const {
        return masked[static_cast<std::size_t>(query * difference.size(1) + key)];
    }
};

/// Both have one shape.
MatrixDifference differenceOf(const ComparedMatrix& a, const ComparedMatrix& b);

/// One pair and how far it moved.
struct CellChange {
    Index query = 0;
    Index key = 0;
    float change = 0; ///< B − A

    bool operator==(const CellChange&) const = default;
};
/// The largest |B − A| that are not 0, at most so many; ties by position. NaN is left out.
std::vector<CellChange> largestChanges(const MatrixDifference& difference, std::size_t most);

/// ‖B − A‖ ÷ ‖A‖ of every row (Euclidean) of two matrices [row, column] of one shape; NaN where A
/// has the length 0 and B has not, 0 where both have.
std::vector<double> relativeRowChanges(const Tensor& a, const Tensor& b);

} // namespace headscope
