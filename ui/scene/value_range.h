// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/matrix_panel.h"
#include "scene/number_format.h"
#include "scene/scene.h"
#include "scene/value_scale.h"

#include <functional>
#include <optional>
#include <utility>

namespace headscope {

/// Whether the values of a tensor are probabilities or lengths: drawn with a sequential map
/// from 0; all others diverge around 0.
bool isSequential(TensorName name);
/// Whether they are lengths of vectors, which nothing keeps below 1.
bool isLength(TensorName name);
/// Whether they are parts of a whole: sequential, and no lengths.
bool isShare(TensorName name);
/// How its numbers are written near 1.
inline NearOne nearOneOf(TensorName name) {
    return isShare(name) ? NearOne::Told : NearOne::Rounded;
}
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

/// "0:0.25" as a person types it, a decimal comma too; nothing where it is no range: two finite
/// numbers, the first below the second.
std::optional<ValueRange> typedRangeFrom(const QString& text);
/// The same as it is typed again.
QString typedRangeText(const ValueRange& range);
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
/// A range in words: "0 – 1", "±37.12".
QString rangeName(const ValueRange& range);
/// The same of a scale: "0 – largest of the row" where each row has its own.
QString rangeName(const ValueScale& scale);
/// What stands at the two ends of a colour bar, in numbers or, where each row has its own, in
/// words.
std::pair<QString, QString> scaleEnds(const ValueScale& scale);
/// What has to be said beside a bar so that it is true: "one range for all heads, square root".
/// The first has most to say, the last is what may not be left out, "√" at the least; may be
/// empty. `several`: more
/// than one head is seen. `row` is the asked one, −1 where none is.
QStringList scaleWords(const RangeChoice& choice, const ValueScale& scale, bool several,
                       Index row = -1);

/// The same from magnitudes that are known: of the panel, and of whole tensors.
ValueRange rangeFrom(TensorName name, RangeMode mode, double largestOfPanel,
                     const std::function<double(TensorName)>& largestOf);
/// The same of a scale; `rows` are those of the panel.
ValueScale scaleFrom(TensorName name, const RangeChoice& choice, double largestOfPanel,
                     const RowMagnitudes& rows, const std::function<double(TensorName)>& largestOf);

} // namespace headscope
