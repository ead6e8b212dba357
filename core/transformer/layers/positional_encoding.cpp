// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/positional_encoding.h"

#include "transformer/layers/residual.h"
#include "transformer/layers/rows.h"

#include <cmath>
#include <vector>

namespace headscope {

bool positionalEncoding(Index length, Index width, const Execution& execution, Tensor& result) {
    std::vector<double> frequencies; // of a sine and a cosine each
    for (Index i = 0; i < width; i += 2)
        frequencies.push_back(
            std::pow(10000.0, -static_cast<double>(i) / static_cast<double>(width)));
    result = Tensor::uninitialized({length, width}, {Axis::Sequence, Axis::ModelDim});
    float* const target = result.mutableData();
    return forParts(length, 16 * width, execution, [&](Index first, Index last) {
        for (Index position = first; position < last; ++position) {
            float* const row = target + position * width;
            for (Index column = 0; column < width; column += 2) {
                const double angle = static_cast<double>(position) *
                                     frequencies[static_cast<std::size_t>(column / 2)];
                row[column] = static_cast<float>(std::sin(angle));
                if (column + 1 < width)
                    row[column + 1] = static_cast<float>(std::cos(angle));
            }
        }
    });
}

std::optional<std::size_t> appendPositions(TraceWriter& trace, std::size_t input, Layout layout,
                                           const Execution& execution) {
    const bool sequenceFirst = layout == Layout::SequenceFirst;
    const Index length = trace[input].size(sequenceFirst ? 0 : 1);
    const Index width = trace[input].size(2);
    Tensor encoding;
    if (!positionalEncoding(length, width, execution, encoding))
        return std::nullopt;
    if (sequenceFirst)
        encoding = *encoding.view({length, 1, width}, tokenAxes(layout));
    const std::size_t positions =
        trace.add(TensorName::PositionalEncoding, Operation::Positions, encoding);
    return appendSum(trace, TensorName::EmbeddedInput, input, positions, execution);
}

} // namespace headscope
