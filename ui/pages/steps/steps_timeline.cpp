// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_timeline.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

StepsTimeline::StepsTimeline(QWidget* parent)
    : TimeLine(parent) {}

void StepsTimeline::setSteps(const StepScene& scene) {
    const bool resized = scene.display.textScale != m_scene.display.textScale;
    m_scene = scene;
    if (resized)
        updateGeometry();
    update();
}

QSize StepsTimeline::sizeHint() const {
    return {600, qRound(40 * m_scene.display.textScale)};
}

QSize StepsTimeline::minimumSizeHint() const {
    return {160, qRound(40 * m_scene.display.textScale)};
}

QRectF StepsTimeline::line() const {
    const double s = m_scene.display.textScale;
    return QRectF(rect()).adjusted(14 * s, rect().height() / 2.0 - 2 * s, -14 * s,
                                   2 * s - rect().height() / 2.0);
}

double StepsTimeline::stopWidth() const {
    return m_scene.isEmpty() ? 1
                             : line().width() / static_cast<double>(m_scene.stops->steps.size());
}

double StepsTimeline::xNow() const {
    const TimelinePosition position = m_scene.position();
    return line().left() + stopWidth() * (static_cast<double>(position.stage) + position.progress);
}

Time StepsTimeline::timeAt(double x) const {
    const auto count = static_cast<double>(m_scene.stops->steps.size());
    const double place = std::clamp((x - line().left()) / stopWidth(), 0.0, count);
    const std::size_t stop =
        std::min(static_cast<std::size_t>(place), m_scene.stops->steps.size() - 1);
    return m_scene.stops->timeline.timeOf(stop, place - static_cast<double>(stop));
}

void StepsTimeline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    if (m_scene.isEmpty())
        return;
    const double s = m_scene.display.textScale;
    const QRectF bar = line();
    const double x = xNow();
    painter.fillRect(bar, colours.controlBorder);
    painter.fillRect(QRectF(bar.topLeft(), QPointF(x, bar.bottom())), colours.accent);
    for (std::size_t stop = 0; stop <= m_scene.stops->steps.size(); ++stop) {
        const double tick =
            std::min(bar.left() + stopWidth() * static_cast<double>(stop), bar.right() - 2);
        painter.fillRect(QRectF(std::round(tick), bar.top() - 4 * s, 2, bar.height() + 8 * s),
                         tick <= x ? colours.accent : colours.controlBorder);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.base, 2 * s));
    painter.setBrush(colours.accent);
    painter.drawEllipse(QPointF(x, bar.center().y()), 8 * s, 8 * s);
}

std::optional<Time> StepsTimeline::timePointedAt(double x) const {
    return m_scene.isEmpty() ? std::nullopt : std::optional(timeAt(x));
}

} // namespace headscope
