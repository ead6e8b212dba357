// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/softmax/softmax_data.h"
#include "pages/steps/softmax/softmax_geometry.h"

namespace headscope {

/// "max", "exp", "sum", "quotient".
QString phaseName(SoftmaxPhase phase);
QString softmaxTitle(const SoftmaxData& data);
QString softmaxRemark(std::size_t written, Index of);

/// The words at the left of a row: what it is, and how it is made.
struct RowWords {
    QString name;
    QString made; ///< markup
};
RowWords scoreWords(const SoftmaxData& data);
RowWords exponentialWords();
RowWords sumWords();
RowWords quotientWords();
RowWords weightWords(const SoftmaxData& data);
/// "weights", beside the colour bar.
QString weightsWord(const SoftmaxData& data);

/// How far each of the four moves is at a moment of the step, [0, 1]; a function of nothing else.
double softmaxProgress(SoftmaxPhase phase, double progress);
/// The move that is under way, or the last one that is done.
SoftmaxPhase softmaxPhaseAt(double progress);
/// The moment at which a move is done.
double endOf(SoftmaxPhase phase);

/// How the asked number comes about at a moment, and the number as soon as it is there.
struct SoftmaxCalculation {
    QString pair; ///< "on → cat"; empty where no column is asked
    QString terms;
    QString result; ///< empty as long as it is under way
    QString remark; ///< of a typed number
};
SoftmaxCalculation calculationAt(const SoftmaxData& data, double progress);
/// "on → cat: 0.707 ÷ 2.305 = 0.3066", for a status line or a screen reader; empty where no column
/// is asked.
QString softmaxSentence(const SoftmaxData& data, double progress);

} // namespace headscope
