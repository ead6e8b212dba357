// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation.h"

#include "inspector/derivation/derivation_parts.h"
#include "inspector/derivation/panel_cache.h"
#include "painters/matrix_painter.h"
#include "scene/value_range.h"
#include "words/numbers/number_format.h"
#include "words/statements.h"
#include "words/typed_number_text.h"

#include <algorithm>

namespace headscope {

namespace {

bool isQueryKey(const MatrixPanel& panel) {
    return panel.matrix.axes()[0] == Axis::Query && panel.matrix.axes()[1] == Axis::Key;
}

std::optional<Badge> badgeOf(const MatrixPanel& panel) {
    if (panel.kind == MatrixPanel::Kind::Head)
        return Badge{QString::number(panel.head + 1), headColour(panel.head, ThemeKind::Light)};
    if (panel.kind == MatrixPanel::Kind::Whole) {
        if (const auto projection = infoOf(panel.name).projection)
            return Badge{projection == Projection::Query ? QStringLiteral("Q")
                         : projection == Projection::Key ? QStringLiteral("K")
                                                         : QStringLiteral("V"),
                         projectionColour(*projection)};
    }
    return std::nullopt;
}

QStringList titleOf(const DerivationContext& context, const MatrixPanel& panel,
                    const PanelCell& cell) {
    const QString row =
        plainMarkup(rowLabels(context.tokens(), panel, context.sequence).value(cell.row));
    const QString column =
        plainMarkup(columnLabels(context.tokens(), panel, context.sequence).value(cell.column));
    const Tensor& tensor = context.trace[panel.step].result;
    if (panel.isVector())
        return {axisWord(tensor.axes()[panel.columnAxis]), column};
    const QString second = axisWord(tensor.axes()[panel.columnAxis]);
    return {axisWord(tensor.axes()[panel.rowAxis]), row,
            isQueryKey(panel) ? QStringLiteral("→ ") + second : second, column};
}

QString nounOf(const MatrixPanel& panel, const Scene& scene) {
    if (panel.kind == MatrixPanel::Kind::MeanHead)
        return translate("Inspector", "mean of all heads");
    if (panel.kind == MatrixPanel::Kind::MaxHead)
        return translate("Inspector", "largest of all heads");
    switch (panel.name) {
    case TensorName::AttentionWeights: return translate("Inspector", "of the attention");
    case TensorName::DroppedWeights: return translate("Inspector", "after dropout");
    case TensorName::Scores: return translate("Inspector", "score");
    case TensorName::ScaledScores: return translate("Inspector", "scaled score");
    case TensorName::MaskedScores: return translate("Inspector", "masked score");
    default: return statementOf(scene, panel.name).title;
    }
}

QString captionOf(const MatrixPanel& panel, const PanelCell& cell, const Scene& scene) {
    const QString noun = nounOf(panel, scene);
    if (const MatrixPanel::Typed* const typed = panel.typedAt(cell.row, cell.column))
        return translate("Inspector", "%1: %2").arg(noun, typedText(typed->wouldBe));
    const CellMark mark = panel.markOf(cell.row, cell.column);
    return mark == CellMark::None ? noun
                                  : translate("Inspector", "%1, %2").arg(noun, markName(mark));
}

QBrush swatchOf(const Scene& scene, PanelCache& cache, const MatrixPanel& panel,
                const PanelCell& cell) {
    const CellMark mark = panel.markOf(cell.row, cell.column);
    if (mark != CellMark::None)
        return markBrush(mark, theme(scene.display.theme));
    const ValueScale range = cache.range(scene, static_cast<std::size_t>(cell.panel));
    return QColor::fromRgb(colourOf(mapOf(panel.name, scene.display.map), range,
                                    panel.matrix(cell.row, cell.column), cell.row));
}

DerivationSection paddingSection() {
    DerivationSection section;
    section.rows.push_back(noteRow(
        translate("Inspector", "Padding: this query lies behind the end of the sentence.")));
    section.rows.push_back(noteRow(
        translate("Inspector", "It is computed only because all sequences of a batch have one "
                               "length; nobody reads it, and no sum counts it.")));
    return section;
}

} // namespace

Derivation derivationOf(const Scene& scene, const Unfolding& unfolding, PanelCache& cache,
                        const std::optional<CellSpan>& seen) {
    const auto asked = scene.selection.asked();
    if (scene.isEmpty() || !scene.run || !asked || asked->panel < 0)
        return {};
    const std::vector<TensorName> tensors = tensorsOf(scene.selection.stage, *scene.trace);
    if (scene.selection.tensor >= tensors.size())
        return {};
    const TensorName name = *shownTensor(scene);
    const auto place = static_cast<std::size_t>(asked->panel);
    // Mean and maximum cost a pass over all heads: only where one of them is asked.
    const bool beyondHeads = place >= cache.panels(scene, name, false).size();
    const std::vector<MatrixPanel>& panels = cache.panels(scene, name, beyondHeads);
    if (place >= panels.size())
        return {};
    const MatrixPanel& panel = panels[place];
    if (asked->row < 0 || asked->row >= panel.matrix.size(0) || asked->column < 0 ||
        asked->column >= panel.matrix.size(1))
        return {};

    DerivationContext context{scene, unfolding, *scene.trace, scene.selection.sequence};
    context.seen = seen;
    if (isSequential(panel.name))
        context.scale = cache.range(scene, place);
    Derivation derivation;
    derivation.badge = badgeOf(panel);
    derivation.title = titleOf(context, panel, *asked);
    derivation.caption = captionOf(panel, *asked, scene);
    derivation.block = blockTitle(scene.blocks.get());
    derivation.swatch = swatchOf(scene, cache, panel, *asked);
    if (panel.prefix.empty()) {
        const float value = panel.matrix(asked->row, asked->column);
        derivation.result = computedNumber(value);
        derivation.result.full = fullText(value);
        derivation.result.text = resultText(value);
        if (panel.isPadding(asked->row, asked->column))
            derivation.sections.push_back(paddingSection());
        addSummarySections(context, panels, *asked, derivation);
        return derivation;
    }
    const TraceCell at{panel.step, panel.cellAt(asked->row, asked->column)};
    derivation.result = shownNumber(*scene.trace, at);
    derivation.result.text = resultText(derivation.result.value);
    if (panel.isPadding(asked->row, asked->column))
        derivation.sections.push_back(paddingSection());
    if (auto warning = nonFiniteSection(context, at))
        derivation.sections.push_back(std::move(*warning));
    if (isQueryKey(panel) && !infoOf(name).projection && !isAnalysisStage(scene.selection.stage) &&
        context.trace[at.step].operation != Operation::Mask &&
        context.trace[at.step].operation != Operation::Input &&
        context.trace[at.step].operation != Operation::MergeWords)
        addQueryKeySections(context, at, derivation);
    else
        addCellSections(context, at, derivation);
    return derivation;
}

} // namespace headscope
