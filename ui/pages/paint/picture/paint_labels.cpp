// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_labels.h"

#include "pages/paint/picture/paint_painter.h"
#include "type/fonts.h"
#include "type/math_text.h"

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

void paintAxes(QPainter& painter, const PaintPicture& picture) {
    const Theme& colours = theme(picture.scene.display.theme);
    const double scale = picture.textScale();
    const bool turned = picture.scene.isTurned();
    painter.setFont(textFont(12 * scale));
    painter.setPen(colours.secondary);
    const QRectF corner(picture.geometry.rowLabels.left() - 16 * scale,
                        picture.geometry.columnLabelTop,
                        picture.geometry.rowLabels.width() + 16 * scale - 6,
                        picture.geometry.rowLabels.top() - picture.geometry.columnLabelTop - 2);
    drawElidedText(painter, corner, Qt::AlignRight | Qt::AlignVCenter,
                   turned ? PaintPainter::tr("query →") : PaintPainter::tr("key →"));
    painter.save();
    painter.translate(picture.geometry.rowAxisX, picture.geometry.rowLabels.center().y());
    painter.rotate(-90);
    // Rows run down: so does the arrow, when the words are read upwards.
    painter.drawText(QRectF(-60 * scale, -9 * scale, 120 * scale, 18 * scale), Qt::AlignCenter,
                     turned ? PaintPainter::tr("← key") : PaintPainter::tr("← query"));
    painter.restore();
}

void paintLabels(QPainter& painter, const PaintPicture& picture) {
    const Theme& colours = theme(picture.scene.display.theme);
    const double scale = picture.textScale();
    const MatrixGeometry& painting = picture.geometry.cells[PaintGeometry::Target];
    const PaintTarget& target = picture.scene.problem->target;
    const bool turned = picture.scene.isTurned();
    const auto every =
        std::max<Index>(1, static_cast<Index>(std::ceil(14 * scale / painting.pitchY)));
    const auto isAsked = [&](bool query, Index place) {
        return picture.scene.asked &&
               (query ? picture.scene.asked->query : picture.scene.asked->key) == place;
    };
    const auto inkOf = [&](bool query, Index place, const QColor& usual) {
        return isAsked(query, place)               ? textColourOn(colours.accent.rgb())
               : query && !target.isPainted(place) ? colours.inactive
                                                   : usual;
    };
    const QStringList& rows = picture.scene.rowLabels();
    for (Index row = 0; row < rows.size(); ++row) {
        const bool asked = isAsked(!turned, row);
        if (row % every != 0 && !asked)
            continue;
        QRectF label = turned ? painting.cellRect(0, row) : painting.cellRect(row, 0);
        label.setLeft(picture.geometry.rowLabels.left());
        label.setRight(picture.geometry.rowLabels.right() - 5);
        if (asked)
            painter.fillRect(label, colours.accent);
        painter.setPen(inkOf(!turned, row, colours.text));
        painter.setFont(textFont(13 * scale, asked ? QFont::DemiBold : QFont::Normal));
        drawElidedText(painter, label.adjusted(3, -4, -3, 4), Qt::AlignRight | Qt::AlignVCenter,
                       rows[row]);
    }
    for (std::size_t matrix = 0; matrix < picture.geometry.matrices.size(); ++matrix) {
        const auto which = static_cast<PaintGeometry::Matrix>(matrix);
        if (!picture.isOnGrid(which))
            continue;
        if (picture.isPresented() && which == PaintGeometry::Difference)
            continue; // too small for words; its rows and columns are those beside it
        const MatrixGeometry& cells = picture.geometry.cells[which];
        const QStringList& columns = picture.scene.columnLabels();
        for (Index column = 0; column < columns.size(); ++column) {
            const bool asked = isAsked(turned, column);
            if (column % every != 0 && !asked)
                continue;
            const QRectF top = turned ? cells.cellRect(column, 0) : cells.cellRect(0, column);
            const QRectF label(top.left(), picture.geometry.columnLabelTop, top.width(),
                               top.top() - picture.geometry.columnLabelTop - 2);
            if (asked)
                painter.fillRect(label, colours.accent);
            painter.setPen(inkOf(turned, column, colours.secondary));
            const QFont font = textFont(11 * scale, asked ? QFont::DemiBold : QFont::Normal);
            const QString text = narrowLabel(columns[column], picture.isPresented());
            if (!picture.geometry.uprightLabels) {
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
