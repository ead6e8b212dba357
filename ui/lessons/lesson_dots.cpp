// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_dots.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
/// From one dot to the next: more of them stand closer, as wide together as eight are.
double pitchOf(const LessonProgress& progress) {
    constexpr double widest = 15;
    constexpr double together = 8 * widest;
    return std::min(widest,
                    together / static_cast<double>(std::max<std::size_t>(1, progress.done.size())));
}
} // namespace

LessonDots::LessonDots(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void LessonDots::setProgress(const LessonProgress& progress) {
    if (progress == m_progress)
        return;
    m_progress = progress;
    updateGeometry();
    update();
    say();
}

QSize LessonDots::sizeHint() const {
    return {static_cast<int>(lessonDotsWidth(m_progress, 1)), 16};
}

void LessonDots::say() {
    if (!m_progress.place)
        return;
    QStringList done;
    for (std::size_t i = 0; i < m_progress.done.size(); ++i) {
        if (m_progress.done[i])
            done << QString::number(i + 1);
    }
    const QString here =
        tr("Lesson %1 of %2").arg(*m_progress.place + 1).arg(m_progress.done.size());
    setAccessibleName(done.isEmpty()
                          ? tr("%1; none is done yet").arg(here)
                          : tr("%1; done: %2").arg(here, done.join(QStringLiteral(", "))));
    setToolTip(accessibleName());
}

void LessonDots::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintLessonDots(painter, {0, height() / 2.0}, 1, m_progress,
                    {palette().color(QPalette::Highlight),
                     palette().color(QPalette::PlaceholderText), palette().color(QPalette::Dark)});
}

void LessonDots::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        say();
    QWidget::changeEvent(event);
}

double lessonDotsWidth(const LessonProgress& progress, double unit) {
    return pitchOf(progress) * unit * static_cast<double>(progress.done.size());
}

void paintLessonDots(QPainter& painter, QPointF left, double unit, const LessonProgress& progress,
                     const DotColours& colours) {
    const auto circle = [](QPointF middle, double radius) {
        return QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius);
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double pitch = pitchOf(progress);
    const double ring = std::min(5.6, 0.55 * pitch);
    const double dot = std::min(3.5, 0.34 * pitch);
    for (std::size_t i = 0; i < progress.done.size(); ++i) {
        const QPointF middle = left + QPointF(pitch * unit * (static_cast<double>(i) + 0.5), 0);
        const bool done = progress.done[i];
        if (progress.place == i) {
            painter.setPen(QPen(colours.present, 1.6 * unit));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(circle(middle, ring * unit));
            // From the top on, as a clock goes.
            const double part = done ? 1 : progress.part;
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.present);
            painter.drawPie(circle(middle, 0.6 * ring * unit), 90 * 16,
                            -static_cast<int>(std::lround(part * 360 * 16)));
            continue;
        }
        painter.setPen(QPen(done ? colours.done : colours.open, 1.2 * unit));
        painter.setBrush(done ? QBrush(colours.done) : QBrush(Qt::NoBrush));
        painter.drawEllipse(circle(middle, dot * unit));
    }
    painter.restore();
}

} // namespace headscope
