// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/explanation.h"

namespace headscope {

/// Where the making of one cell stands at a moment.
struct PartialCell {
    std::size_t terms = 0;   ///< of all, a bias counted as the last one
    std::size_t done = 0;    ///< so many of them are in the sum
    std::size_t current = 0; ///< the one that is under way; `terms` before the first and after all
    double portion = 0;      ///< how far the current one has come, [0, 1]
    double sum = 0;          ///< of those that are done

    bool isComplete() const { return done == terms; }
    bool operator==(const PartialCell&) const = default;
};

/// A sum of which so much of its time is over: every term takes as long as the others and counts
/// from the middle of its time on. A function of the progress and of nothing else, so that
/// seeking equals playing. At 0 nothing is done, at 1 all.
PartialCell partialCell(const Explanation& explanation, double progress);

/// The same where all terms of a head come together: the heads, and a bias, take equally long.
PartialCell partialOfHeads(const Explanation& explanation, Index heads, double progress);

/// What such a cell shows: the sum so far, and the trace's own number as soon as all is in it,
/// bit for bit.
float shownValue(const Explanation& explanation, const PartialCell& partial);

/// The same of a product of two matrices, left [rows, inner] and right [inner, columns]: the sum
/// of the first `terms` products of a cell, added in the order of explain().
double partialProduct(const Tensor& left, const Tensor& right, Index row, Index column,
                      std::size_t terms);

/// Many cells that are made one after another: how far cell `index` of `count` is at a moment.
double sweptProgress(double progress, Index index, Index count);

} // namespace headscope
