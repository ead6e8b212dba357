// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_view.h"
#include "pages/paint/paint_words.h"
#include "scene/cell_mark.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr ValueRange weightRange{0, 1};
constexpr ValueRange differenceRange{-1, 1};

/// "我 (1)" as markup with a small index.
QString narrowLabel(QString label) {
    static const QRegularExpression index(QStringLiteral(" \\((\\d+)\\)$"));
    return label.replace(index, QStringLiteral("_{\\1}"));
}

void hatch(QPainter& painter, const QRectF& rect, CellMark mark, const Theme& colours) {
    const MarkStyle style = markStyle(mark, colours);
    if (style.step <= 0 || rect.width() < 8) {
        painter.fillRect(rect, QColor(style.flat));
        return;
    }
    painter.save();
    painter.setClipRect(rect);
    painter.fillRect(rect, QColor(style.ground));
    painter.setPen(QPen(QColor(style.lines), 1));
    painter.setRenderHint(QPainter::Antialiasing);
    // Lines of one pattern for the whole picture, so that they meet at the edges.
    for (double c = std::floor((rect.left() + rect.top()) / style.step) * style.step;
         c < rect.right() + rect.bottom(); c += style.step)
        painter.drawLine(QPointF(c - rect.top(), rect.top()),
                         QPointF(c - rect.bottom(), rect.bottom()));
    painter.restore();
}

} // namespace

void PaintView::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    if (m_scene.isEmpty())
        return;
    paintTitles(painter);
    paintLabels(painter);
    for (const auto matrix :
         {PaintGeometry::Target, PaintGeometry::Head, PaintGeometry::Difference}) {
        if (matrix == PaintGeometry::Target || !m_scene.now.attention.empty())
            paintMatrix(painter, matrix);
    }
    paintMarks(painter);
    paintBars(painter);
    painter.setPen(colours.hairline);
    const double y = std::round(m_geometry.curvesTitle.top() - 10) + 0.5;
    painter.drawLine(QPointF(m_geometry.curvesTitle.left(), y), QPointF(room().area.right(), y));
    paintWeights(painter);
}

void PaintView::paintTitles(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const bool atEnd =
        m_scene.painting && m_scene.record + 1 == m_scene.painting->descents.history.size();
    const QString when = !m_scene.painting ? QString()
                         : atEnd           ? tr("best found")
                                           : tr("step %1").arg(m_scene.step());
    const std::array<std::pair<QString, QString>, 3> titles = {
        {{tr("You paint"), tr("target")},
         {tr("The head does"), when},
         {tr("Difference"), tr("head − painted")}}};
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const QRectF& rect = m_geometry.titles[i];
        painter.setPen(colours.text);
        painter.setFont(
            fittedFont(textFont(15 * scale, QFont::DemiBold), titles[i].first, rect.width(), 11));
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, titles[i].first);
        const double used = painter.fontMetrics().horizontalAdvance(titles[i].first) + 8;
        painter.setFont(textFont(12 * scale, i == 1 ? QFont::DemiBold : QFont::Normal));
        painter.setPen(i == 1 ? colours.accent : colours.secondary);
        if (painter.fontMetrics().horizontalAdvance(titles[i].second) + used <= rect.width())
            painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, titles[i].second);
    }
    painter.setPen(colours.text);
    painter.setFont(textFont(15 * scale, QFont::DemiBold));
    QRectF title = m_geometry.curvesTitle;
    const QString distance = tr("Distance to the painting");
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, distance);
    title.setLeft(title.left() + painter.fontMetrics().horizontalAdvance(distance) + 10);
    painter.setPen(colours.secondary);
    painter.setFont(textFont(12 * scale));
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter,
                   tr("KL in bits, mean of the painted rows"));
}

