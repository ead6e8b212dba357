// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_painter.h"

#include "pages/train/train_words.h"
#include "painters/head_badge.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

void TrainPainter::write(const QRectF& rect, Qt::Alignment alignment, const QString& text,
                         const QFont& font, const QColor& colour) const {
    m_painter.setFont(font);
    m_painter.setPen(colour);
    drawElidedText(m_painter, rect, alignment, text);
}

void TrainPainter::writeNote(double from, double middle, double to, Qt::Alignment alignment,
                             const QString& text) const {
    write(band(from, middle, to, px(16)), alignment, text, textFont(px(12)), m_colours.secondary);
}

void TrainPainter::writeUpwards(QPointF origin, const QRectF& rect, Qt::Alignment alignment,
                                const QString& text, const QFont& font,
                                const QColor& colour) const {
    m_painter.save();
    m_painter.translate(origin);
    m_painter.rotate(-90);
    write(rect, alignment, text, font, colour);
    m_painter.restore();
}

void TrainPainter::drawHeadMark(const QRectF& rect, int head) const {
    paintHeadBadge(m_painter, rect, head, m_scene.display.theme,
                   numberFont(rect.height() * 0.72, QFont::DemiBold));
}

QRectF TrainPainter::drawStepLabel(double from, double most, const RecordedStep& step,
                                   bool accent) const {
    const QString text = TrainText::tr("step %1").arg(step.step());
    const QFont font = textFont(px(13), QFont::DemiBold);
    const double wide = std::min(QFontMetricsF(font).horizontalAdvance(text) + px(16), most);
    const QRectF label(from, m_geometry.titleY - px(11), wide, px(22));
    if (accent) {
        m_painter.fillRect(label, m_colours.accent);
    } else {
        m_painter.setPen(QPen(m_colours.controlBorder, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(label.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    write(label, Qt::AlignCenter, text, font, accent ? m_colours.accentText : m_colours.text);
    return label;
}

bool TrainPainter::fitsNumber(const QSizeF& cell) const {
    return cell.width() >= px(33) && cell.height() >= px(15);
}

void TrainPainter::drawCross(QPointF at, double size) const {
    m_painter.setPen(QPen(m_colours.error, size * 0.26, Qt::SolidLine, Qt::RoundCap));
    const double h = size / 2;
    m_painter.drawLine(at + QPointF(-h, -h), at + QPointF(h, h));
    m_painter.drawLine(at + QPointF(-h, h), at + QPointF(h, -h));
}

void TrainPainter::drawBar(const QRectF& bar, double share) const {
    m_painter.fillRect(bar, m_colours.hairline);
    m_painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()),
                       m_colours.neutralBar);
}

void TrainPainter::drawCorner(QPointF topRight, double size, const QColor& colour) const {
    const QPointF corner[] = {topRight - QPointF(size, 0), topRight, topRight + QPointF(0, size)};
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawPolygon(corner, 3);
}

} // namespace headscope
