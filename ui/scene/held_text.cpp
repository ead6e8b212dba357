// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/held_text.h"

#include "scene/block_text.h"
#include "scene/matrix_panel.h"
#include "scene/number_format.h"

#include <QCoreApplication>
#include <QStringList>

namespace headscope {

namespace {

struct HeldWords {
    Q_DECLARE_TR_FUNCTIONS(Held)
};

} // namespace

QString heldStageName(TensorName name) {
    switch (name) {
    case TensorName::Scores: return HeldWords::tr("score");
    case TensorName::ScaledScores: return HeldWords::tr("scaled score");
    case TensorName::MaskedScores: return HeldWords::tr("masked score");
    case TensorName::DroppedWeights: return HeldWords::tr("weight after dropout");
    default: return HeldWords::tr("weight");
    }
}

QString heldPlaceText(const HeldNumber& number, const AxisTokens& tokens, Index batch) {
    QStringList places;
    if (number.scope != Scope())
        places << blockName(number.scope.path());
    if (batch > 1)
        places << HeldWords::tr("sequence %1").arg(qint64{number.batch + 1});
    places << HeldWords::tr("head %1").arg(qint64{number.head + 1});
    const auto word = [&](Axis axis, Index place) {
        return axisLabels(tokens, axis, number.batch, place + 1).value(place);
    };
    places << word(Axis::Query, number.query) + QStringLiteral(" → ") + word(Axis::Key, number.key);
    return places.join(HeldWords::tr(", ", "between places"));
}

QString typedText(float wouldBe) {
    return HeldWords::tr("typed, would be %1").arg(numberText(static_cast<double>(wouldBe)));
}

QString heldCountText(const Trace& whole) {
    std::size_t count = 0;
    for (const TraceStep& step : whole.steps())
        count += step.held.size();
    return count == 0 ? QString()
                      : HeldWords::tr("%n number(s) held", nullptr, static_cast<int>(count));
}

} // namespace headscope
