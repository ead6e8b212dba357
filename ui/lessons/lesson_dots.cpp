// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_dots.h"

#include "figure/painter_canvas.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

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
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    paintLessonDots(canvas, {0, height() / 2.0}, 1, m_progress,
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

void paintLessonDots(FigureCanvas& canvas, QPointF left, double unit,
                     const LessonProgress& progress, const DotColours& colours) {
    // So much of a circle, from the top on, as a clock goes.
    const auto arc = [](QPointF middle, double radius, double part) {
        constexpr int steps = 48;
        std::vector<QPointF> points;
        for (int i = 0; i <= steps; ++i) {
            const double angle = 2 * std::numbers::pi * part * i / steps;
            points.push_back(middle + radius * QPointF(std::sin(angle), -std::cos(angle)));
        }
        return points;
    };
    const double pitch = pitchOf(progress);
    const double ring = std::min(5.6, 0.55 * pitch) * unit;
    const double dot = std::min(3.5, 0.34 * pitch) * unit;
    const double line = 1.2 * unit;
    for (std::size_t i = 0; i < progress.done.size(); ++i) {
        const QPointF middle = left + QPointF(pitch * unit * (static_cast<double>(i) + 0.5), 0);
        const bool done = progress.done[i];
        if (progress.place == i) {
            canvas.line(arc(middle, ring, 1), colours.present.rgb(), 1.6 * unit, {});
            std::vector<QPointF> pie = arc(middle, 0.6 * ring, done ? 1 : progress.part);
            pie.push_back(middle);
            canvas.polygon(pie, colours.present.rgb());
        } else if (done) {
            canvas.polygon(arc(middle, dot + line / 2, 1), colours.done.rgb());
        } else {
            canvas.line(arc(middle, dot, 1), colours.open.rgb(), line, {});
        }
    }
}

} // namespace headscope
