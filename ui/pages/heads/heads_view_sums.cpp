// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside and below the enlarged matrix: the sums of what is seen of it.
#include "pages/heads/heads_view.h"

#include "pages/heads/heads_presented.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

HeadsView::ShownSums HeadsView::shownSums() const {
    const PreparedPanel& shown = prepared(shownPanel());
    const CellSpan seen = seenCells();
    // What is seen of a matrix is summed up here as long as nobody waits for it.
    if (seen == m_geometry.matrix.span() || seen.cells() > workAtOnce)
        return {shown.sums, m_geometry.matrix.span(), false};
    ShownSums result{{}, seen, true};
    result.sums.rows.assign(static_cast<std::size_t>(seen.rows()), 0);
    result.sums.columns.assign(static_cast<std::size_t>(seen.columns()), 0);
    const Tensor& matrix = shown.panel.matrix;
    for (Index row = seen.firstRow; row < std::min(seen.endRow, shown.panel.paddingFrom); ++row) {
        const float* value =
            matrix.data() + row * matrix.stride(0) + seen.firstColumn * matrix.stride(1);
        double& ofRow = result.sums.rows[static_cast<std::size_t>(row - seen.firstRow)];
        for (double& ofColumn : result.sums.columns) {
            ofRow += *value;
            ofColumn += *value;
            value += matrix.stride(1);
        }
    }
    return result;
}

QString HeadsView::sumTip(QPointF position) const {
    if (!showsSums())
        return {};
    const MatrixGeometry& matrix = m_geometry.matrix;
    const QRectF below = m_geometry.columnSums.united(m_geometry.columnBars);
    // The sum that stands beside a cell of the first column or under one of the first row.
    QPointF beside = position;
    if (m_geometry.rowSums.contains(position))
        beside.setX(m_geometry.viewport.left() + 1);
    else if (below.contains(position))
        beside.setY(m_geometry.viewport.top() + 1);
    else
        return {};
    const auto cell = matrix.cellAt(beside);
    if (!cell)
        return {};
    const bool ofRow = m_geometry.rowSums.contains(position) != matrix.turned;
    if (ofRow && m_panels[static_cast<std::size_t>(shownPanel())].isPadding(cell->row, 0))
        return {};
    const ShownSums shown = shownSums();
    const std::vector<double>& sums = ofRow ? shown.sums.rows : shown.sums.columns;
    const Index i = ofRow ? cell->row : cell->column;
    const Index place = i - (ofRow ? shown.span.firstRow : shown.span.firstColumn);
    if (place < 0 || place >= std::ssize(sums))
        return {};
    const QString label = (ofRow ? m_rowLabels : m_columnLabels).value(i);
    const QString sum = fullNumber(sums[static_cast<std::size_t>(place)]);
    return shown.part ? tr("Σ %1 in view: %2").arg(label, sum)
                      : QStringLiteral("Σ %1: %2").arg(label, sum);
}

QString HeadsView::titleOfSumsBelow() const {
    return m_scene.isTurned() ? tr("Σ query") : tr("Σ column");
}