void PaintView::paintLabels(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const double cell = m_geometry.cell;
    const PaintTarget& target = m_scene.problem->target;
    const auto every = std::max<Index>(1, static_cast<Index>(std::ceil(14 * scale / cell)));
    for (Index query = 0; query < target.queries; ++query) {
        const bool isAsked = m_scene.asked && m_scene.asked->query == query;
        if (query % every != 0 && !isAsked)
            continue;
        QRectF label = m_geometry.cellRect(PaintGeometry::Target, query, 0);
        label.setLeft(m_geometry.rowLabels.left());
        label.setRight(m_geometry.rowLabels.right() - 5);
        if (isAsked)
            painter.fillRect(label, colours.accent);
        painter.setPen(isAsked                   ? textColourOn(colours.accent.rgb())
                       : target.isPainted(query) ? colours.text
                                                 : colours.inactive);
        painter.setFont(textFont(13 * scale, isAsked ? QFont::DemiBold : QFont::Normal));
        drawElidedText(painter, label.adjusted(3, -4, -3, 4), Qt::AlignRight | Qt::AlignVCenter,
                       m_scene.queryLabels.value(query));
    }
    for (const auto matrix :
         {PaintGeometry::Target, PaintGeometry::Head, PaintGeometry::Difference}) {
        for (Index key = 0; key < target.keys; ++key) {
            const bool isAsked = m_scene.asked && m_scene.asked->key == key;
            if (key % every != 0 && !isAsked)
                continue;
            const QRectF top = m_geometry.cellRect(matrix, 0, key);
            const QRectF label(top.left(), m_geometry.columnLabelTop, top.width(),
                               top.top() - m_geometry.columnLabelTop - 2);
            if (isAsked)
                painter.fillRect(label, colours.accent);
            painter.setPen(isAsked ? textColourOn(colours.accent.rgb()) : colours.secondary);
            const QFont font = textFont(11 * scale, isAsked ? QFont::DemiBold : QFont::Normal);
            const QString text = narrowLabel(m_scene.keyLabels.value(key));
            if (!m_geometry.uprightLabels) {
                drawMathText(painter, label.adjusted(-4, 0, 4, 0), Qt::AlignCenter, text, font);
                continue;
            }
            painter.save();
            painter.translate(label.center());
            painter.rotate(-90);
            drawMathText(painter,
                         QRectF(-label.height() / 2 + 2, -label.width() / 2 - 3, label.height() - 4,
                                label.width() + 6),
                         Qt::AlignLeft | Qt::AlignVCenter, text, font);
            painter.restore();
        }
    }
}

void PaintView::paintMatrix(QPainter& painter, PaintGeometry::Matrix matrix) const {
    const Theme& colours = theme(m_scene.display.theme);
    const PaintTarget& target = m_scene.problem->target;
    const std::vector<double>& attention = m_scene.now.attention;
    for (Index query = 0; query < target.queries; ++query) {
        const bool painted = target.isPainted(query);
        for (Index key = 0; key < target.keys; ++key) {
            const QRectF rect = m_geometry.cellRect(matrix, query, key);
            if (!target.allows(query, key)) {
                hatch(painter, rect, CellMark::Masked, colours);
                continue;
            }
            // A row that nobody painted asks for nothing, so there is no difference either.
            if (!painted && matrix != PaintGeometry::Head) {
                hatch(painter, rect, CellMark::Padding, colours);
                continue;
            }
            const float wanted = target.at(query, key);
            const auto is =
                attention.empty() ? 0.0F : static_cast<float>(attention[target.place(query, key)]);
            const QRgb colour = matrix == PaintGeometry::Difference
                                    ? colourOf(ColourMap::RedBlue, differenceRange, is - wanted)
                                    : colourOf(m_scene.display.map, weightRange,
                                               matrix == PaintGeometry::Target ? wanted : is);
            painter.fillRect(rect, QColor(colour));
            if (matrix == PaintGeometry::Head && wanted > 0 && rect.width() >= 8) {
                // Painted here.
                QPainterPath corner(rect.topRight());
                const double size = std::min(8.0, rect.width() / 3);
                corner.lineTo(rect.right(), rect.top() + size);
                corner.lineTo(rect.right() - size, rect.top());
                painter.setRenderHint(QPainter::Antialiasing);
                painter.fillPath(corner, textColourOn(colour));
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    }
}

void PaintView::paintMarks(QPainter& painter) const {
    if (!m_scene.asked)
        return;
    const PaintTarget& target = m_scene.problem->target;
    const PaintCell& cell = *m_scene.asked;
    if (cell.query >= target.queries || cell.key >= target.keys)
        return;
    for (const auto matrix :
         {PaintGeometry::Target, PaintGeometry::Head, PaintGeometry::Difference}) {
        const QRectF rect =
            m_geometry.cellRect(matrix, cell.query, cell.key).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::black, 3));
        painter.drawRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5));
        painter.setPen(QPen(Qt::white, 2));
        painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

} // namespace headscope
