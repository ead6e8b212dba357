// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/matrix_panel.h"
#include "scene/scene.h"

#include <functional>

namespace headscope {

/// Whether the values of a tensor are probabilities: drawn with a sequential map
/// from 0; all others diverge around 0.
bool isSequential(TensorName name);
/// The map that a tensor is drawn with; `chosen` counts for sequential ones.
ColourMap mapOf(TensorName name, ColourMap chosen);

/// The largest magnitude of the finite values, 0 where there is none.
double largestMagnitude(const Tensor& matrix, const CancellationToken& token);
/// The same of all heads of a tensor of one sequence.
double largestOfSequence(const Trace& trace, TensorName name, Index sequence,
                         const Execution& execution);

/// The tensors that share a fixed range with one, itself among them: scores, scaled and
/// masked scores; else it alone.
std::vector<TensorName> comparedWith(TensorName name);

/// The range of one panel. Fixed: [0, 1] for weights; scores, scaled and masked
/// scores share one symmetric range, because they are compared with each other;
/// other tensors take that of all their values. Infinities and NaN do not count.
/// Never empty: values that are all 0 give [−1, 1] or [0, 1].
ValueRange rangeOf(const Trace& trace, const MatrixPanel& panel, Index sequence, RangeMode mode,
                   const Execution& execution = {});
/// A range in words: "0 – 1", "±37.12".
QString rangeName(const ValueRange& range);

/// The same from magnitudes that are known: of the panel, and of whole tensors.
ValueRange rangeFrom(TensorName name, RangeMode mode, double largestOfPanel,
                     const std::function<double(TensorName)>& largestOf);

} // namespace headscope
