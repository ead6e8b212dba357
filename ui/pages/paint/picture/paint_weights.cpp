// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_weights.h"

#include "pages/paint/picture/paint_colour_bars.h"
#include "pages/paint/picture/paint_painter.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

void paintWeights(QPainter& painter, const PaintPicture& picture) {
    if (!picture.scene.fit || picture.geometry.weights[0].isEmpty())
        return;
    const Theme& colours = theme(picture.scene.display.theme);
    const double scale = picture.textScale();
    if (!picture.tables)
        return;
    const auto& all = picture.tables->tables;
    double whole = 1e-12;
    for (const PaintTables::Table& table : all)
        whole = std::max(whole, table.largest);
    // Both of a side share a range, where all four do not.
    const auto rangeOf = [&](std::size_t i) {
        return picture.tables->sameRange
                   ? whole
                   : std::max({all[i % 2].largest, all[i % 2 + 2].largest, 1e-12});
    };
    const double largest = rangeOf(1);
    QRectF title = picture.geometry.weightsTitle;
    painter.setPen(colours.text);
    painter.setFont(textFont(15 * scale, QFont::DemiBold));
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, PaintPainter::tr("Weights"));
    title.setLeft(title.left() +
                  painter.fontMetrics().horizontalAdvance(PaintPainter::tr("Weights")) + 10);
    painter.setPen(colours.secondary);
    painter.setFont(textFont(12 * scale));
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter,
                   PaintPainter::tr("%1 features × %2")
                       .arg(qint64{all[0].values.size(0)})
                       .arg(qint64{all[0].values.size(1)}));
    const QRectF norms(picture.geometry.normLeft, picture.geometry.weights[0].top() - 19 * scale,
                       picture.area.right() - picture.geometry.normLeft, 18 * scale);
    drawElidedText(painter, norms, Qt::AlignRight | Qt::AlignVCenter, PaintPainter::tr("norm"));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRectF& rect = picture.geometry.weights[i];
        const Tensor& tensor = all[i].values;
        painter.setPen(i == 1 ? colours.accent : colours.secondary);
        if (i < 2)
            drawMathText(
                painter,
                QRectF(rect.left() - 20, rect.top() - 19 * scale, rect.width() + 40, 18 * scale),
                Qt::AlignCenter, picture.tables->titles[i],
                textFont(12 * scale, i == 1 ? QFont::DemiBold : QFont::Normal));
        const double unit = i % 2 == 1 ? std::pow(10.0, picture.tables->power) : 1;
        const double middle = rect.center().y() + (i % 2 == 0 ? -10 : 10) * scale;
        painter.setPen(i % 2 == 0 ? colours.secondary : colours.text);
        painter.setFont(numberFont(13 * scale, i % 2 == 0 ? QFont::Normal : QFont::DemiBold));
        painter.drawText(QRectF(norms.left(), middle - 9 * scale, norms.width(), 18 * scale),
                         Qt::AlignRight | Qt::AlignVCenter,
                         cellText(static_cast<float>(all[i].norm / unit), 5));
        if (i % 2 == 0) {
            const QRectF square(rect.left() - 28, rect.top() + 1, 18 * scale, 18 * scale);
            const QColor mark = projectionColour(i == 0 ? Projection::Query : Projection::Key);
            painter.fillRect(square, mark);
            painter.setPen(textColourOn(mark.rgb()));
            painter.setFont(textFont(12 * scale, QFont::DemiBold));
            painter.drawText(square, Qt::AlignCenter,
                             i == 0 ? QStringLiteral("Q") : QStringLiteral("K"));
            painter.setPen(colours.secondary);
            painter.setFont(textFont(16 * scale));
            painter.drawText(QRectF(rect.right(), rect.top(),
                                    picture.geometry.weights[i + 1].left() - rect.right(),
                                    rect.height()),
                             Qt::AlignCenter, QStringLiteral("›"));
        }
        for (Index row = 0; row < tensor.size(0); ++row) {
            for (Index column = 0; column < tensor.size(1); ++column) {
                const float value = tensor(row, column);
                const QRectF cell(
                    rect.left() + static_cast<double>(column) * picture.geometry.weightCellWidth,
                    rect.top() + static_cast<double>(row) * picture.geometry.weightCellHeight,
                    picture.geometry.weightCellWidth - 1, picture.geometry.weightCellHeight - 1);
                const QRgb colour = colourOf(ColourMap::RedBlue, {-rangeOf(i), rangeOf(i)}, value);
                painter.fillRect(cell, QColor(colour));
                if (cell.width() < 30 || cell.height() < 13)
                    continue;
                painter.setPen(textColourOn(colour));
                painter.setFont(numberFont(std::min(13 * scale, cell.width() / 3.8)));
                painter.drawText(cell, Qt::AlignCenter,
                                 cellText(static_cast<float>(value / unit), 4));
            }
        }
    }
    paintColourBar(painter, picture.geometry.weightsBar, ColourMap::RedBlue, {-largest, largest},
                   80 * scale, picture.scene.display);
}

} // namespace headscope