void HeadsView::paintSums(QPainter& painter) const {
    if (!showsSums())
        return;
    const Theme& colours = theme(m_scene.display.theme);
    // Before a class as large as the numbers in the cells may be.
    const double scale = isPresented() ? presented::small * m_scene.display.presentedUnit() / 13
                                       : m_scene.display.textScale;
    const bool turned = m_scene.isTurned();
    const MatrixGeometry& matrix = m_geometry.matrix;
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    const ShownSums shown = shownSums();
    const std::vector<double>& side = turned ? shown.sums.columns : shown.sums.rows;
    const std::vector<double>& below = turned ? shown.sums.rows : shown.sums.columns;
    const Index firstDown = turned ? shown.span.firstColumn : shown.span.firstRow;
    const Index firstAcross = turned ? shown.span.firstRow : shown.span.firstColumn;
    const Index padding = m_panels[static_cast<std::size_t>(shownPanel())].paddingFrom;
    const Index markedSide = asked ? (turned ? asked->column : asked->row) : -1;
    const Index markedBelow = asked ? (turned ? asked->row : asked->column) : -1;
    const double pixels = 13 * scale;
    const double height = QFontMetricsF(numberFont(pixels)).height();

    painter.setPen(colours.secondary);
    painter.setFont(textFont(13 * scale));
    const QString inView = tr("in view");
    const bool beside = !m_geometry.rowSums.isEmpty();
    if (beside)
        painter.drawText(QRectF(m_geometry.rowSums.left(),
                                m_geometry.columnLabels.bottom() - 26 * scale,
                                m_geometry.rowSums.width(), 26 * scale),
                         Qt::AlignRight | Qt::AlignVCenter,
                         shown.part ? inView
                         : turned   ? tr("Σ key")
                                    : tr("Σ row"));
    const Index stepDown = labelStep(matrix.pitchY, height * 0.9);
    const QRectF& seen = m_geometry.viewport;
    for (Index i = firstDown; beside && i < firstDown + std::ssize(side); ++i) {
        if (matrix.centreDown(i) < seen.top() || matrix.centreDown(i) > seen.bottom())
            continue;
        const bool marked = i == markedSide;
        if ((i % stepDown != 0 && !marked) || (!turned && i >= padding))
            continue;
        if (stepDown > 1 && markedSide >= 0 && !marked &&
            std::abs(static_cast<double>(i - markedSide)) * matrix.pitchY < height)
            continue;
        painter.setFont(numberFont(pixels, marked ? QFont::Bold : QFont::Normal));
        painter.setPen(marked ? colours.text : colours.secondary);
        painter.drawText(QRectF(m_geometry.rowSums.left(), matrix.centreDown(i) - height / 2,
                                m_geometry.rowSums.width(), height),
                         Qt::AlignRight | Qt::AlignVCenter,
                         sumText(side[static_cast<std::size_t>(i - firstDown)], below.size()));
        // Of a whole row it is 1; of a part it says how much of the row is seen.
        if (!shown.part || turned || matrix.pitchY < height + 6 * scale)
            continue;
        const double share = std::clamp(side[static_cast<std::size_t>(i - firstDown)], 0.0, 1.0);
        const QRectF slot(m_geometry.rowSums.right() - 46 * scale,
                          std::round(matrix.centreDown(i) + height / 2), 46 * scale, 3 * scale);
        painter.fillRect(slot, colours.hairline);
        painter.fillRect(QRectF(slot.topLeft(), QSizeF(slot.width() * share, slot.height())),
                         marked ? colours.accent : colours.neutralBar);
    }

    if (m_geometry.columnSums.isEmpty())
        return;
    double largest = 0;
    double total = 0;
    for (const double sum : below) {
        largest = std::max(largest, sum);
        total += sum;
    }
    painter.setFont(textFont(13 * scale));
    painter.setPen(colours.secondary);
    const QRectF labels(m_geometry.rowLabels.left(), m_geometry.columnSums.top(),
                        m_geometry.rowLabels.width(), m_geometry.columnSums.height());
    painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter,
                     shown.part ? inView : titleOfSumsBelow());
    if (!m_geometry.columnBars.isEmpty())
        painter.drawText(labels.translated(0, labels.height()), Qt::AlignRight | Qt::AlignVCenter,
                         turned ? tr("given") : tr("received"));
    painter.setFont(numberFont(pixels));
    if (beside)
        painter.drawText(QRectF(m_geometry.rowSums.left(), m_geometry.columnSums.top(),
                                m_geometry.rowSums.width(), m_geometry.columnSums.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         sumText(total, side.size() * below.size()));
    // "10.00" of 0.6 em each, as small as it can be read; before a class these are rows: "1.00".
    const double belowPixels =
        std::min(pixels, (matrix.pitchX - 2) / (isPresented() ? 4 : 5) / 0.6);
    const bool numbersFit =
        belowPixels >= (isPresented() ? presented::least * m_scene.display.presentedUnit() : 9.5);
    for (Index i = firstAcross; i < firstAcross + std::ssize(below); ++i) {
        if (matrix.centreAcross(i) < seen.left() || matrix.centreAcross(i) > seen.right())
            continue;
        const bool marked = i == markedBelow;
        if (turned && i >= padding)
            break;
        const double sum = below[static_cast<std::size_t>(i - firstAcross)];
        const double wide = matrix.pitchX - matrix.gap;
        const double x = matrix.centreAcross(i);
        if (numbersFit || marked) {
            painter.setFont(numberFont(numbersFit ? belowPixels : pixels,
                                       marked ? QFont::Bold : QFont::Normal));
            painter.setPen(colours.text);
            // The first and the last number stay beside their neighbours' columns.
            const QString text = sumText(sum, side.size());
            const double half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2;
            const QRectF row = m_geometry.columnSums;
            const double centre = std::max(x, row.left() + half + 2);
            painter.drawText(QRectF(centre - half - 2, row.top(), 2 * half + 4, row.height()),
                             Qt::AlignCenter, text);
        }
        if (m_geometry.columnBars.isEmpty())
            continue;
        const double barWidth = wide > 12 ? wide * 0.64 : wide;
        const double barHeight = largest > 0 ? m_geometry.columnBars.height() * sum / largest : 0;
        // Of a column that is half in view the bar stays under that half.
        const double from = std::max(x - barWidth / 2, seen.left());
        const double to = std::min(x + barWidth / 2, seen.right());
        painter.fillRect(
            QRectF(from, m_geometry.columnBars.top(), to - from, std::max(1.0, barHeight)),
            marked ? colours.accent : colours.neutralBar);
    }
}

} // namespace headscope
