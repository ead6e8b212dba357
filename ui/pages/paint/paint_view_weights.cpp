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

double largestOf(const HeadWeights& weights) {
    double largest = 0;
    for (const Tensor* tensor : {&weights.query, &weights.key}) {
        for (const float value : tensor->contiguous().values())
            largest = std::max(largest, std::fabs(static_cast<double>(value)));
    }
    return largest;
}

} // namespace

void PaintView::paintBars(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const QFont numbers = numberFont(12 * scale);
    const auto bar = [&](const QRectF& rect, ColourMap map, const QString& low,
                         const QString& high) {
        painter.setFont(numbers);
        painter.setPen(colours.secondary);
        const double lowWidth = painter.fontMetrics().horizontalAdvance(low) + 5;
        const double highWidth = painter.fontMetrics().horizontalAdvance(high) + 5;
        const double length = std::min(96 * scale, rect.width() - lowWidth - highWidth);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, low);
        gradient(painter, {rect.left() + lowWidth, rect.center().y() - 4, length, 8}, map);
        const double end = rect.left() + lowWidth + length + 5;
        painter.drawText(QRectF(end, rect.top(), highWidth, rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, high);
        return end + highWidth;
    };
    bar(m_geometry.bars[0], m_scene.display.map, QStringLiteral("0"), QStringLiteral("1"));
    if (m_scene.now.attention.empty())
        return;
    const double end =
        bar(m_geometry.bars[2], ColourMap::RedBlue, QStringLiteral("−1"), QStringLiteral("1"));
    painter.setFont(textFont(12 * scale));
    QRectF rest = m_geometry.bars[2];
    rest.setLeft(end);
    drawElidedText(painter, rest, Qt::AlignRight | Qt::AlignVCenter, tr("red: too much"));
    if (m_scene.problem->target.paintedRows() > 0)
        drawElidedText(painter, m_geometry.bars[1].adjusted(0, 0, 16, 0),
                       Qt::AlignLeft | Qt::AlignVCenter,
                       QStringLiteral("◥ ") + rightRowsText(m_scene));
}

void PaintView::paintWeights(QPainter& painter) const {
    if (!m_scene.painting || m_geometry.weights[0].isEmpty())
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const HeadWeights before = rounded(m_scene.painting->descents.history.front().weights);
    const HeadWeights& now = m_scene.weights;
    if (before.keyDim() != now.keyDim())
        return;
    const double largest = std::max({largestOf(before), largestOf(now), 1e-6});
    QRectF title = m_geometry.weightsTitle;
    painter.setPen(colours.text);
    painter.setFont(textFont(15 * scale, QFont::DemiBold));
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, tr("Weights"));
    title.setLeft(title.left() + painter.fontMetrics().horizontalAdvance(tr("Weights")) + 10);
    painter.setPen(colours.secondary);
    painter.setFont(textFont(12 * scale));
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter,
                   tr("%1 features × %2").arg(qint64{now.query.size(0)}).arg(qint64{now.keyDim()}));
    const std::array<std::pair<const Tensor*, QString>, 4> tables = {
        {{&before.query, tr("step 0")},
         {&now.query, m_scene.record + 1 == m_scene.painting->descents.history.size()
                          ? tr("best found")
                          : tr("step %1").arg(m_scene.step())},
         {&before.key, {}},
         {&now.key, {}}}};
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const QRectF& rect = m_geometry.weights[i];
        const Tensor& tensor = *tables[i].first;
        painter.setPen(i == 1 ? colours.accent : colours.secondary);
        painter.setFont(textFont(12 * scale, i == 1 ? QFont::DemiBold : QFont::Normal));
        painter.drawText(
            QRectF(rect.left() - 20, rect.top() - 19 * scale, rect.width() + 40, 18 * scale),
            Qt::AlignCenter, tables[i].second);
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
                const QRgb colour = colourOf(ColourMap::RedBlue, {-largest, largest}, value);
                painter.fillRect(cell, QColor(colour));
                if (cell.width() < 30 || cell.height() < 13)
                    continue;
                painter.setPen(textColourOn(colour));
                painter.setFont(numberFont(std::min(13 * scale, cell.width() / 3.8)));
                painter.drawText(cell, Qt::AlignCenter, cellText(value, 4));
            }
        }
    }
    const QRectF& under = m_geometry.weightsBar;
    painter.setFont(numberFont(12 * scale));
    painter.setPen(colours.secondary);
    const QString low = QStringLiteral("−") + rangeText(largest);
    const double lowWidth = painter.fontMetrics().horizontalAdvance(low) + 5;
    painter.drawText(under, Qt::AlignLeft | Qt::AlignVCenter, low);
    gradient(painter, {under.left() + lowWidth, under.center().y() - 4, 80 * scale, 8},
             ColourMap::RedBlue);
    painter.drawText(under.adjusted(lowWidth + 80 * scale + 5, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, rangeText(largest));
}

} // namespace headscope
