// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/value_range.h"

#include "arithmetic/passes.h"
#include "scene/dense_rows.h"
#include "scene/number_format.h"
#include "support/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

double largestMagnitude(const Tensor& matrix, const CancellationToken& token) {
    float largest = 0;
    DenseRows rows(matrix);
    for (Index row = 0; row < matrix.size(0) && !token.isCancelled(); ++row)
        largest = std::max(largest, arithmetic::largestMagnitude(rows[row], matrix.size(1)));
    return largest;
}

double largestOfSequence(const Trace& trace, TensorName name, Index sequence,
                         const Execution& execution) {
    const std::vector<MatrixPanel> heads = slicesOf(trace, name, sequence);
    std::vector<double> each(heads.size(), 0);
    parallelFor(std::ssize(heads), execution, [&](Index i) {
        each[static_cast<std::size_t>(i)] =
            largestMagnitude(heads[static_cast<std::size_t>(i)].matrix, execution.cancellation);
    });
    return each.empty() ? 0 : *std::ranges::max_element(each);
}

namespace {
ValueRange around(double largest, bool sequential) {
    if (!(largest > 0))
        return sequential ? ValueRange{0, 1} : ValueRange{-1, 1};
    return sequential ? ValueRange{0, largest} : ValueRange{-largest, largest};
}

} // namespace

bool isSequential(TensorName name) {
    return name == TensorName::AttentionWeights || name == TensorName::DroppedWeights ||
           name == TensorName::MayAttend || name == TensorName::Probabilities;
}

ColourMap mapOf(TensorName name, ColourMap chosen) {
    return isSequential(name) ? chosen : ColourMap::RedBlue;
}

std::vector<TensorName> comparedWith(TensorName name) {
    switch (name) {
    case TensorName::Scores:
    case TensorName::ScaledScores:
    case TensorName::MaskedScores:
        return {TensorName::Scores, TensorName::ScaledScores, TensorName::MaskedScores};
    default: return {name};
    }
}

ValueRange rangeFrom(TensorName name, RangeMode mode, double largestOfPanel,
                     const std::function<double(TensorName)>& largestOf) {
    const bool sequential = isSequential(name);
    if (mode == RangeMode::PerHead)
        return around(largestOfPanel, sequential);
    if (mode == RangeMode::AllHeads)
        return around(largestOf(name), sequential);
    // Dropout scales what it keeps: those weights may exceed 1.
    if (name == TensorName::DroppedWeights)
        return {0, std::max(1.0, largestOf(name))};
    if (sequential)
        return {0, 1};
    double largest = 0;
    for (const TensorName compared : comparedWith(name))
        largest = std::max(largest, largestOf(compared));
    return around(largest, false);
}

ValueRange rangeOf(const Trace& trace, const MatrixPanel& panel, Index sequence, RangeMode mode,
                   const Execution& execution) {
    const double largest =
        mode == RangeMode::PerHead ? largestMagnitude(panel.matrix, execution.cancellation) : 0;
    return rangeFrom(panel.name, mode, largest, [&](TensorName name) {
        return largestOfSequence(trace, name, sequence, execution);
    });
}

QString rangeName(const ValueRange& range) {
    return (range.low < 0 ? QStringLiteral("±") : QStringLiteral("0 – ")) + rangeText(range.high);
}

} // namespace headscope
