// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_legend.h"

#include "pages/train/train_words.h"
#include "type/fonts.h"
#include "words/learnt_words.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>

#include <algorithm>

namespace headscope {

namespace {

QString cornerText(const TrainScene& scene) {
    const HeadFinding finding = findingOf(scene, scene.head);
    if (finding.relation < 0)
        return {};
    const auto& relation =
        scene.moment.data().relations[static_cast<std::size_t>(finding.relation)];
    return TrainText::tr("corner: %1").arg(relationName(relation.name));
}

} // namespace

TrainLegend legendOf(const TrainArrangement& layout) {
    const TrainGeometry& g = layout.geometry();
    const ValueScale& range = layout.colours().range;
    const QFont font = textFont(layout.px(12));
    const QFontMetricsF metrics(font);
    const double gap = layout.px(7);
    TrainLegend legend;
    legend.key = {
        {rangeText(range.low), rangeText(range.high)}, {layout.px(92), layout.px(8)}, gap};
    const QString values = (range.squareRoot ? QStringLiteral("√  ") : QString()) +
                           TrainText::values(layout.scene().values);
    legend.values = {values, g.left.origin.x() + legend.key.width(font) + gap,
                     metrics.horizontalAdvance(values)};
    const double x = legend.end = legend.values.left + legend.values.width + gap;
    const QString text = cornerText(layout.scene());
    const double mark = std::max(x + layout.px(12), g.isPresented() ? 0.0 : g.right.origin.x());
    const double from = mark + layout.px(14);
    const double wide = metrics.horizontalAdvance(text);
    // A mark without a word says nothing.
    if (text.isEmpty() || (g.isPresented() && from + wide > layout.size().width() - layout.px(24)))
        return legend;
    legend.corner = {text, from, wide};
    legend.cornerMark = QRectF(mark, g.legendY - layout.px(5), layout.px(9), layout.px(9));
    legend.end = from + wide;
    return legend;
}

ColourPlace colourPlaceOf(const TrainArrangement& layout) {
    const TrainGeometry& g = layout.geometry();
    if (g.isPresented() || layout.scene().stop)
        return {};
    const double width = layout.size().width();
    ColourPlace place;
    place.map = layout.scene().values == TrainValues::Weights;
    place.spread = true;
    place.left = qRound(legendOf(layout).end + layout.px(14));
    place.middle = qRound(g.legendY);
    // What the model says stands as low at its side, but for the end of that line.
    if (place.left + place.width() > g.answer.left() - layout.px(8))
        place.left = std::max({place.left, qRound(g.answer.left() + layout.px(100)),
                               qRound(width - layout.px(24)) - place.width()});
    return place;
}

} // namespace headscope
