// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/measure_text.h"

#include "words/numbers/number_format.h"

#include <QCoreApplication>

namespace headscope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(EachHead)
};

} // namespace

QString headKindName(HeadKind kind) {
    switch (kind) {
    case HeadKind::Previous: return Words::tr("a previous-token head");
    case HeadKind::First: return Words::tr("a first-token head");
    case HeadKind::Self: return Words::tr("a head that looks at itself");
    case HeadKind::Next: return Words::tr("a next-token head");
    }
    return {};
}

QString measureQuestion(Measure measure) {
    switch (measure) {
    case Measure::Entropy: return Words::tr("how spread a row is");
    case Measure::Distance: return Words::tr("how far it looks");
    case Measure::First: return Words::tr("at the first token");
    case Measure::Previous: return Words::tr("at the token before");
    case Measure::Next: return Words::tr("at the token after");
    case Measure::Self: return Words::tr("at itself");
    case Measure::Separators: return Words::tr("at separators");
    case Measure::EqualTokens: return Words::tr("at equal tokens");
    }
    return {};
}

QString measureScale(Measure measure, double largest) {
    switch (measure) {
    case Measure::Entropy: return Words::tr("entropy, 0 – %1 bits").arg(fixedText(largest, 2));
    case Measure::Distance:
        return Words::tr("mean distance, 0 – %1 tokens").arg(fixedText(largest, 0));
    default: return Words::tr("share, 0 – 1");
    }
}

QString whyNoMeasure(Measure measure, bool isCross) {
    if (measure == Measure::Separators)
        return Words::tr("none in this sentence");
    if (measure == Measure::EqualTokens)
        return isCross ? Words::tr("no token is on both sides") : Words::tr("no token repeats");
    return isCross ? Words::tr("not in cross-attention") : Words::tr("too few tokens");
}

QString noSharesText(Index measured, Index noShares) {
    if (noShares == 0)
        return {};
    return measured == 0 ? Words::tr("no row sums to 1")
                         : Words::tr("without %n row(s) that do not sum to 1", nullptr,
                                     static_cast<int>(noShares));
}

QString measureNumber(Measure measure, double value) {
    return measure == Measure::Entropy || measure == Measure::Distance
               ? fixedText(value, 2)
               : cellText(static_cast<float>(value), 5);
}

QString headKindSentence(const HeadMeasures& head) {
    const std::optional<HeadKind> kind = head.kind ? kindOf(*head.kind) : std::optional<HeadKind>();
    if (!kind)
        return {};
    return Words::tr("Head %1 looks like %2: %3 of its weight, from the third query on.")
        .arg(head.head + 1)
        .arg(headKindName(*kind), cellText(static_cast<float>(shareOf(*head.kind, *kind)), 5));
}

QString evenSpreadText() {
    return Words::tr("even spread");
}

QString measureTip(int head, const MeanOfRows& mean) {
    return Words::tr("head %1: %2, an even spread %3; mean over %n queries", nullptr,
                     static_cast<int>(mean.queries))
        .arg(head + 1)
        .arg(numberText(mean.value, 6), numberText(mean.even, 6));
}

} // namespace headscope
