// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/value_range.h"

#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

double largestMagnitude(const Tensor& tensor) {
    float largest = 0;
    const Tensor packed = tensor.contiguous();
    for (const float value : packed.values()) {
        const float magnitude = std::fabs(value);
        if (magnitude > largest && std::isfinite(value))
            largest = magnitude;
    }
    return largest;
}

double largestOfSequence(const Trace& trace, TensorName name, Index sequence) {
    const TraceStep* step = trace.find(name);
    if (!step)
        return 0;
    const Tensor& tensor = step->result;
    const bool batched = tensor.rank() > 2 && tensor.axes()[0] == Axis::Batch;
    return largestMagnitude(batched ? tensor.selected(0, std::min(sequence, tensor.size(0) - 1))
                                    : tensor);
}

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

ValueRange rangeOf(const Trace& trace, const MatrixPanel& panel, Index sequence, RangeMode mode) {
    const bool sequential = isSequential(panel.name);
    if (mode == RangeMode::PerHead)
        return around(largestMagnitude(panel.matrix), sequential);
    if (mode == RangeMode::AllHeads)
        return around(largestOfSequence(trace, panel.name, sequence), sequential);
    // Dropout scales what it keeps: those weights may exceed 1.
    if (panel.name == TensorName::DroppedWeights)
        return {0, std::max(1.0, largestOfSequence(trace, panel.name, sequence))};
    if (sequential)
        return {0, 1};
    switch (panel.name) {
    case TensorName::Scores:
    case TensorName::ScaledScores:
    case TensorName::MaskedScores:
        return around(std::max({largestOfSequence(trace, TensorName::Scores, sequence),
                                largestOfSequence(trace, TensorName::ScaledScores, sequence),
                                largestOfSequence(trace, TensorName::MaskedScores, sequence)}),
                      false);
    default: return around(largestOfSequence(trace, panel.name, sequence), false);
    }
}

QString rangeName(const ValueRange& range) {
    return (range.low < 0 ? QStringLiteral("±") : QStringLiteral("0 – ")) + rangeText(range.high);
}

} // namespace headscope
