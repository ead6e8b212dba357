// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/axis_text.h"

#include "pages/shapes/shapes_words.h"
#include "scene/palette.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headscope {

namespace {
const QString separator = QStringLiteral(", ");
} // namespace

double AxisText::width() const {
    return QFontMetricsF(font).horizontalAdvance(u'(' + parts.join(separator) + u')');
}

void AxisText::paint(QPainter& painter, QPointF baseline, const QColor& colour,
                     double scale) const {
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(colour);
    double x = baseline.x();
    const auto draw = [&](const QString& text) {
        painter.drawText(QPointF(x, baseline.y()), text);
        const double advance = metrics.horizontalAdvance(text);
        x += advance;
        return advance;
    };
    const double ruleTop = baseline.y() + 4 * scale;
    draw(QStringLiteral("("));
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const double left = x;
        const double advance = draw(parts[i]);
        painter.fillRect(QRectF(left, ruleTop, advance, 3 * scale),
                         axisColour(families[static_cast<std::size_t>(i)]));
        draw(i + 1 < parts.size() ? separator : QStringLiteral(")"));
    }
}

AxisText sizesText(const PerAxis<Index>& sizes, const Axes& axes, const QFont& font) {
    AxisText text;
    text.font = font;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        text.parts << QString::number(qint64{sizes[i]});
        text.families.push_back(axisFamily(axes[i]));
    }
    return text;
}

AxisText axesText(const Axes& axes, const QFont& font) {
    AxisText text;
    text.font = font;
    for (const Axis axis : axes) {
        text.parts << axisSymbol(axis);
        text.families.push_back(axisFamily(axis));
    }
    return text;
}

} // namespace headscope
