// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/axis_shape_label.h"

#include "scene/palette.h"
#include "type/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace headscope {

namespace {
constexpr double ruleHeight = 3;
constexpr double ruleGap = 2;
} // namespace

AxisShapeLabel::AxisShapeLabel(QWidget* parent)
    : QWidget(parent) {
    setFont(numberFont(13));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void AxisShapeLabel::setShape(const Shape& shape, const Axes& axes) {
    if (shape == m_shape && axes == m_axes)
        return;
    m_shape = shape;
    m_axes = axes;
    const QString text = QString::fromStdString(shapeText(shape));
    QStringList names;
    for (const Axis axis : axes)
        names << QString::fromLatin1(axisName(axis));
    setToolTip(names.join(QStringLiteral(" × ")));
    setAccessibleName(tr("Shape %1: %2").arg(text, names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize AxisShapeLabel::sizeHint() const {
    const QFontMetricsF metrics(font());
    const QString text = QString::fromStdString(shapeText(m_shape));
    return {static_cast<int>(std::ceil(metrics.horizontalAdvance(text))) + 1,
            static_cast<int>(std::ceil(metrics.height() + ruleGap + ruleHeight))};
}

void AxisShapeLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(font());
    const QFontMetricsF metrics(font());
    double x = 0;
    const auto draw = [&](const QString& text) {
        painter.drawText(QPointF(x, metrics.ascent()), text);
        x += metrics.horizontalAdvance(text);
    };
    draw(QStringLiteral("("));
    for (std::size_t i = 0; i < m_shape.size(); ++i) {
        const double left = x;
        draw(QString::number(m_shape[i]));
        painter.fillRect(QRectF(left, metrics.height() + ruleGap - 1, x - left, ruleHeight),
                         axisColour(axisFamily(m_axes[i])));
        if (i + 1 < m_shape.size())
            draw(QStringLiteral(", "));
        else if (m_shape.size() == 1)
            draw(QStringLiteral(","));
    }
    draw(QStringLiteral(")"));
}

} // namespace headscope
