// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_comparison.h"

#include "comparison/compared_block.h"
#include "scene/value_range.h"
#include "support/parallel.h"
#include "words/block_text.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"

#include <algorithm>

namespace headscope {

namespace {

using Attention = LayersComparison::Attention;

bool hasAttention(const Run& run, const std::string& path) {
    return std::ranges::any_of(run.scopes(), [&](const TraceScope& scope) {
        return scope.kind == ScopeKind::Attention && scope.path == path;
    });
}

/// The places that are compared: those that no side says itself. All of A and of B, where both
/// follow.
std::vector<std::string> placesOf(const Compared& compared) {
    std::vector<std::string> places;
    const auto add = [&](const Compared::Side& side) {
        for (const TraceScope& scope : side.run->scopes()) {
            if (scope.kind == ScopeKind::Attention &&
                std::ranges::find(places, scope.path) == places.end())
                places.push_back(scope.path);
        }
    };
    if (compared.a.side.scope && compared.b.side.scope)
        return {*compared.b.side.scope};
    if (!compared.b.side.scope)
        add(compared.b);
    if (!compared.a.side.scope)
        add(compared.a);
    return places;
}

/// What stands at a place of the grid at one side; nothing where that run has no such attention.
std::optional<ComparedBlock> blockAt(const Compared::Side& side, const Selection& selection,
                                     const std::string& place) {
    const std::string& scope = side.side.scope ? *side.side.scope : place;
    if (!hasAttention(*side.run, scope))
        return std::nullopt;
    Selection there = selection;
    there.scope = place;
    return comparedBlock(side, there);
}

/// Which of a side's heads stands at a place: its own, or that of the place.
std::size_t headOf(const ComparedSide& side, std::size_t place, std::size_t heads) {
    return side.head
               ? static_cast<std::size_t>(std::clamp(*side.head, 0, static_cast<int>(heads) - 1))
               : place;
}

const MatrixPanel& headAt(const std::vector<MatrixPanel>& panels, const ComparedSide& side,
                          std::size_t place) {
    return panels[headOf(side, place, panels.size())];
}

PreparedPanel prepared(const MatrixPanel& panel, const CancellationToken& token) {
    PreparedPanel whole;
    whole.panel = panel;
    whole.levels = PanelLevels(panel, token);
    whole.largest = largestMagnitude(panel, token);
    return whole;
}

/// Both heads of a place and what lies between them.
void compareHeads(Attention& attention, std::size_t place, const MatrixPanel& a,
                  const MatrixPanel& b, const CancellationToken& token) {
    const MatrixDifference difference = differenceOf(comparedMatrix(a), comparedMatrix(b));
    LayersComparison::Head& head = attention.heads[place];
    head.a = prepared(a, token);
    head.b = prepared(b, token);
    head.moved = difference.moved;
    head.largest = difference.largest;
    head.unmeasured = difference.unmeasured;
    MatrixPanel moved = differencePanel(difference, a, b);
    moved.head = static_cast<int>(place);
    attention.difference.heads[place] = prepared(moved, token);
}

Attention compareAttention(const Compared& compared, const Selection& selection,
                           const std::string& place, TensorName name, const Execution& execution) {
    Attention attention;
    attention.difference.scope = place;
    attention.difference.name = name;
    const std::optional<ComparedBlock> a = blockAt(compared.a, selection, place);
    const std::optional<ComparedBlock> b = blockAt(compared.b, selection, place);
    std::vector<MatrixPanel> before;
    std::vector<MatrixPanel> after;
    if (a)
        before = comparedHeads(*a, name);
    if (b)
        after = comparedHeads(*b, name);
    if (before.empty() || after.empty()) {
        attention.note =
            before.empty() && after.empty()
                ? CompareWords::tr("There are no %1 in %2.")
                      .arg(tensorTitle(name), CompareWords::tr("%1 and %2")
                                                  .arg(QStringLiteral("A"), QStringLiteral("B")))
            : before.empty() ? CompareWords::tr("only in B")
                             : CompareWords::tr("only in A");
        return attention;
    }
    const ComparedSide& sideA = compared.a.side;
    const ComparedSide& sideB = compared.b.side;
    const std::size_t count = sideA.head && sideB.head ? 1
                              : sideA.head             ? after.size()
                              : sideB.head             ? before.size()
                                                       : std::min(before.size(), after.size());
    if (headAt(before, sideA, 0).matrix.shape() != headAt(after, sideB, 0).matrix.shape()) {
        attention.note = compareSizesText(before.front(), after.front());
        return attention;
    }
    attention.rowLabels = sharedLabels(rowLabels(a->tokens, before.front(), a->sequence),
                                       rowLabels(b->tokens, after.front(), b->sequence));
    attention.columnLabels = sharedLabels(columnLabels(a->tokens, before.front(), a->sequence),
                                          columnLabels(b->tokens, after.front(), b->sequence));
    attention.heads.resize(count);
    attention.difference.heads.resize(count);
    parallelFor(static_cast<Index>(count), execution, [&](Index head) {
        const auto at = static_cast<std::size_t>(head);
        compareHeads(attention, at, headAt(before, sideA, at), headAt(after, sideB, at),
                     execution.cancellation);
    });
    return attention;
}

/// The tensor of the stage, of B or where B has none of A.
TensorName tensorOf(const Compared& compared, const Selection& selection,
                    const std::vector<std::string>& places) {
    for (const auto* side : {&compared.b, &compared.a}) {
        for (const std::string& place : places) {
            if (const auto block = blockAt(*side, selection, place)) {
                const auto names = tensorsOf(stageInLayers(selection), *block->trace);
                if (!names.empty())
                    return names.front();
            }
        }
    }
    return TensorName::AttentionWeights;
}

QString movedText(const LayersComparison& comparison, const LayersComparison::Head& head) {
    return comparison.weights ? headscope::movedText(head.moved, head.unmeasured)
                              : shortText(head.largest);
}

/// What the head that moved most makes of one edit alone.
QString editAlone(const LayersComparison& comparison, const Compared& compared,
                  const std::shared_ptr<const Run>& run, const Selection& selection) {
    if (!run || !comparison.most || !comparison.weights)
        return {};
    const Attention& attention = comparison.attentions[comparison.most->attention];
    Compared::Side side = compared.b;
    side.run = run;
    const auto block = blockAt(side, selection, attention.difference.scope);
    if (!block)
        return {};
    const std::size_t place = comparison.most->head;
    const auto moved = movedTo(*block, comparison.name,
                               headOf(side.side, place, static_cast<std::size_t>(run->heads())),
                               attention.heads[place].a.panel);
    return moved ? aloneText(*moved) : QString();
}

void sayTitle(LayersComparison& comparison, const Compared& compared) {
    const auto edits =
        static_cast<std::size_t>(std::ranges::count(comparison.edits, true, &CompareEdit::taken));
    const bool places = comparesPlaces(compared);
    if (!comparison.most) {
        comparison.title = CompareWords::tr("There is nothing to compare here");
        if (!comparison.attentions.empty())
            comparison.detail = comparison.attentions.front().note;
        return;
    }
    if (comparison.largest == 0 && comparison.unmeasured > 0) {
        comparison.title = unmeasuredText(comparison.unmeasured);
        comparison.detail = CompareWords::tr("all others are equal");
        return;
    }
    if (comparison.largest == 0) {
        comparison.title = CompareWords::tr("Nothing moved");
        comparison.detail = nothingMovedText(compared, places, edits)
                                .value_or(CompareWords::tr("every head is in B as it was in A"));
        return;
    }
    const Attention& attention = comparison.attentions[comparison.most->attention];
    const QString where = CompareWords::tr("%1, head %2")
                              .arg(blockName(attention.difference.scope))
                              .arg(comparison.most->head + 1);
    const QString moved = movedText(comparison, attention.heads[comparison.most->head]);
    const bool byEdits = edits > 0 && !places;
    const QString who =
        byEdits ? editCountText(edits)
                : CompareWords::tr("%1 and %2").arg(QStringLiteral("A"), QStringLiteral("B"));
    const QString what = tensorTitle(comparison.name);
    comparison.title =
        comparison.weights
            ? (byEdits ? CompareWords::tr("%1 moved most in %2: %3").arg(who, where, moved)
                       : CompareWords::tr("%1 differ most in %2: %3").arg(who, where, moved))
            : (byEdits ? CompareWords::tr("%1 changed the %2 most in %3: by %4")
                             .arg(who, what, where, moved)
                       : CompareWords::tr("%1 differ in their %2 most in %3: by %4")
                             .arg(who, what, where, moved));
    if (!comparison.weights)
        return;
    double sum = 0;
    int count = 0;
    for (const Attention& one : comparison.attentions) {
        for (const LayersComparison::Head& head : one.heads) {
            if (!std::isfinite(head.moved))
                continue;
            sum += head.moved;
            ++count;
        }
    }
    comparison.detail = CompareWords::tr("mean of all %n heads %1", nullptr, count)
                            .arg(percentText(count > 0 ? sum / count : 0));
    comparison.measure = CompareWords::tr("%1 = mean of row moved").arg(moved);
}

} // namespace

CellColours LayersComparison::colours(const DisplayOptions& display) const {
    return comparedColours(name, largestValue, display);
}

CellColours LayersComparison::differenceColours(const DisplayOptions& display) const {
    return headscope::differenceColours(name, largest, display);
}

LayersBars LayersComparison::bars(const std::vector<std::size_t>& order) const {
    LayersBars bars;
    bars.question = weights ? CompareWords::tr("row moved") : CompareWords::tr("largest |B − A|");
    bars.largest = weights ? 1 : largest;
    bars.scale = weights ? CompareWords::tr("mean of ½ Σ |B − A|, 0 – 100 %")
                         : QStringLiteral("0 – %1").arg(shortText(largest));
    for (const std::size_t attention : order) {
        auto& row = bars.rows.emplace_back();
        for (const Head& head : attentions[attention].heads) {
            const double moved = movedOf(head);
            const QString text = movedText(*this, head);
            row.push_back(HeadBar{moved, {}, text, bars.question + u' ' + text});
        }
    }
    return bars;
}

std::shared_ptr<const LayersComparison> compareLayers(const Scene& scene,
                                                      const Execution& execution) {
    if (!scene.compared || !scene.compared->a.run || !scene.compared->b.run)
        return nullptr;
    const Compared& compared = *scene.compared;
    auto comparison = std::make_shared<LayersComparison>();
    const std::vector<std::string> places = placesOf(compared);
    comparison->name = tensorOf(compared, scene.selection, places);
    comparison->weights = isShare(comparison->name);
    for (const std::string& place : places) {
        comparison->attentions.push_back(
            compareAttention(compared, scene.selection, place, comparison->name, execution));
        if (execution.cancellation.isCancelled())
            return nullptr;
        const Attention& attention = comparison->attentions.back();
        for (std::size_t head = 0; head < attention.heads.size(); ++head) {
            const LayersComparison::Head& one = attention.heads[head];
            comparison->largest = std::max(comparison->largest, one.largest);
            comparison->unmeasured += one.unmeasured;
            comparison->largestValue =
                std::max({comparison->largestValue, one.a.largest, one.b.largest});
            const auto& most = comparison->most;
            if (!most ||
                comparison->movedOf(one) >
                    comparison->movedOf(comparison->attentions[most->attention].heads[most->head]))
                comparison->most = {comparison->attentions.size() - 1, head};
        }
    }
    for (const ComparedEdit& edit : compared.edits)
        comparison->edits.push_back({edit.subject, edit.change,
                                     editAlone(*comparison, compared, edit.alone, scene.selection),
                                     edit.taken});
    sayTitle(*comparison, compared);
    return comparison;
}

Index compareLayersWork(const Scene& scene) {
    return comparedWork(*scene.compared, true);
}

} // namespace headscope
