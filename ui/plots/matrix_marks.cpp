// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/matrix_marks.h"

#include "plots/stacked_label.h"
#include "type/fonts.h"

#include <algorithm>
#include <cmath>

namespace headscope {

void MatrixMarks::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(false);
}

void MatrixMarks::paintStack(QCPPainter& painter, const TokenLabel& label, double pixels) {
    const double pitch = stackedPitch(pixels);
    double top = label.rect.bottom() - 4 - pitch * static_cast<double>(label.stack.size());
    for (const QString& line : label.stack) {
        // A run of digits may be wider than the column.
        painter.drawText(QRectF(label.rect.center().x() - 2 * pixels, top, 4 * pixels, pitch),
                         Qt::AlignCenter | Qt::TextDontClip, line);
        top += pitch;
    }
}

void MatrixMarks::paintPositioned(QCPPainter& painter, const TokenLabel& label, bool across) const {
    const TokenAxis& axis = across ? m_picture.across : m_picture.down;
    const Theme& colours = theme(m_picture.colours.theme);
    const bool marked = label.asked && m_picture.locked;
    if (marked) {
        painter.fillRect(axis.tokens ? label.rect : label.place, colours.accent);
        if (!axis.tokens && !label.text.isEmpty())
            painter.fillRect(label.token, colours.accent);
    } else if (label.asked && !axis.tokens && across) {
        painter.fillRect(label.token, colours.base);
    }
    const auto write = [&](const QRectF& room, const QString& text, int side) {
        if (!label.upright)
            return painter.drawText(room.adjusted(label.inset, 0, -label.inset, 0),
                                    side | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                                    text);
        painter.save();
        painter.translate(room.left(), room.bottom());
        painter.rotate(-90);
        painter.drawText(QRectF(label.inset, 0, room.height() - 2 * label.inset, room.width()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        painter.restore();
    };
    const QFont::Weight weight = label.asked ? QFont::DemiBold : QFont::Normal;
    painter.setFont(numberFont(axis.positionPixels, weight));
    painter.setPen(marked ? colours.accentText : label.asked ? colours.text : colours.secondary);
    write(label.place, label.position, across ? Qt::AlignHCenter : Qt::AlignRight);
    painter.setFont(textFont(axis.pixels, weight));
    painter.setPen(marked ? colours.accentText : colours.text);
    write(label.token, label.text, across ? Qt::AlignHCenter : Qt::AlignRight);
}

void MatrixMarks::paintWordStarts(QCPPainter& painter, bool across) const {
    const TokenAxis& axis = across ? m_picture.across : m_picture.down;
    const MatrixGeometry& cells = m_picture.geometry;
    if (axis.starts.empty() || !axis.tokens)
        return;
    const QRectF& seen = m_picture.viewport;
    const QColor line = theme(m_picture.colours.theme).controlBorder;
    const double pitch = across ? cells.pitchX : cells.pitchY;
    const double origin = across ? cells.origin.x() : cells.origin.y();
    const double from = across ? seen.left() : seen.top();
    const double to = across ? seen.right() : seen.bottom();
    const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil((from - origin) / pitch)));
    for (std::size_t i = first; i < axis.starts.size(); ++i) {
        const double at = std::round(origin + static_cast<double>(i) * pitch - 1);
        if (at > to)
            break;
        if (!axis.starts[i])
            continue;
        painter.fillRect(across ? QRectF(at, seen.top() - 2 - axis.extent, 1, axis.extent)
                                : QRectF(seen.left() - 2 - axis.extent, at, axis.extent, 1),
                         line);
    }
}

void MatrixMarks::fadeAllBut(QCPPainter& painter, const MatrixGeometry::Position& asked) const {
    const QRectF cell = m_picture.geometry.cellRect(asked.row, asked.column);
    const QRectF& seen = m_picture.viewport;
    QColor veil = theme(m_picture.colours.theme).base;
    veil.setAlphaF(0.8F);
    // What stands beside and above the matrix fades with it, but for the asked words.
    const QRectF all =
        seen.adjusted(-m_picture.down.extent - 2, -m_picture.across.extent - 2, 0, 0);
    const auto fade = [&](double left, double top, double right, double bottom) {
        const QRectF part = QRectF(QPointF(left, top), QPointF(right, bottom)) & all;
        if (part.isValid())
            painter.fillRect(part, veil);
    };
    fade(all.left(), all.top(), cell.left(), cell.top());
    fade(cell.right(), all.top(), all.right(), cell.top());
    fade(all.left(), cell.bottom(), cell.left(), all.bottom());
    fade(cell.right(), cell.bottom(), all.right(), all.bottom());
}

void MatrixMarks::draw(QCPPainter* painter) {
    if (!m_picture.panel)
        return;
    const Theme& colours = theme(m_picture.colours.theme);
    if (m_picture.spotlight && m_picture.asked())
        fadeAllBut(*painter, *m_picture.asked());
    for (const bool across : {true, false})
        paintWordStarts(*painter, across);
    for (const TokenLabel& label : m_labels) {
        if (!label.position.isEmpty()) {
            paintPositioned(*painter, label, label.rect.bottom() <= m_picture.viewport.top());
            continue;
        }
        painter->save();
        const bool marked = label.asked && m_picture.locked;
        if (marked)
            painter->fillRect(label.rect, colours.accent);
        painter->setPen(marked ? colours.accentText : colours.text);
        const bool across = label.rect.bottom() <= m_picture.viewport.top();
        const double pixels = across ? m_picture.across.pixels : m_picture.down.pixels;
        painter->setFont(textFont(pixels, label.asked ? QFont::DemiBold : QFont::Normal));
        QRectF line = label.rect;
        if (!label.stack.isEmpty()) {
            paintStack(*painter, label, pixels);
            painter->restore();
            continue;
        }
        if (label.upright) {
            painter->translate(line.left(), line.bottom());
            painter->rotate(-90);
            line = QRectF(0, 0, line.height(), line.width());
        }
        if (!label.gloss.isEmpty()) {
            // Both lines in the middle of the room, the word above.
            const double small = glossLine * glossSize * pixels;
            const double middle = line.center().y() + (glossLine * pixels - small) / 2;
            const QRectF below(line.left() + 1, middle, line.width() - 2, small);
            painter->save();
            painter->setFont(textFont(glossSize * pixels));
            painter->setPen(marked ? colours.accentText : colours.secondary);
            painter->drawText(across ? below : below.adjusted(0, 0, 1 - label.inset, 0),
                              (across ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter |
                                  Qt::TextSingleLine | Qt::TextDontClip,
                              label.gloss);
            painter->restore();
            line =
                QRectF(line.left(), middle - glossLine * pixels, line.width(), glossLine * pixels);
        }
        const int side = label.upright ? Qt::AlignLeft : across ? Qt::AlignHCenter : Qt::AlignRight;
        painter->drawText(line.adjusted(label.inset, 0, -label.inset, 0),
                          side | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
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
    paintRings(*painter);
}

void MatrixMarks::paintRings(QCPPainter& painter) const {
    painter.save();
    painter.setClipRect(m_picture.viewport.adjusted(-4, -4, 4, 4));
    for (const MatrixRing& ring : m_picture.rings)
        paintRing(painter, m_picture.geometry.rectOf(ring.cells), ring,
                  theme(m_picture.colours.theme));
    painter.restore();
}

} // namespace headscope
