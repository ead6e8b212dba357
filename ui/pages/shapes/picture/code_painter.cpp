// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/code_painter.h"

#include "type/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headscope {

namespace {

constexpr double usualPixels = 18;
constexpr double smallestPixels = 11;

QString textOf(const CodePart& part) {
    return QString::fromStdString(part.text);
}

double widthOf(const std::vector<CodePart>& line, double pixels) {
    double width = 0;
    for (const CodePart& part : line)
        width += QFontMetricsF(numberFont(pixels, part.current ? QFont::Bold : QFont::Normal))
                     .horizontalAdvance(textOf(part));
    return width;
}

} // namespace

void paintCode(QPainter& painter, const QRectF& rect, const std::vector<CodePart>& line,
               const Theme& theme, double scale, bool marked) {
    double pixels = usualPixels * scale;
    while (pixels > smallestPixels && widthOf(line, pixels) > rect.width())
        pixels -= 1;
    const double height = pixels * 1.7;
    const double ascent = QFontMetricsF(numberFont(pixels)).ascent();
    double x = rect.left();
    double y = rect.top();
    painter.save();
    for (const CodePart& part : line) {
        const QFont font = numberFont(pixels, marked && part.current ? QFont::Bold : QFont::Normal);
        const QString text = textOf(part);
        const double width = QFontMetricsF(font).horizontalAdvance(text);
        if (x > rect.left() && x + width > rect.right() + 1 &&
            y + 2 * height <= rect.bottom() + 8) {
            x = rect.left() + 2 * pixels;
            y += height;
        }
        if (marked && part.current)
            painter.fillRect(QRectF(x, y, width, height), theme.accentTint);
        painter.setFont(font);
        painter.setPen(theme.text);
        const double baseline = y + (height - pixels * 1.36) / 2 + ascent;
        painter.drawText(QPointF(x, baseline), text);
        if (part.axis)
            painter.fillRect(QRectF(x, baseline + 3 * scale, width, 3 * scale),
                             axisColour(*part.axis));
        x += width;
    }
    painter.restore();
}

} // namespace headscope
