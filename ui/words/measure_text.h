// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "measures/head_measures.h"

#include <QString>

namespace headscope {

/// What a measure asks of a head: "at the token before".
QString measureQuestion(Measure measure);
/// The range of its bar, from 0 to `largest`: "entropy, 0 – 3.32 bits".
QString measureScale(Measure measure, double largest);
/// Why it has no meaning where no head has it.
QString whyNoMeasure(Measure measure, bool isCross);
/// What is said of rows of an attention from a file that are no shares of 1, of those that were
/// measured and those that were not: "without 3 rows that do not sum to 1"; may be empty.
QString noSharesText(Index measured, Index noShares);
/// A mean as it stands beside its bar.
QString measureNumber(Measure measure, double value);
/// "a previous-token head"
QString headKindName(HeadKind kind);
/// "Head 3 looks like a previous-token head: …", with its evidence; empty without it.
QString headKindSentence(const HeadMeasures& head);
/// What the mark in a bar is.
QString evenSpreadText();
/// "head 3: 0.1473535, an even spread 0.1; mean over 9 queries"
QString measureTip(int head, const MeanOfRows& mean);

} // namespace headscope
