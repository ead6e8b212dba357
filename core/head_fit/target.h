// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"
#include "support/result.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <vector>

namespace headscope {

/// The matrix that a person paints, the attention weights that a head is to have. Weights are
/// from 0 to 1; a row of zeros is one that nobody painted, it is asked for nothing. A value:
/// undo keeps copies.
struct PaintTarget {
    Index queries = 0;
    Index keys = 0;
    std::vector<float> weights;          ///< [query, key]
    std::vector<std::uint8_t> mayAttend; ///< [query, key], 0: masked, and never painted

    float at(Index query, Index key) const { return weights[place(query, key)]; }
    bool allows(Index query, Index key) const { return mayAttend[place(query, key)] != 0; }
    bool isPainted(Index query) const { return rowSum(query) > 0; }
    double rowSum(Index query) const;
    /// How many rows are painted.
    Index paintedRows() const;
    std::size_t place(Index query, Index key) const {
        return static_cast<std::size_t>(query * keys + key);
    }

    bool operator==(const PaintTarget&) const = default;
};

/// Nothing painted, nothing masked.
PaintTarget emptyTarget(Index queries, Index keys);

/// Weights of a file, [query, key]. Rows must sum to 1 (to 1e-3; they are then divided by their
/// sum) or be all zeros. The Error names the first row or cell that is wrong.
Result<PaintTarget> targetFrom(const Tensor& weights, const std::vector<std::uint8_t>& mayAttend);

// Edits, pure functions from one target to the next. A masked cell stays 0. With `keepRowsAtOne`
// the painted row sums to 1 afterwards: the other cells of the row give, or take, in proportion
// to what they have. Where they have nothing, the cell is the whole row, and gets 1.

/// The brush: one cell gets `weight`, from 0 to 1.
PaintTarget withPaint(PaintTarget target, Index query, Index key, float weight, bool keepRowsAtOne);
/// One cell gets 0. The last painted cell of a row takes the row with it.
PaintTarget withoutPaint(PaintTarget target, Index query, Index key, bool keepRowsAtOne);
/// A row spread evenly over the keys that it may look at; with one such key that one has 1.
PaintTarget withEvenRow(PaintTarget target, Index query);
/// Every painted row divided by its sum.
PaintTarget withRowsAtOne(PaintTarget target);
/// The same painting under another mask: what is forbidden loses its paint, and the rest of
/// the row takes it over.
PaintTarget withMask(PaintTarget target, const std::vector<std::uint8_t>& mayAttend);
/// The same painting for another sentence: what overlaps is kept, new rows are not painted.
PaintTarget resized(const PaintTarget& target, Index queries, Index keys);

} // namespace headscope
