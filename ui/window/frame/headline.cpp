// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/headline.h"

#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace headscope {

namespace {

constexpr int smallerPixels = 13;

/// The sentence in at most two lines, the last one elided where more would follow.
QStringList twoLines(const QString& sentence, const QFont& font, double width) {
    QTextLayout layout(sentence, font);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setLineWidth(width);
    layout.endLayout();
    const int first = line.isValid() ? line.textLength() : 0;
    const QString rest = sentence.mid(first).trimmed();
    QStringList lines(sentence.left(first).trimmed());
    if (!rest.isEmpty())
        lines << QFontMetricsF(font).elidedText(rest, Qt::ElideRight, width);
    return lines;
}

} // namespace

Headline::Headline(QWidget* parent)
    : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setMinimumWidth(10);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void Headline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRectF room = rect();
    QFont type = font();
    QStringList lines(text());
    if (QFontMetricsF(type).horizontalAdvance(text()) > room.width()) {
        type.setPixelSize(std::min(type.pixelSize(), smallerPixels));
        lines = twoLines(text(), type, room.width());
    }
    painter.setFont(type);
    const double pitch = std::ceil(QFontMetricsF(type).height());
    double top = room.center().y() - pitch * static_cast<double>(lines.size()) / 2;
    for (const QString& line : lines) {
        painter.drawText(QRectF(room.left(), top, room.width(), pitch),
                         static_cast<int>((alignment() & Qt::AlignHorizontal_Mask) |
                                          Qt::AlignVCenter | Qt::TextSingleLine),
                         line);
        top += pitch;
    }
}

} // namespace headscope
