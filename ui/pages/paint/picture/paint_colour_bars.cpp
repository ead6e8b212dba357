// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_colour_bars.h"

#include "pages/paint/paint_words.h"
#include "painters/matrix_painter.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

double paintColourBar(QPainter& painter, const QRectF& rect, ColourMap map, const ValueRange& range,
                      double most, const DisplayOptions& display) {
    constexpr double least = 16; // shorter ones show no colours
    painter.setFont(numberFont(12 * display.textScale));
    painter.setPen(theme(display.theme).secondary);
    const auto widthOf = [&](const QString& text) {
        return painter.fontMetrics().horizontalAdvance(text) + 5.0;
    };
    QString low = rangeText(range.low);
    QString high = rangeText(range.high);
    if (range.low == -range.high && widthOf(low) + widthOf(high) + least > rect.width()) {
        low = u'±' + high;
        high.clear();
    }
    const double highWidth = high.isEmpty() ? 0 : widthOf(high);
    const double length = std::min(most, rect.width() - widthOf(low) - highWidth);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, low);
    double end = rect.left() + widthOf(low);
    if (length >= least) {
        paintRamp(painter, {end, rect.center().y() - 4, length, 8}, map);
        end += length + 5;
    }
    painter.drawText(QRectF(end, rect.top(), highWidth, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    return end + highWidth;
}

void paintColourBars(QPainter& painter, const PaintPicture& picture) {
    const Theme& colours = theme(picture.scene.display.theme);
    const double scale = picture.textScale();
    QRectF first = picture.geometry.bars[0];
    if (picture.colourPlace.isOffered())
        first.setRight(picture.colourPlace.left - ColourPlace::gap);
    const double end = paintColourBar(painter, first, picture.scene.display.map, {0, 1}, 96 * scale,
                                      picture.scene.display);
    if (picture.scene.display.range.squareRoot &&
        !picture.colourPlace.isOffered()) // else its button says it
        painter.drawText(first.adjusted(end + 6 - first.left(), 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("√"));
    for (std::size_t i = 0; i < picture.matrices.size(); ++i) {
        const PaintMatrix& matrix = picture.matrices[i];
        if (matrix.rows == 0 || picture.geometry.bars[i + 1].isEmpty())
            continue;
        QRectF rest = picture.geometry.bars[i + 1];
        painter.setFont(textFont(12 * scale));
        if (matrix.marksPaint) {
            // The colours are those of the painting; what was painted here counts.
            painter.setPen(colours.secondary);
            const QPointF corner(rest.left() + 1, rest.center().y() - 4);
            const QPointF triangle[] = {corner, corner + QPointF(8, 0), corner + QPointF(8, 8)};
            painter.setBrush(colours.text);
            painter.setPen(Qt::NoPen);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawPolygon(triangle, 3);
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(colours.secondary);
            if (picture.scene.problem->target.paintedRows() > 0) {
                const QRectF words = rest.adjusted(14, 0, 20, 0);
                const QString whole = rightRowsText(picture.scene);
                const bool fits = painter.fontMetrics().horizontalAdvance(whole) <= words.width();
                drawElidedText(painter, words, Qt::AlignLeft | Qt::AlignVCenter,
                               fits ? whole : rightRowsText(picture.scene, true));
            }
            continue;
        }
        rest.setLeft(paintColourBar(painter, rest, matrix.map, matrix.range, 96 * scale,
                                    picture.scene.display) +
                     6);
        painter.setPen(colours.secondary);
        painter.setFont(textFont(12 * scale));
        if (painter.fontMetrics().horizontalAdvance(matrix.legend) <= rest.width())
            painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, matrix.legend);
    }
}

} // namespace headscope
