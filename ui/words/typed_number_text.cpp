// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/typed_number_text.h"

#include "scene/panels/matrix_panel.h"
#include "words/block_text.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>
#include <QStringList>

namespace headscope {

namespace {

struct TypedNumberWords {
    Q_DECLARE_TR_FUNCTIONS(Typed)
};

} // namespace

QString typedStageName(TensorName name) {
    switch (name) {
    case TensorName::Scores: return TypedNumberWords::tr("score");
    case TensorName::ScaledScores: return TypedNumberWords::tr("scaled score");
    case TensorName::MaskedScores: return TypedNumberWords::tr("masked score");
    case TensorName::DroppedWeights: return TypedNumberWords::tr("weight after dropout");
    default: return TypedNumberWords::tr("weight");
    }
}

QStringList typedPlaces(const TypedNumber& number, const AxisTokens& tokens, Index batch) {
    QStringList places;
    if (number.scope != Scope())
        places << blockName(number.scope.path());
    if (batch > 1)
        places << TypedNumberWords::tr("sequence %1").arg(qint64{number.batch + 1});
    places << TypedNumberWords::tr("head %1").arg(qint64{number.head + 1});
    const auto word = [&](Axis axis, Index place) {
        return axisLabels(tokens, axis, number.batch, place + 1).value(place);
    };
    places << word(Axis::Query, number.query) + QStringLiteral(" → ") + word(Axis::Key, number.key);
    return places;
}

QString joinedPlaces(const QStringList& places) {
    return places.join(TypedNumberWords::tr(", ", "between places"));
}

QString typedPlaceText(const TypedNumber& number, const AxisTokens& tokens, Index batch) {
    return joinedPlaces(typedPlaces(number, tokens, batch));
}

QString typedText(float wouldBe) {
    return TypedNumberWords::tr("typed, would be %1").arg(numberText(static_cast<double>(wouldBe)));
}

QString readOnlyText(const Scene& scene) {
    if (scene.ofPage)
        return TypedNumberWords::tr(
                   "Shown is %1, not the experiment: nothing can be typed into it.")
            .arg(scene.pageRunName);
    return scene.pieces
               ? TypedNumberWords::tr("Nothing can be typed into words that are merged from "
                                      "their pieces; show the pieces.")
               : QString();
}

QString typedCountText(const Trace& whole) {
    std::size_t count = 0;
    for (const TraceStep& step : whole.steps())
        count += step.typedNumbers.size();
    return count == 0
               ? QString()
               : TypedNumberWords::tr("%n number(s) typed", nullptr, static_cast<int>(count));
}

} // namespace headscope
