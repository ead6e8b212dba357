// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours stand for, and the weights of the head.
#include "pages/paint/paint_view.h"
#include "pages/paint/paint_words.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

void gradient(QPainter& painter, const QRectF& rect, ColourMap map) {
    for (int x = 0; x < static_cast<int>(rect.width()); ++x)
        painter.fillRect(QRectF(rect.left() + x, rect.top(), 1, rect.height()),
                         QColor(colourAt(map, x / std::max(1.0, rect.width() - 1))));
}

} // namespace

double PaintView::paintBar(QPainter& painter, const QRectF& rect, ColourMap map,
                           const ValueRange& range, double most) const {
    constexpr double least = 16; // shorter ones show no colours
    painter.setFont(numberFont(12 * m_scene.display.textScale));
    painter.setPen(theme(m_scene.display.theme).secondary);
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
        gradient(painter, {end, rect.center().y() - 4, length, 8}, map);
        end += length + 5;
    }
    painter.drawText(QRectF(end, rect.top(), highWidth, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    return end + highWidth;
}

void PaintView::paintBars(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    QRectF first = m_geometry.bars[0];
    if (m_colourPlace.isOffered())
        first.setRight(m_colourPlace.left - ColourPlace::gap);
    const double end = paintBar(painter, first, m_scene.display.map, {0, 1}, 96 * scale);
    if (m_scene.display.range.squareRoot && !m_colourPlace.isOffered()) // else its button says it
        painter.drawText(first.adjusted(end + 6 - first.left(), 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("√"));
    for (std::size_t i = 0; i < m_matrices.size(); ++i) {
        const PaintMatrix& matrix = m_matrices[i];
        if (matrix.rows == 0 || m_geometry.bars[i + 1].isEmpty())
            continue;
        QRectF rest = m_geometry.bars[i + 1];
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
            if (m_scene.problem->target.paintedRows() > 0) {
                const QRectF words = rest.adjusted(14, 0, 20, 0);
                const QString whole = rightRowsText(m_scene);
                const bool fits = painter.fontMetrics().horizontalAdvance(whole) <= words.width();
                drawElidedText(painter, words, Qt::AlignLeft | Qt::AlignVCenter,
                               fits ? whole : rightRowsText(m_scene, true));
            }
            continue;
        }
        rest.setLeft(paintBar(painter, rest, matrix.map, matrix.range, 96 * scale) + 6);
        painter.setPen(colours.secondary);
        painter.setFont(textFont(12 * scale));
        if (painter.fontMetrics().horizontalAdvance(matrix.legend) <= rest.width())
            painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, matrix.legend);
    }
}

void PaintView::paintWeights(QPainter& painter) const {
    if (!m_scene.painting || m_geometry.weights[0].isEmpty())
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    if (!m_tables)
        return;
    const auto& all = m_tables->tables;
    double whole = 1e-12;
    for (const PaintTables::Table& table : all)
        whole = std::max(whole, table.largest);
    // Both of a side share a range, where all four do not.
    const auto rangeOf = [&](std::size_t i) {
        return m_tables->sameRange ? whole
                                   : std::max({all[i % 2].largest, all[i % 2 + 2].largest, 1e-12});
    };
    const double largest = rangeOf(1);
    QRectF title = m_geometry.weightsTitle;
    painter.setPen(colours.text);
    painter.setFont(textFont(15 * scale, QFont::DemiBold));
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, tr("Weights"));
    title.setLeft(title.left() + painter.fontMetrics().horizontalAdvance(tr("Weights")) + 10);
    painter.setPen(colours.secondary);
    painter.setFont(textFont(12 * scale));
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter,
                   tr("%1 features × %2")
                       .arg(qint64{all[0].values.size(0)})
                       .arg(qint64{all[0].values.size(1)}));
    const QRectF norms(m_geometry.normLeft, m_geometry.weights[0].top() - 19 * scale,
                       room().area.right() - m_geometry.normLeft, 18 * scale);
    drawElidedText(painter, norms, Qt::AlignRight | Qt::AlignVCenter, tr("norm"));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRectF& rect = m_geometry.weights[i];
        const Tensor& tensor = all[i].values;
        painter.setPen(i == 1 ? colours.accent : colours.secondary);
        if (i < 2)
            drawMathText(
                painter,
                QRectF(rect.left() - 20, rect.top() - 19 * scale, rect.width() + 40, 18 * scale),
                Qt::AlignCenter, m_tables->titles[i],
                textFont(12 * scale, i == 1 ? QFont::DemiBold : QFont::Normal));
        const double unit = i % 2 == 1 ? std::pow(10.0, m_tables->power) : 1;
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
                                    m_geometry.weights[i + 1].left() - rect.right(), rect.height()),
                             Qt::AlignCenter, QStringLiteral("›"));
        }
        for (Index row = 0; row < tensor.size(0); ++row) {
            for (Index column = 0; column < tensor.size(1); ++column) {
                const float value = tensor(row, column);
                const QRectF cell(
                    rect.left() + static_cast<double>(column) * m_geometry.weightCellWidth,
                    rect.top() + static_cast<double>(row) * m_geometry.weightCellHeight,
                    m_geometry.weightCellWidth - 1, m_geometry.weightCellHeight - 1);
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
    paintBar(painter, m_geometry.weightsBar, ColourMap::RedBlue, {-largest, largest}, 80 * scale);
}

} // namespace headscope
