// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/value_range.h"

#include "arithmetic/passes.h"
#include "scene/panels/dense_rows.h"
#include "support/parallel.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headscope {

RowMagnitudes rowMagnitudes(const MatrixPanel& panel, const CancellationToken& token) {
    const Tensor& matrix = panel.matrix;
    const Index columns = matrix.size(1);
    auto result = std::make_shared<std::vector<double>>(static_cast<std::size_t>(matrix.size(0)));
    // Masked weights are 0 and masked scores −∞: only what is behind the mask has to be left out.
    const bool hidden = panel.mayAttend.has_value() && !isSequential(panel.name);
    DenseRows rows(matrix);
    std::optional<DenseRows> may;
    if (hidden)
        may.emplace(*panel.mayAttend);
    for (Index row = 0; row < matrix.size(0) && !token.isCancelled(); ++row) {
        if (!panel.turned && row >= panel.paddingFrom)
            break;
        const float* values = rows[row];
        double& largest = (*result)[static_cast<std::size_t>(row)];
        if (!hidden) {
            largest = arithmetic::largestMagnitude(values, columns);
            continue;
        }
        const float* allowed = (*may)[row];
        for (Index column = 0; column < columns; ++column) {
            if (allowed[column] != 0.0F && std::isfinite(values[column]))
                largest = std::max(largest, std::fabs(static_cast<double>(values[column])));
        }
    }
    return result;
}

double largestMagnitude(const Tensor& matrix, const CancellationToken& token) {
    float largest = 0;
    DenseRows rows(matrix);
    for (Index row = 0; row < matrix.size(0) && !token.isCancelled(); ++row)
        largest = std::max(largest, arithmetic::largestMagnitude(rows[row], matrix.size(1)));
    return largest;
}

double largestMagnitude(const MatrixPanel& panel, const CancellationToken& token) {
    // Weights that are masked are 0, and scores under an added −∞ have no magnitude. Only a finite
    // mask leaves numbers that nobody sees.
    if (panel.name != TensorName::MaskedScores || !panel.mayAttend || !panel.added)
        return largestMagnitude(panel.matrix, token);
    const RowMagnitudes rows = rowMagnitudes(panel, token);
    return rows->empty() ? 0 : *std::ranges::max_element(*rows);
}

double largestOfSequence(const Trace& trace, TensorName name, Index sequence,
                         const Execution& execution) {
    const bool masked =
        name == TensorName::MaskedScores && trace.find(TensorName::AdditiveMask) != nullptr;
    const std::vector<MatrixPanel> heads = masked
                                               ? panelsOf(trace, name, sequence, false, execution)
                                               : slicesOf(trace, name, sequence);
    std::vector<double> each(heads.size(), 0);
    parallelFor(std::ssize(heads), execution, [&](Index i) {
        each[static_cast<std::size_t>(i)] =
            largestMagnitude(heads[static_cast<std::size_t>(i)], execution.cancellation);
    });
    return each.empty() ? 0 : *std::ranges::max_element(each);
}

bool isSequential(TensorName name) {
    return isWeights(name) || name == TensorName::MayAttend || name == TensorName::Probabilities ||
           name == TensorName::Rollout || isLength(name);
}

bool isLength(TensorName name) {
    return name == TensorName::ValueNorm || name == TensorName::ValueWeighted;
}

bool isShare(TensorName name) {
    return isSequential(name) && !isLength(name);
}

ColourMap mapOf(TensorName name, ColourMap chosen) {
    // Without colours the two ends of blue and red print alike: grey stays, with 0 in the middle.
    if (isSequential(name) || chosen == ColourMap::Grey)
        return chosen;
    return chosen == ColourMap::Paper ? ColourMap::PaperAroundZero : ColourMap::RedBlue;
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
    if (mode == RangeMode::PerHead || mode == RangeMode::PerRow)
        return rangeUpTo(largestOfPanel, sequential);
    if (mode == RangeMode::AllHeads)
        return rangeUpTo(largestOf(name), sequential);
    // Dropout scales what it keeps: those weights may exceed 1.
    if (name == TensorName::DroppedWeights)
        return {0, std::max(1.0, largestOf(name))};
    if (isLength(name))
        return rangeUpTo(largestOf(name), true);
    if (sequential)
        return {0, 1};
    double largest = 0;
    for (const TensorName compared : comparedWith(name))
        largest = std::max(largest, largestOf(compared));
    return rangeUpTo(largest, false);
}

ValueRange rangeOf(const Trace& trace, const MatrixPanel& panel, Index sequence, RangeMode mode,
                   const Execution& execution) {
    const double largest = mode == RangeMode::PerHead || mode == RangeMode::PerRow
                               ? largestMagnitude(panel, execution.cancellation)
                               : 0;
    return rangeFrom(panel.name, mode, largest, [&](TensorName name) {
        return largestOfSequence(trace, name, sequence, execution);
    });
}

ValueRange typedRange(TensorName name, const ValueRange& typed) {
    if (isSequential(name))
        return typed;
    const double end = std::max(std::fabs(typed.low), std::fabs(typed.high));
    return {-end, end};
}

ValueScale scaleFrom(TensorName name, const RangeChoice& choice, double largestOfPanel,
                     const RowMagnitudes& rows,
                     const std::function<double(TensorName)>& largestOf) {
    ValueScale scale = choice.typed ? typedRange(name, *choice.typed)
                                    : rangeFrom(name, choice.mode, largestOfPanel, largestOf);
    scale.squareRoot = choice.squareRoot;
    if (choice == RangeMode::PerRow)
        scale.rows = rows;
    return scale;
}

ValueScale scaleOf(const Trace& trace, const MatrixPanel& panel, Index sequence,
                   const RangeChoice& choice, const Execution& execution) {
    ValueScale scale = choice.typed ? typedRange(panel.name, *choice.typed)
                                    : rangeOf(trace, panel, sequence, choice.mode, execution);
    scale.squareRoot = choice.squareRoot;
    if (choice == RangeMode::PerRow)
        scale.rows = rowMagnitudes(panel, execution.cancellation);
    return scale;
}

} // namespace headscope
