// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"
#include "scene/scene.h"
#include "scene/value_scale.h"

#include <functional>
#include <optional>

namespace headscope {

/// Whether the values of a tensor are probabilities or lengths: drawn with a sequential map
/// from 0; all others diverge around 0.
bool isSequential(TensorName name);
/// Whether they are lengths of vectors, which nothing keeps below 1.
bool isLength(TensorName name);
/// Whether they are parts of a whole: sequential, and no lengths.
bool isShare(TensorName name);
/// The map that a tensor is drawn with; `chosen` counts for sequential ones.
ColourMap mapOf(TensorName name, ColourMap chosen);

/// The largest magnitude of the finite values of each row, 0 where there is none. Cells that are
/// masked or padding do not count: nobody sees a colour there.
RowMagnitudes rowMagnitudes(const MatrixPanel& panel, const CancellationToken& token);
/// The largest magnitude of the finite values, 0 where there is none.
double largestMagnitude(const Tensor& matrix, const CancellationToken& token);
/// The same of a panel, without what a mask of finite numbers hides.
double largestMagnitude(const MatrixPanel& panel, const CancellationToken& token);
/// The same of all heads of a tensor of one sequence.
double largestOfSequence(const Trace& trace, TensorName name, Index sequence,
                         const Execution& execution);

/// The tensors that share a fixed range with one, itself among them: scores, scaled and
/// masked scores; else it alone.
std::vector<TensorName> comparedWith(TensorName name);

/// The range that was typed, as it holds for a tensor: where values diverge, 0 stays in the middle,
/// so that a colour always has the sign of its value.
ValueRange typedRange(TensorName name, const ValueRange& typed);

/// The range of one panel. Fixed: [0, 1] for weights, from 0 to the largest for lengths; scores,
/// scaled and masked scores share one symmetric range, because they are compared with each other;
/// other tensors take that of all their values. Infinities and NaN do not count.
/// Never empty: values that are all 0 give [−1, 1] or [0, 1].
ValueRange rangeOf(const Trace& trace, const MatrixPanel& panel, Index sequence, RangeMode mode,
                   const Execution& execution = {});
/// The same with what was chosen of how values are spread, and with a range for each row where
/// that was chosen: the widest of them is that of the whole. Scores diverge around 0 in every
/// row, too, so that a colour always has the sign of its value.
ValueScale scaleOf(const Trace& trace, const MatrixPanel& panel, Index sequence,
                   const RangeChoice& choice, const Execution& execution = {});
/// The same from magnitudes that are known: of the panel, and of whole tensors.
ValueRange rangeFrom(TensorName name, RangeMode mode, double largestOfPanel,
                     const std::function<double(TensorName)>& largestOf);
/// The same of a scale; `rows` are those of the panel.
ValueScale scaleFrom(TensorName name, const RangeChoice& choice, double largestOfPanel,
                     const RowMagnitudes& rows, const std::function<double(TensorName)>& largestOf);

} // namespace headscope
