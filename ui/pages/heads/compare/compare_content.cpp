// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_content.h"

#include "comparison/compared_block.h"
#include "pages/heads/compare/compare_words.h"
#include "scene/panels/row_sums.h"
#include "scene/value_range.h"
#include "words/block_text.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr std::size_t mostChanges = 8;

/// ‖B − A‖ ÷ ‖A‖ of the output tokens of the block, all heads together.
std::vector<double> outputsMoved(const ComparedBlock& a, const ComparedBlock& b) {
    const auto outputOf = [](const ComparedBlock& cut) -> std::optional<Tensor> {
        if (!cut.trace->find(TensorName::Output))
            return std::nullopt;
        const auto panels = slicesOf(*cut.trace, TensorName::Output, cut.sequence);
        return panels.empty() ? std::nullopt : std::optional(panels.front().matrix);
    };
    const std::optional<Tensor> before = outputOf(a);
    const std::optional<Tensor> after = outputOf(b);
    if (!before || !after || before->shape() != after->shape())
        return {};
    return relativeRowChanges(*before, *after);
}

ComparePart partOf(const Compared::Side& side, const ComparedBlock& cut,
                   std::vector<MatrixPanel> panels) {
    ComparePart part;
    part.name = side.name;
    QStringList places;
    if (side.side.scope)
        places << blockName(cut.scope);
    if (side.side.sequence && side.run->batch() > 1)
        places << CompareWords::tr("sequence %1").arg(cut.sequence + 1);
    if (side.side.head)
        places << CompareWords::tr("head %1").arg(*side.side.head + 1);
    part.place = places.join(QStringLiteral(" · "));
    if (!panels.empty()) {
        part.rowLabels = rowLabels(cut.tokens, panels.front(), cut.sequence);
        part.columnLabels = columnLabels(cut.tokens, panels.front(), cut.sequence);
    }
    part.panels = std::move(panels);
    return part;
}

/// The mean of the heads, behind all that stand beside each other, as the enlarged one; where
/// either side has but one head, nothing.
void showMean(CompareContent& content, const std::optional<MatrixPanel>& a,
              const std::optional<MatrixPanel>& b) {
    if (!a || !b || content.ownHead)
        return;
    content.shown = content.a.panels.size();
    content.a.panels.push_back(*a);
    content.b.panels.push_back(*b);
}

/// Takes the mean from behind the heads.
std::optional<MatrixPanel> takeMean(std::vector<MatrixPanel>& panels) {
    if (panels.empty() || panels.back().kind != MatrixPanel::Kind::MeanHead)
        return std::nullopt;
    MatrixPanel mean = std::move(panels.back());
    panels.pop_back();
    return mean;
}

/// Which heads stand beside each other: pairs of one number, or the two that were chosen.
void pairHeads(CompareContent& content, const Compared& compared, int chosen) {
    const auto& a = compared.a.side.head;
    const auto& b = compared.b.side.head;
    const int count = static_cast<int>(std::min(content.a.panels.size(), content.b.panels.size()));
    if (a || b) {
        content.ownHead = true;
        const auto take = [&](std::vector<MatrixPanel>& panels, int head) {
            const int last = static_cast<int>(panels.size()) - 1;
            const MatrixPanel panel = panels[static_cast<std::size_t>(std::clamp(head, 0, last))];
            panels.assign(1, panel);
        };
        take(content.a.panels, a.value_or(chosen));
        take(content.b.panels, b.value_or(chosen));
        content.heads = {content.a.panels.front().head};
        return;
    }
    content.a.panels.resize(static_cast<std::size_t>(count));
    content.b.panels.resize(static_cast<std::size_t>(count));
    for (int head = 0; head < count; ++head)
        content.heads.push_back(head);
    content.shown = static_cast<std::size_t>(std::clamp(chosen, 0, count - 1));
}

double largestOf(const ComparePart& part, double largest) {
    for (const MatrixPanel& panel : part.panels)
        largest = std::max(largest, largestMagnitude(panel, {}));
    return largest;
}

