// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_dots.h"

#include <QPainter>

namespace headscope {

LessonDots::LessonDots(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void LessonDots::setPlace(int place, int count) {
    m_place = place;
    m_count = count;
    updateGeometry();
    update();
}

void LessonDots::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintLessonDots(painter, {pitch / 2.0, height() / 2.0}, 1, m_place, m_count, palette());
}

void paintLessonDots(QPainter& painter, QPointF first, double unit, int place, int count,
                     const QPalette& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < count; ++i) {
        const QPointF at = first + QPointF(15 * unit * i, 0);
        if (i == place) {
            painter.setPen(QPen(colours.color(QPalette::Highlight), 2 * unit));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, 5 * unit, 5 * unit);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.color(QPalette::Highlight));
            painter.drawEllipse(at, 2 * unit, 2 * unit);
        } else {
            const bool before = i < place;
            painter.setPen(QPen(colours.color(before ? QPalette::PlaceholderText : QPalette::Dark),
                                1.2 * unit));
            painter.setBrush(before ? colours.brush(QPalette::PlaceholderText)
                                    : QBrush(Qt::NoBrush));
            painter.drawEllipse(at, 3.5 * unit, 3.5 * unit);
        }
    }
    painter.restore();
}

} // namespace headscope
