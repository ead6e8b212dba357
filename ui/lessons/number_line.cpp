// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/number_line.h"

#include "lessons/lesson_room.h"
#include "type/fonts.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {
constexpr double edge = 10; ///< beside the line, so that its ends can be written
constexpr double lineAt = 16;
} // namespace

NumberLine::NumberLine(QWidget* parent)
    : QWidget(parent) {
    setCursor(Qt::PointingHandCursor);
}

void NumberLine::setRange(double low, double high, const QString& lowText,
                          const QString& highText) {
    m_low = low;
    m_high = std::max(high, low + 1e-12);
    m_lowText = lowText;
    m_highText = highText;
    update();
}

void NumberLine::setValue(std::optional<double> value) {
    m_value = value;
    update();
}

double NumberLine::placeOf(double value) const {
    return edge + (width() - 2 * edge) * std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0);
}

void NumberLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette& colours = palette();
    const QColor accent = colours.color(QPalette::Highlight);
    const QColor quiet = colours.color(QPalette::PlaceholderText);
    painter.setPen(QPen(colours.color(QPalette::Dark), 1.5));
    painter.drawLine(QPointF(edge, lineAt), QPointF(width() - edge, lineAt));
    for (int tick = 0; tick <= 4; ++tick) {
        const double x = edge + (width() - 2 * edge) * tick / 4;
        painter.drawLine(QPointF(x, lineAt - 4), QPointF(x, lineAt + 4));
    }
    const auto write = [&](double x, const QString& text, const QColor& colour, bool bold) {
        painter.setFont(textFont(lessonType, bold ? QFont::DemiBold : QFont::Normal));
        painter.setPen(colour);
        const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text);
        const double left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
        painter.drawText(QRectF(left, 26, wide + 2, 20), Qt::AlignLeft | Qt::AlignVCenter, text);
        return QRectF(left, 26, wide, 20);
    };
    // What matters most is written first; what would touch it is left out.
    std::vector<QRectF> taken;
    const auto writeFree = [&](double x, const QString& text, const QColor& colour, bool bold) {
        const QFont font = textFont(lessonType, bold ? QFont::DemiBold : QFont::Normal);
        const double wide = QFontMetricsF(font).horizontalAdvance(text);
        const double left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
        const QRectF room(left - 4, 26, wide + 8, 20);
        if (std::ranges::any_of(taken, [&](const QRectF& r) { return r.intersects(room); }))
            return;
        taken.push_back(write(x, text, colour, bold));
    };
    if (m_value)
        writeFree(placeOf(*m_value), tr("you"), accent, true);
    if (m_answer)
        writeFree(placeOf(*m_answer), tr("computed"), colours.color(QPalette::WindowText), true);
    if (m_now)
        writeFree(placeOf(*m_now), m_isNow ? tr("now") : tr("at the start"), quiet, false);
    writeFree(edge, m_lowText, quiet, false);
    writeFree(width() - edge, m_highText, quiet, false);

    const auto triangle = [&](double x, const QColor& colour) {
        const QPointF points[] = {{x - 5, lineAt - 12}, {x + 5, lineAt - 12}, {x, lineAt - 5}};
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(points, 3);
    };
    if (m_now)
        triangle(placeOf(*m_now), colours.color(QPalette::WindowText));
    if (m_answer) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.color(QPalette::WindowText));
        painter.drawEllipse(QPointF(placeOf(*m_answer), lineAt), 4.5, 4.5);
    }
    if (m_value) {
        painter.setPen(QPen(accent, 2));
        painter.setBrush(m_answer ? QBrush(Qt::NoBrush) : colours.brush(QPalette::Base));
        painter.drawEllipse(QPointF(placeOf(*m_value), lineAt), 7, 7);
    }
}

void NumberLine::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
}

void NumberLine::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton))
        return;
    const double part = (event->position().x() - edge) / (width() - 2 * edge);
    Q_EMIT valueChosen(m_low + std::clamp(part, 0.0, 1.0) * (m_high - m_low));
}

void NumberLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace headscope
