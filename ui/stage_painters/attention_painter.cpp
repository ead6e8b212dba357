// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_painters/attention_painter.h"

#include "scene/fonts.h"
#include "scene/number_format.h"
#include "scene/shapes_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// More heads than this would be too small to compare.
constexpr Index mostHeads = 12;

QImage heatmap(const Tensor& weights, Index sequence, Index head, ColourMap map) {
    const Index rows = weights.size(2);
    const Index columns = weights.size(3);
    QImage image(static_cast<int>(columns), static_cast<int>(rows), QImage::Format_RGB32);
    for (Index row = 0; row < rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (Index column = 0; column < columns; ++column)
            line[column] = colourOf(map, {0, 1}, weights(sequence, head, row, column));
    }
    return image;
}

float largestDifference(const Tensor& a, const Tensor& b) {
    float largest = 0;
    Cell cell(a.rank(), 0);
    do
        largest = std::max(largest, std::abs(a.at(cell) - b.at(cell)));
    while (advance(cell, a.shape()));
    return largest;
}

} // namespace

void paintAttention(QPainter& painter, const StageFrame& frame, Index sequence, ColourMap map) {
    const Tensor& right = *frame.model.rightWeights;
    const Tensor& wrong = *frame.model.wrongWeights;
    const ShapesLayout& layout = frame.layout;
    const double scale = layout.scale;
    const Theme& theme = frame.style.theme();
    const QRectF area(QPointF(layout.memoryHeader.left(), layout.before.title.top()),
                      QPointF(layout.memoryHeader.right(), layout.separator - 8 * scale));
    const Index shown = std::min(sequence, right.size(0) - 1);
    const Index heads = std::min(right.size(1), mostHeads);
    const double titleHeight = 26 * scale;
    const double nameHeight = 20 * scale;
    const double gap = 16 * scale;
    const double rowHeight = (area.height() - gap) / 2;
    const double width =
        (area.width() - gap * static_cast<double>(heads - 1)) / static_cast<double>(heads);
    const double cell =
        std::min(width / static_cast<double>(right.size(3)),
                 (rowHeight - titleHeight - nameHeight) / static_cast<double>(right.size(2)));
    const double side = cell >= 2 ? std::floor(cell) : cell;
    const auto paintRow = [&](const Tensor& weights, const QString& title, const QColor& colour,
                              double top, bool quoted) {
        painter.setFont(textFont(16 * scale, QFont::DemiBold));
        painter.setPen(colour);
        painter.drawText(QRectF(area.left(), top, area.width(), titleHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, title);
        painter.setFont(textFont(13 * scale));
        const double mapWidth = side * static_cast<double>(weights.size(3));
        const double mapHeight = side * static_cast<double>(weights.size(2));
        for (Index head = 0; head < heads; ++head) {
            const double x =
                area.left() + static_cast<double>(head) * (std::max(mapWidth, 64 * scale) + gap);
            painter.setPen(theme.secondary);
            QString name = axisLabel(AxisFamily::Heads, head);
            if (quoted)
                name = u'“' + name + u'”';
            painter.drawText(QRectF(x, top + titleHeight, width, nameHeight),
                             Qt::AlignLeft | Qt::AlignVCenter, name);
            painter.drawImage(QRectF(x, top + titleHeight + nameHeight, mapWidth, mapHeight),
                              heatmap(weights, shown, head, map));
        }
    };
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const auto text = [](const char* source) {
        return QCoreApplication::translate("Shapes", source);
    };
    paintRow(right, text(QT_TRANSLATE_NOOP("Shapes", "Attention weights of the right heads")),
             theme.text, area.top(), false);
    paintRow(
        wrong,
        text(QT_TRANSLATE_NOOP("Shapes", "Attention weights of the wrong heads: up to %1 away"))
            .arg(shortText(static_cast<double>(largestDifference(right, wrong)))),
        theme.error, area.top() + rowHeight + gap, true);
    painter.restore();
}

} // namespace headscope