void chooseColours(CompareContent& content, const DisplayOptions& display) {
    // On a fixed range nobody has to look for the largest.
    const bool fixed = content.weights && display.range.mode == RangeMode::Fixed;
    const double largest = fixed ? 1 : largestOf(content.b, largestOf(content.a, 0));
    content.colours = comparedColours(content.name, largest, display);
    double moved = 0;
    for (const MatrixDifference& difference : content.differences)
        moved = std::max(moved, difference.largest);
    content.differenceColours = differenceColours(content.name, moved, display);
}

bool hasMasked(const MatrixPanel& panel) {
    if (!panel.mask)
        return false;
    for (Index row = 0; row < panel.matrix.size(0); ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            if (panel.isForbidden(row, column) && !panel.isPadding(row, column))
                return true;
        }
    }
    return false;
}

/// What is drawn of the enlarged head besides its cells.
void describeShown(ComparePart& part, std::size_t shown, const CancellationToken& token) {
    const MatrixPanel& panel = part.panels[shown];
    part.levels = PanelLevels(panel, token);
    part.received = sumsOf(panel, token).columns;
    part.masked = hasMasked(panel);
}

void addEdits(CompareContent& content, const Compared& compared, const Selection& selection) {
    for (const ComparedEdit& edit : compared.edits) {
        CompareEdit said{edit.subject, edit.change, {}, edit.taken};
        Compared::Side alone = compared.b;
        alone.run = edit.alone;
        const auto block = content.hasDifference() && content.weights
                               ? comparedBlock(alone, selection)
                               : std::nullopt;
        const MatrixPanel& shown = content.b.panels[content.shown];
        const Index head =
            shown.kind == MatrixPanel::Kind::MeanHead ? edit.alone->heads() : Index{shown.head};
        if (const auto moved = block ? movedTo(*block, content.name, static_cast<std::size_t>(head),
                                               content.a.panels[content.shown])
                                     : std::nullopt)
            said.alone = aloneText(*moved);
        content.edits.push_back(said);
    }
}

} // namespace

bool isMaskedInOne(const MatrixDifference& difference, Index query, Index key) {
    const MaskedIn masked = difference.maskedAt(query, key);
    return masked == MaskedIn::OnlyA || masked == MaskedIn::OnlyB;
}

Index compareWork(const Scene& scene) {
    return comparedWork(*scene.compared, false);
}

std::shared_ptr<const CompareContent> compareContent(const Scene& scene,
                                                     const CancellationToken& token) {
    if (!scene.compared || !scene.compared->a.run || !scene.compared->b.run)
        return nullptr;
    const Compared& compared = *scene.compared;
    const Selection& selection = scene.selection;
    auto content = std::make_shared<CompareContent>();
    const std::optional<ComparedBlock> a = comparedBlock(compared.a, selection);
    const std::optional<ComparedBlock> b = comparedBlock(compared.b, selection);
    if (!a || !b) {
        content->why =
            CompareWords::tr("%1 has no such block.").arg(a ? compared.b.name : compared.a.name);
        content->title = CompareWords::tr("There is nothing to compare here");
        content->detail = content->why;
        return content;
    }
    const auto names = tensorsOf(selection.stage, *b->trace);
    const auto others = tensorsOf(selection.stage, *a->trace);
    content->name = !names.empty()    ? names.front()
                    : !others.empty() ? others.front()
                                      : TensorName::AttentionWeights;
    content->weights = isShare(content->name);
    const bool mean = scene.run && selection.panel == scene.run->heads();
    content->a = partOf(compared.a, *a, comparedHeads(*a, content->name, mean));
    content->b = partOf(compared.b, *b, comparedHeads(*b, content->name, mean));
    const std::optional<MatrixPanel> meanA = takeMean(content->a.panels);
    const std::optional<MatrixPanel> meanB = takeMean(content->b.panels);
    if (content->a.panels.empty() || content->b.panels.empty()) {
        const bool inA = content->a.panels.empty();
        content->why = CompareWords::tr("There are no %1 in %2.")
                           .arg(tensorTitle(content->name), inA ? u"A"_qs : u"B"_qs);
        content->title = CompareWords::tr("There is nothing to compare here");
        content->detail = content->why;
        return content;
    }
    pairHeads(*content, compared, selection.panel);
    showMean(*content, meanA, meanB);
    if (content->a.panels.front().matrix.shape() == content->b.panels.front().matrix.shape()) {
        for (std::size_t i = 0; i < content->a.panels.size() && !token.isCancelled(); ++i) {
            content->differences.push_back(differenceOf(comparedMatrix(content->a.panels[i]),
                                                        comparedMatrix(content->b.panels[i])));
            content->differencePanels.push_back(differencePanel(
                content->differences.back(), content->a.panels[i], content->b.panels[i]));
            content->differenceLevels.emplace_back(content->differencePanels.back(), token);
        }
        if (token.isCancelled())
            return nullptr;
        content->outputMoved = outputsMoved(*a, *b);
        content->most = largestChanges(content->difference(), mostChanges);
    } else {
        content->why = compareSizesText(content->a.panels.front(), content->b.panels.front());
    }
    for (ComparePart* part : {&content->a, &content->b})
        describeShown(*part, content->shown, token);
    content->rowLabels = sharedLabels(content->a.rowLabels, content->b.rowLabels);
    if (token.isCancelled())
        return nullptr;
    chooseColours(*content, scene.display);
    addEdits(*content, compared, selection);
    sayTitle(*content, compared);
    return content;
}

