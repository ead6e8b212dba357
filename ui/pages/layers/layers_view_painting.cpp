// SPDX-License-Identifier: GPL-3.0-or-later
// How the overview looks; what it does is in layers_view.cpp.
#include "pages/layers/layers_view.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/math_text.h"

#include <QFontMetricsF>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

/// The part of a picture that queries from `begin` on take.
QRectF paddingPart(const QRectF& cells, const QImage& image, Index begin, bool turned) {
    const double count = turned ? image.width() : image.height();
    const double share = std::min(1.0, static_cast<double>(begin) / count);
    return turned ? cells.adjusted(share * cells.width(), 0, 0, 0)
                  : cells.adjusted(0, share * cells.height(), 0, 0);
}

/// The largest rectangle of the image's proportions in the middle of `square`.
QRectF fitted(const QImage& image, const QRectF& square) {
    const double longer = std::max(image.width(), image.height());
    const double wide = std::max(1.0, square.width() * image.width() / longer);
    const double tall = std::max(1.0, square.height() * image.height() / longer);
    return {square.left(), square.top(), wide, tall};
}

} // namespace

void LayersView::paintLegend(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const QRectF line = m_geometry.legend;
    const double barWidth = 96 * s;
    painter.setFont(textFont(13 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    const double subjectLeft = line.left() + 72 * s;
    const double subjectWidth = QFontMetricsF(painter.font()).horizontalAdvance(subject());
    painter.drawText(QRectF(subjectLeft, line.top(), subjectWidth + 2, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, subject());
    const QRectF scale = m_geometry.scale;
    const bool below = scale.top() > line.top();
    const double left = below ? scale.left() : subjectLeft + subjectWidth + 16 * s;
    painter.setPen(colours.secondary);
    const auto paintMarks = [&](double from) {
        std::vector<CellMark> marks;
        for (const Row& row : m_rows) {
            for (const CellMark mark : row.marks) {
                if (std::ranges::find(marks, mark) == marks.end())
                    marks.push_back(mark);
            }
        }
        std::ranges::sort(marks);
        const QRectF rest =
            paintMarkNames(painter, QRectF(from, scale.top(), scale.right() - from, scale.height()),
                           marks, colours, s);
        // In every square; the large one says it again.
        const QString axes = m_scene.display.rowsAreKeys ? tr("in each: key ↓, query →")
                                                         : tr("in each: query ↓, key →");
        painter.setFont(textFont(13 * s));
        painter.setPen(colours.secondary);
        if (QFontMetricsF(painter.font()).horizontalAdvance(axes) <= rest.width())
            painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, axes);
    };
    // Only weights have a range that is the same for all layers.
    if (m_scene.display.range != RangeMode::Fixed || m_shown != TensorName::AttentionWeights) {
        const QString whole =
            m_scene.display.range == RangeMode::PerHead  ? tr("every head in its own range")
            : m_scene.display.range == RangeMode::PerRow ? tr("every row in its own range")
                                                         : tr("every layer in its own range");
        const QString words =
            m_scene.display.range.squareRoot ? tr("%1, square root").arg(whole) : whole;
        painter.setFont(textFont(13 * s));
        painter.drawText(QRectF(left, scale.top(), 400 * s, scale.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        paintMarks(left + QFontMetricsF(painter.font()).horizontalAdvance(words) + 24 * s);
        return;
    }
    painter.setFont(numberFont(12 * s));
    painter.drawText(QRectF(left, scale.top(), 12 * s, scale.height()), Qt::AlignCenter,
                     QStringLiteral("0"));
    const QRectF bar(left + 16 * s, scale.center().y() - 5 * s, barWidth, 10 * s);
    QImage ramp(256, 1, QImage::Format_RGB32);
    for (int i = 0; i < 256; ++i)
        ramp.setPixel(i, 0, colourAt(m_map, i / 255.0));
    painter.drawImage(bar, ramp);
    painter.drawText(QRectF(bar.right() + 4 * s, scale.top(), 12 * s, scale.height()),
                     Qt::AlignCenter, QStringLiteral("1"));
    double behind = bar.right() + 32 * s;
    if (m_scene.display.range.squareRoot) {
        painter.setFont(textFont(13 * s));
        const QString root = tr("square root");
        const double wide = QFontMetricsF(painter.font()).horizontalAdvance(root);
        painter.drawText(QRectF(bar.right() + 24 * s, scale.top(), wide + 2, scale.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, root);
        behind += wide + 16 * s;
    }
    paintMarks(behind);
}

void LayersView::paintEvent(QPaintEvent* event) {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    QPainter painter(this);
    painter.fillRect(event->rect(), colours.base);
    if (m_rows.empty())
        return;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    painter.drawText(m_geometry.legend, Qt::AlignLeft | Qt::AlignVCenter, tr("head →"));
    paintLegend(painter);
    const std::optional<Place> shown = shownPlace();
    const std::optional<Place> pointed = m_hovered ? m_hovered : m_cursor;
    for (const QRectF& headLine : m_geometry.headLines) {
        for (int head = 0; head < m_heads; ++head) {
            const bool marked = pointed ? pointed->head == head : shown && shown->head == head;
            const QRectF label = m_geometry.headLabel(headLine, head);
            const double side = std::min(18 * s, label.width());
            const QRectF badge(label.left(), label.center().y() - side / 2, side, side);
            const QColor colour = headColour(head, m_scene.display.theme);
            painter.fillRect(badge, colour);
            painter.setPen(textColourOn(colour.rgb()));
            painter.setFont(textFont(12 * s, QFont::Bold));
            painter.drawText(badge, Qt::AlignCenter, QString::number(head + 1));
            if (marked)
                painter.fillRect(QRectF(label.left(), label.bottom() - 1, m_geometry.cell, 2),
                                 colours.accent);
        }
    }
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const QRectF heading = m_geometry.headings[group];
        painter.setFont(textFont(13 * s, QFont::DemiBold));
        painter.setPen(colours.text);
        painter.drawText(heading, Qt::AlignLeft | Qt::AlignVCenter, m_groups[group].title);
    }
    const QBrush masked = markBrush(CellMark::Masked, colours);
    const QBrush hatching = markBrush(CellMark::Padding, colours);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const QRectF label = m_geometry.rowLabels[static_cast<std::size_t>(row)];
        if (label.bottom() < event->rect().top() || label.top() > event->rect().bottom())
            continue;
        const Row& drawn = m_rows[static_cast<std::size_t>(row)];
        const bool marked = pointed ? pointed->row == row : shown && shown->row == row;
        painter.setFont(textFont(13 * s, marked ? QFont::DemiBold : QFont::Normal));
        painter.setPen(marked ? colours.text : colours.secondary);
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, drawn.label);
        for (int head = 0; head < static_cast<int>(drawn.heads.size()); ++head) {
            const QImage& image = drawn.heads[static_cast<std::size_t>(head)];
            const QRectF square = m_geometry.thumbnail(row, head);
            const QRectF cells = fitted(image, square);
            if (image.hasAlphaChannel()) { // hatched cells are transparent
                painter.fillRect(cells, masked);
                painter.fillRect(
                    paddingPart(cells, image, drawn.paddingFrom, m_scene.display.rowsAreKeys),
                    hatching);
            }
            painter.drawImage(cells, image);
            if (shown == Place{row, head})
                painter.fillRect(QRectF(square.left(), square.bottom() + 1, square.width(), 3),
                                 colours.accent);
            const bool asked =
                m_hovered == Place{row, head} || (hasFocus() && m_cursor == Place{row, head});
            if (asked) {
                painter.setPen(QPen(colours.accent, 2));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(cells.adjusted(-2, -2, 2, 2));
            }
        }
    }
}

} // namespace headscope
