// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_timeline.h"

#include <QPainter>

namespace headscope {

ShapesTimeline::ShapesTimeline(QWidget* parent)
    : TimeLine(parent) {}

void ShapesTimeline::setShapes(const ShapesScene& scene) {
    const bool resized = scene.display.textScale != m_scene.display.textScale;
    m_scene = scene;
    if (resized)
        updateGeometry();
    update();
}

QSize ShapesTimeline::sizeHint() const {
    return {700, qRound(72 * m_scene.display.textScale)};
}

QSize ShapesTimeline::minimumSizeHint() const {
    return {240, qRound(72 * m_scene.display.textScale)};
}

TimelineBar ShapesTimeline::barNow() const {
    const double margin = 12 * m_scene.display.textScale;
    return timelineBar(QRectF(rect()).adjusted(margin, 0, -margin, 0),
                       m_scene.isEmpty() ? 1 : m_scene.model->timeline.stageCount(),
                       m_scene.display.textScale);
}

void ShapesTimeline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme(m_scene.display.theme).base);
    if (!m_scene.isEmpty())
        paintTimeline(painter, barNow(), m_scene);
}

std::optional<Time> ShapesTimeline::timePointedAt(double x) const {
    if (m_scene.isEmpty())
        return std::nullopt;
    return barNow().timeAt(m_scene.model->timeline, x);
}

} // namespace headscope
