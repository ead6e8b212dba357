// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/compared_block.h"

#include "scene/value_range.h"

#include <algorithm>

namespace headscope {

std::optional<ComparedBlock> comparedBlock(const Compared::Side& side, const Selection& selection) {
    if (!side.run)
        return std::nullopt;
    ComparedBlock cut;
    cut.scope = side.side.scope.value_or(selection.scope);
    cut.sequence = std::min(side.side.sequence.value_or(selection.sequence), side.run->batch() - 1);
    const auto& scopes = side.run->scopes();
    const auto hasScope = [&](const std::string& path) {
        return std::ranges::find(scopes, path, &TraceScope::path) != scopes.end();
    };
    if (scopes.size() <= 1) {
        cut.trace = side.run->trace();
        cut.scope = scopes.empty() ? std::string() : scopes.front().path;
    } else if (hasScope(cut.scope)) {
        cut.trace = std::make_shared<const Trace>(slice(*side.run->trace(), cut.scope).trace);
    } else {
        return std::nullopt;
    }
    cut.tokens = side.run->tokens(cut.scope);
    return cut;
}

std::vector<MatrixPanel> comparedHeads(const ComparedBlock& block, TensorName name, bool withMean) {
    std::vector<MatrixPanel> panels;
    if (block.trace->find(name))
        panels = panelsOf(*block.trace, block.tokens, name, block.sequence, withMean);
    std::erase_if(
        panels, [](const MatrixPanel& panel) { return panel.kind == MatrixPanel::Kind::MaxHead; });
    for (MatrixPanel& panel : panels) {
        if (panel.turned)
            panel.turn();
    }
    return panels;
}

ComparedMatrix comparedMatrix(const MatrixPanel& panel) {
    return {panel.matrix, panel.mask, panel.paddingFrom};
}

std::optional<MatrixDifference> movedTo(const ComparedBlock& block, TensorName name,
                                        std::size_t head, const MatrixPanel& a) {
    const bool mean = a.kind == MatrixPanel::Kind::MeanHead;
    const std::vector<MatrixPanel> panels = comparedHeads(block, name, mean);
    if (head >= panels.size() || panels[head].matrix.shape() != a.matrix.shape())
        return std::nullopt;
    return differenceOf(comparedMatrix(a), comparedMatrix(panels[head]));
}

Index comparedWork(const Compared& compared, bool ofAll) {
    Index numbers = 0;
    for (const auto* side : {&compared.a, &compared.b}) {
        if (!side->run)
            continue;
        for (const TraceStep& step : side->run->trace()->steps()) {
            const Index looked = 4 * step.result.elementCount();
            if (step.name == TensorName::AttentionWeights)
                numbers = ofAll ? numbers + looked : std::max(numbers, looked);
        }
    }
    return numbers;
}

MatrixPanel differencePanel(const MatrixDifference& difference, const MatrixPanel& a,
                            const MatrixPanel& b) {
    MatrixPanel panel = a;
    panel.matrix = difference.difference;
    panel.beforeDropout.reset();
    panel.typedNumbers.clear();
    Tensor may = Tensor::filled(difference.difference.shape(), difference.difference.axes(), 1);
    bool any = false;
    float* numbers = may.mutableData();
    for (Index row = 0; row < may.size(0); ++row) {
        for (Index column = 0; column < may.size(1); ++column, ++numbers) {
            if (a.isMasked(row, column) && b.isMasked(row, column)) {
                *numbers = 0;
                any = true;
            }
        }
    }
    panel.mayAttend.reset();
    panel.mask.reset();
    if (any)
        panel.mayAttend = may;
    return panel;
}

QStringList sharedLabels(QStringList a, const QStringList& b) {
    for (qsizetype i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] != b[i])
            a[i] += QStringLiteral(" | ") + b[i];
    }
    return a + b.mid(a.size());
}

CellColours comparedColours(TensorName name, double largest, const DisplayOptions& display) {
    CellColours colours;
    colours.map = mapOf(name, display.map);
    colours.theme = display.theme;
    const bool fixed = isShare(name) && display.range.mode == RangeMode::Fixed;
    const double end = fixed ? 1 : largest == 0 ? 1 : largest;
    colours.range = display.range.typed  ? typedRange(name, *display.range.typed)
                    : isSequential(name) ? ValueRange{0, end}
                                         : ValueRange{-end, end};
    return colours;
}

CellColours differenceColours(TensorName name, double largest, const DisplayOptions& display) {
    CellColours colours;
    colours.map = mapOf(TensorName::Scores, display.map); // diverges, as they do
    colours.theme = display.theme;
    const bool fixed = isShare(name) && display.range.mode == RangeMode::Fixed;
    const double end = fixed || largest == 0 ? 1 : largest;
    colours.range = ValueRange{-end, end};
    return colours;
}

} // namespace headscope
