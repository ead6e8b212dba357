// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/matrix_marks.h"

#include "scene/fonts.h"

namespace headscope {

void MatrixMarks::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(false);
}

void MatrixMarks::draw(QCPPainter* painter) {
    if (!m_picture.panel)
        return;
    const Theme& colours = theme(m_picture.colours.theme);
    const QPen accentText(colours.accentText);
    const QPen text(colours.text);
    for (const TokenLabel& label : m_labels) {
        painter->save();
        if (m_picture.locked)
            painter->fillRect(label.rect, colours.accent);
        painter->setPen(m_picture.locked ? accentText : text);
        const bool across = label.rect.bottom() <= m_picture.viewport.top();
        painter->setFont(
            textFont(across ? m_picture.across.pixels : m_picture.down.pixels, QFont::DemiBold));
        QRectF line = label.rect;
        if (label.upright) {
            painter->translate(line.left(), line.bottom());
            painter->rotate(-90);
            line = QRectF(0, 0, line.height(), line.width());
        }
        const int side = label.upright ? Qt::AlignLeft : across ? Qt::AlignHCenter : Qt::AlignRight;
        painter->drawText(line.adjusted(3, 0, -3, 0), side | Qt::AlignVCenter | Qt::TextSingleLine,
                          label.text);
        painter->restore();
    }
    painter->save();
    // Frames stand a little out of their cell.
    painter->setClipRect(m_picture.viewport.adjusted(-2, -2, 2, 2));
    const auto frame = [&](const std::optional<MatrixGeometry::Position>& cell, auto paint) {
        if (!cell)
            return;
        const QRectF rect = m_picture.geometry.cellRect(cell->row, cell->column);
        if (rect.intersects(m_picture.viewport))
            paint(*painter, rect);
    };
    frame(m_picture.locked, paintLockFrame);
    if (m_picture.hovered != m_picture.locked)
        frame(m_picture.hovered, paintHoverFrame);
    painter->restore();
}

} // namespace headscope
