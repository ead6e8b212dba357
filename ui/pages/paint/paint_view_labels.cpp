// SPDX-License-Identifier: GPL-3.0-or-later
// The words at the sides of the matrices.
#include "pages/paint/paint_view.h"
#include "scene/fonts.h"
#include "scene/math_text.h"

#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// "我 (1)" as markup with a small index.
QString narrowLabel(QString label, bool presented) {
    static const QRegularExpression index(QStringLiteral(" \\((\\d+)\\)$"));
    // From the last row nothing can be read that is smaller than the rest.
    return label.replace(index, presented ? QStringLiteral(" \\1") : QStringLiteral("_{\\1}"));
}

} // namespace

void PaintView::paintAxes(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    const bool turned = m_scene.isTurned();
    painter.setFont(textFont(12 * scale));
    painter.setPen(colours.secondary);
    const QRectF corner(m_geometry.rowLabels.left() - 16 * scale, m_geometry.columnLabelTop,
                        m_geometry.rowLabels.width() + 16 * scale - 6,
                        m_geometry.rowLabels.top() - m_geometry.columnLabelTop - 2);
    drawElidedText(painter, corner, Qt::AlignRight | Qt::AlignVCenter,
                   turned ? tr("query →") : tr("key →"));
    painter.save();
    painter.translate(m_geometry.rowAxisX, m_geometry.rowLabels.center().y());
    painter.rotate(-90);
    // Rows run down: so does the arrow, when the words are read upwards.
    painter.drawText(QRectF(-60 * scale, -9 * scale, 120 * scale, 18 * scale), Qt::AlignCenter,
                     turned ? tr("← key") : tr("← query"));
    painter.restore();
}

void PaintView::paintLabels(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = textScale();
    const double cell = m_geometry.cell;
    const PaintTarget& target = m_scene.problem->target;
    const bool turned = m_scene.isTurned();
    const auto every = std::max<Index>(1, static_cast<Index>(std::ceil(14 * scale / cell)));
    const auto isAsked = [&](bool query, Index place) {
        return m_scene.asked && (query ? m_scene.asked->query : m_scene.asked->key) == place;
    };
    const auto inkOf = [&](bool query, Index place, const QColor& usual) {
        return isAsked(query, place)               ? textColourOn(colours.accent.rgb())
               : query && !target.isPainted(place) ? colours.inactive
                                                   : usual;
    };
    const QStringList& rows = m_scene.rowLabels();
    for (Index row = 0; row < rows.size(); ++row) {
        const bool asked = isAsked(!turned, row);
        if (row % every != 0 && !asked)
            continue;
        QRectF label = turned ? m_geometry.cellRect(PaintGeometry::Target, 0, row)
                              : m_geometry.cellRect(PaintGeometry::Target, row, 0);
        label.setLeft(m_geometry.rowLabels.left());
        label.setRight(m_geometry.rowLabels.right() - 5);
        if (asked)
            painter.fillRect(label, colours.accent);
        painter.setPen(inkOf(!turned, row, colours.text));
        painter.setFont(textFont(13 * scale, asked ? QFont::DemiBold : QFont::Normal));
        drawElidedText(painter, label.adjusted(3, -4, -3, 4), Qt::AlignRight | Qt::AlignVCenter,
                       rows[row]);
    }
    for (std::size_t matrix = 0; matrix < m_geometry.matrices.size(); ++matrix) {
        if (matrix > 0 && (m_matrices[matrix - 1].rows == 0 || !m_matrices[matrix - 1].isPairs))
            continue;
        if (isPresented() && matrix == PaintGeometry::Difference)
            continue; // too small for words; its rows and columns are those beside it
        const auto which = static_cast<PaintGeometry::Matrix>(matrix);
        const QStringList& columns = m_scene.columnLabels();
        for (Index column = 0; column < columns.size(); ++column) {
            const bool asked = isAsked(turned, column);
            if (column % every != 0 && !asked)
                continue;
            const QRectF top = turned ? m_geometry.cellRect(which, column, 0)
                                      : m_geometry.cellRect(which, 0, column);
            const QRectF label(top.left(), m_geometry.columnLabelTop, top.width(),
                               top.top() - m_geometry.columnLabelTop - 2);
            if (asked)
                painter.fillRect(label, colours.accent);
            painter.setPen(inkOf(turned, column, colours.secondary));
            const QFont font = textFont(11 * scale, asked ? QFont::DemiBold : QFont::Normal);
            const QString text = narrowLabel(columns[column], isPresented());
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

} // namespace headscope
