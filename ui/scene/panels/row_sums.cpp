// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/row_sums.h"

#include "arithmetic/passes.h"
#include "scene/panels/dense_rows.h"
#include "support/parallel.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

bool isFullyMasked(const Tensor& mayAttend, Index row) {
    for (Index key = 0; key < mayAttend.size(1); ++key) {
        if (mayAttend(row, key) != 0.0F)
            return false;
    }
    return true;
}

/// Whether a row has a number above -inf, and so a softmax.
bool isFinite(const Tensor& scores, Index row) {
    for (Index key = 0; key < scores.size(1); ++key) {
        if (std::isfinite(scores(row, key)))
            return true;
    }
    return false;
}

} // namespace

double sumTolerance(std::size_t terms) {
    // Rounding of float32 grows with the length of the row at worst.
    return 1e-6 * static_cast<double>(terms + 16);
}

MatrixSums sumsOf(const MatrixPanel& panel, const CancellationToken& token) {
    const Tensor& matrix = panel.matrix;
    MatrixSums sums;
    sums.rows.assign(static_cast<std::size_t>(matrix.size(0)), 0);
    sums.columns.assign(static_cast<std::size_t>(matrix.size(1)), 0);
    const Index rows = std::min(matrix.size(0), panel.paddingFrom);
    DenseRows dense(matrix);
    for (Index row = 0; row < rows && !token.isCancelled(); ++row) {
        const float* const values = dense[row];
        sums.rows[static_cast<std::size_t>(row)] = arithmetic::sum(values, matrix.size(1));
        arithmetic::addTo(values, matrix.size(1), sums.columns.data());
    }
    return sums;
}

namespace {

/// What is odd in the rows of one head, by query.
struct OddRows {
    std::vector<bool> fullyMasked;
    std::vector<bool> finitelyMasked;
    std::vector<bool> notANumber;
    bool allOne = true;
};

/// Queries of which some head says so.
Index countOfAny(const std::vector<OddRows>& heads, std::vector<bool> OddRows::*which) {
    Index count = 0;
    for (std::size_t query = 0; query < (heads.front().*which).size(); ++query)
        count +=
            std::ranges::any_of(heads, [&](const OddRows& head) { return (head.*which)[query]; });
    return count;
}

} // namespace

RowSums checkRowSums(const Trace& block, const AxisTokens& tokens, Index sequence,
                     const Execution& execution) {
    RowSums all;
    const std::vector<MatrixPanel> heads =
        slicesOf(block, tokens, TensorName::AttentionWeights, sequence);
    all.any = !heads.empty();
    if (!all.any)
        return all;
    // The masks of the scores: those of the weights leave out rows that show something.
    const std::vector<MatrixPanel> masked =
        panelsOf(block, TensorName::MaskedScores, sequence, false, execution);
    std::vector<OddRows> each(heads.size());
    const bool whole = parallelFor(static_cast<Index>(heads.size()), execution, [&](Index index) {
        const MatrixPanel& head = heads[static_cast<std::size_t>(index)];
        OddRows& odd = each[static_cast<std::size_t>(index)];
        const Tensor& weights = head.matrix;
        odd.fullyMasked.resize(static_cast<std::size_t>(weights.size(0)));
        odd.finitelyMasked = odd.notANumber = odd.fullyMasked;
        const Index rows = std::min(weights.size(0), head.paddingFrom);
        const double tolerance = sumTolerance(static_cast<std::size_t>(weights.size(1)));
        const MatrixPanel* const scores =
            masked.empty() ? nullptr : &masked[static_cast<std::size_t>(head.head)];
        DenseRows dense(weights);
        for (Index row = 0; row < rows && !execution.cancellation.isCancelled(); ++row) {
            const double sum = arithmetic::sum(dense[row], weights.size(1));
            const auto query = static_cast<std::size_t>(row);
            const bool isMasked =
                scores && scores->mayAttend && isFullyMasked(*scores->mayAttend, row);
            if (isMasked && isFinite(scores->matrix, row))
                odd.finitelyMasked[query] = true;
            else if (isMasked)
                odd.fullyMasked[query] = true;
            else if (std::isnan(sum))
                odd.notANumber[query] = true;
            else if (std::fabs(sum - 1) > tolerance)
                odd.allOne = false;
        }
    });
    if (!whole) // some heads were not looked at, and nobody wants it any more
        return all;
    all.fullyMasked = countOfAny(each, &OddRows::fullyMasked);
    all.finitelyMasked = countOfAny(each, &OddRows::finitelyMasked);
    all.notANumber = countOfAny(each, &OddRows::notANumber);
    all.allOne = all.notANumber == 0 && std::ranges::all_of(each, &OddRows::allOne);
    return all;
}

std::optional<Index> forbiddenPairs(const Trace& block, Index sequence,
                                    const CancellationToken& token) {
    const std::vector<MatrixPanel> panels = slicesOf(block, TensorName::MayAttend, sequence);
    if (panels.empty())
        return std::nullopt;
    const Tensor& mask = panels.front().matrix;
    Index forbidden = 0;
    for (Index row = 0; row < mask.size(0) && !token.isCancelled(); ++row) {
        const float* may = mask.data() + row * mask.stride(0);
        for (Index column = 0; column < mask.size(1); ++column)
            forbidden += may[column * mask.stride(1)] == 0.0F;
    }
    return forbidden;
}

} // namespace headscope
