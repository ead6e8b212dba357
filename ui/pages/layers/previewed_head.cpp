// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/previewed_head.h"

#include "words/joined.h"
#include "words/measure_text.h"
#include "words/off_text.h"

namespace headscope {

namespace {

using Place = LayersPicture::Place;

/// nullptr where they are not known.
const HeadMeasures* measuresAt(const LayersPicture& picture, const Place& place) {
    const LayersMeasures* const all = picture.measures().get();
    return all ? all->find(picture.scopeAt(place), static_cast<std::size_t>(picture.headAt(place)))
               : nullptr;
}

std::vector<HeadPreview::Line> linesOf(const HeadMeasures& measures,
                                       const std::optional<Measure>& chosen) {
    std::vector<HeadPreview::Line> lines;
    for (const Measure measure : allMeasures) {
        const std::optional<MeanOfRows>& mean = measures[measure];
        if (!mean)
            continue;
        const double largest = mean->largest > 0 ? mean->largest : 1;
        lines.push_back({measureQuestion(measure), measureNumber(measure, mean->value),
                         mean->value / largest, mean->even / largest, chosen == measure});
    }
    return lines;
}

/// What stands under the small one; of a bar that is missing, why.
QString saidOf(const LayersPicture& picture, const Place& place) {
    const LayersBars& bars = picture.bars();
    if (const std::optional<HeadBar>& bar = picture.barAt(place))
        return bars.question + u' ' + bar->text;
    const Scene& scene = picture.scene();
    const std::optional<Measure>& measure = scene.display.layers.measure;
    if (!measure || picture.isComparing() || bars.rows.empty())
        return {};
    const HeadMeasures* const of = measuresAt(picture, place);
    return bars.question + QStringLiteral(": ") +
           (of && of->queries == 0 && of->noShares > 0
                ? noSharesText(0, of->noShares)
                : whyNoMeasure(*measure, !scene.run->isSelfAttention(picture.scopeAt(place))));
}

} // namespace

std::optional<HeadPreview::Head> previewedHead(const LayersPicture& picture, const Place& place,
                                               ComparedPart part) {
    const LayersPicture::Row& row = picture.rowAt(place);
    const auto head = static_cast<std::size_t>(picture.headAt(place));
    HeadPreview::Head shown;
    shown.panel = picture.panelOf(row, head);
    if (!shown.panel)
        return std::nullopt;
    const Scene& scene = picture.scene();
    shown.name = picture.nameOf(place);
    shown.number = static_cast<int>(head);
    shown.said = saidOf(picture, place);
    if (picture.isOff(place))
        shown.said = joined({offMarkName(), shown.said});
    if (picture.isComparing()) {
        const std::shared_ptr<const LayersComparison>& comparison = picture.comparison();
        const LayersComparison::Attention& attention = comparison->attentions[row.source];
        const std::shared_ptr<const PreparedPanel> a(comparison, &attention.heads[head].a);
        const std::shared_ptr<const PreparedPanel> b(comparison, &attention.heads[head].b);
        shown.colours = comparison->colours(scene.display);
        if (part == ComparedPart::Difference) {
            shown.colours = comparison->differenceColours(scene.display);
            shown.a = a;
            shown.b = b;
        } else {
            shown.panel = part == ComparedPart::A ? a : b;
        }
        shown.rows = attention.rowLabels;
        shown.columns = attention.columnLabels;
        shown.name += QStringLiteral(" · ") + (part == ComparedPart::A   ? QStringLiteral("A")
                                               : part == ComparedPart::B ? QStringLiteral("B")
                                                                         : QStringLiteral("B − A"));
        return shown;
    }
    shown.colours = picture.coloursOf(row, head);
    const AxisTokens tokens = scene.run->tokens(row.attention->scope);
    shown.rows = rowLabels(tokens, shown.panel->panel, scene.selection.sequence);
    shown.columns = columnLabels(tokens, shown.panel->panel, scene.selection.sequence);
    const HeadMeasures* const measures = measuresAt(picture, place);
    if (measures && picture.measures()->suits(scene))
        shown.lines = linesOf(*measures, scene.display.layers.measure);
    if (!shown.lines.empty())
        shown.kind = headKindSentence(*measures);
    return shown;
}

} // namespace headscope
