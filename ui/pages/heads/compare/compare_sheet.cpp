// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_sheet.h"

#include "pages/heads/compare/compare_painter.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr double widestName = 120;
} // namespace

void paintComparison(FigureCanvas& canvas, const CompareContent& content,
                     const CompareGeometry& geometry, const CompareImages& images,
                     const CompareLook& look) {
    ComparePainter(canvas, content, geometry, images, look).all();
}

CompareLabelWidths compareLabelWidths(const CompareContent& content, double textScale) {
    CompareLabelWidths widths;
    const QFontMetricsF metrics(
        figureFont(FigureFont::Text, static_cast<int>(std::lround(13 * textScale)), true));
    constexpr qsizetype mostMeasured = 512;
    const auto widest = [&](const QStringList& labels, bool withIndex) {
        double width = 0;
        for (qsizetype i = 0; i < std::min(labels.size(), mostMeasured); ++i) {
            const CompareLabel label = compareLabel(labels[i]);
            width = std::max(width, metrics.horizontalAdvance(withIndex ? labels[i] : label.text) +
                                        (withIndex || label.index.isEmpty() ? 0 : 9 * textScale));
        }
        return std::min(width, widestName * textScale);
    };
    widths.rows = widest(content.rowLabels, true);
    widths.standing =
        std::max(widest(content.a.columnLabels, true), widest(content.b.columnLabels, true));
    widths.columns =
        std::max(widest(content.a.columnLabels, false), widest(content.b.columnLabels, false));
    return widths;
}

CompareGeometryInput compareLayoutOf(const CompareContent& content, double textScale) {
    CompareGeometryInput in;
    in.textScale = textScale;
    in.difference = content.hasDifference();
    in.weights = content.weights;
    in.output = !content.outputMoved.empty();
    in.heads = static_cast<int>(content.heads.size());
    in.edits = !content.edits.empty();
    if (!content.a.panels.empty() && !content.b.panels.empty()) {
        const Tensor& a = content.a.panels[content.shown].matrix;
        const Tensor& b = content.b.panels[content.shown].matrix;
        in.rows = a.size(0);
        in.columns = a.size(1);
        in.rowsB = b.size(0);
        in.columnsB = b.size(1);
    }
    const CompareLabelWidths widths = compareLabelWidths(content, textScale);
    in.rowLabelWidth = widths.rows;
    in.columnLabelWidth = widths.columns;
    in.columnLabelLength = widths.standing;
    return in;
}

} // namespace headscope