namespace {

void cutSide(ComparePart& side, std::size_t shown, const CellSpan& part) {
    for (MatrixPanel& panel : side.panels)
        panel.cut(part);
    side.levels = PanelLevels(side.panels[shown], {});
    keepPlaces(side.rowLabels, part.firstRow, part.endRow);
    keepPlaces(side.columnLabels, part.firstColumn, part.endColumn);
    keepPlaces(side.received, part.firstColumn, part.endColumn);
    side.masked = hasMasked(side.panels[shown]);
}

void cutDifference(MatrixDifference& difference, const MatrixPanel& cut, const CellSpan& part) {
    std::vector<MaskedIn> masked;
    for (Index query = part.firstRow; query < part.endRow; ++query) {
        for (Index key = part.firstColumn; key < part.endColumn; ++key)
            masked.push_back(difference.maskedAt(query, key));
    }
    difference.masked = std::move(masked);
    difference.difference = cut.matrix;
    keepPlaces(difference.rowMoved, part.firstRow, part.endRow);
    keepPlaces(difference.received, part.firstColumn, part.endColumn);
}

} // namespace

Status cutTo(CompareContent& content, const CellSpan& part) {
    for (const ComparePart* side : {&content.a, &content.b}) {
        const Tensor& matrix = side->panels[content.shown].matrix;
        if (part.endRow > matrix.size(0) || part.endColumn > matrix.size(1))
            return makeError(HEADSCOPE_MESSAGE("Message", "the matrix has %1 rows and %2 columns, "
                                                          "not those that are asked for"),
                             matrix.size(0), matrix.size(1));
    }
    const Tensor& whole = content.a.panels[content.shown].matrix;
    content.detail += (content.detail.isEmpty() ? QString() : QStringLiteral(" · ")) +
                      spanText(part, whole.size(0), whole.size(1));
    for (ComparePart* side : {&content.a, &content.b})
        cutSide(*side, content.shown, part);
    for (std::size_t i = 0; i < content.differences.size(); ++i) {
        content.differencePanels[i].cut(part);
        cutDifference(content.differences[i], content.differencePanels[i], part);
        content.differenceLevels[i] = PanelLevels(content.differencePanels[i], {});
    }
    keepPlaces(content.rowLabels, part.firstRow, part.endRow);
    keepPlaces(content.outputMoved, part.firstRow, part.endRow);
    if (content.hasDifference())
        content.most = largestChanges(content.difference(), mostChanges);
    return Done{};
}

QString differenceText(float difference) {
    if (difference == 0 || std::isnan(difference))
        return cellText(difference, 4);
    if (std::abs(difference) < .005F)
        return QStringLiteral("·");
    const float size = std::abs(difference);
    // What rounds to 1 is "+1.0" here, where a sign stands before it.
    QString text = size > .995F && size < 1 ? QStringLiteral("1.0") : cellText(size, 4);
    if (text.startsWith(QStringLiteral("0.")))
        text.remove(0, 1);
    return (difference > 0 ? u'+' : QChar(0x2212)) + text;
}

} // namespace headscope
