// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/step_painter.h"
#include "timeline/easing.h"

#include <cmath>

namespace headscope {

namespace {

/// The part of the lead in which the last picture moves over; then people read.
constexpr double arrivalPart = 0.35;

QRectF mixed(const QRectF& from, const QRectF& to, double t) {
    return {std::lerp(from.x(), to.x(), t), std::lerp(from.y(), to.y(), t),
            std::lerp(from.width(), to.width(), t), std::lerp(from.height(), to.height(), t)};
}

} // namespace

ElementPlaces::ElementPlaces(const StepFrame& frame)
    : m_frame(&frame) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    if (step > journey.firstStep() && journey.follows(step))
        m_motion.emplace(journey, step, frame.geometry.before.blocks, frame.geometry.after->blocks);
    m_arrival = eased(Easing::Smooth, frame.position.lead / arrivalPart);
}

QRectF ElementPlaces::arriving(Index element) const {
    const Journey& journey = m_frame->model.right;
    const Cell cell = journey.cellOf(m_frame->position.move - 1, element);
    const QRectF here = cellRect(m_frame->geometry.before.blocks, cell);
    if (!m_frame->geometry.cameFrom || m_arrival >= 1)
        return here;
    return mixed(cellRect(*m_frame->geometry.cameFrom, cell), here, m_arrival);
}

std::optional<QRectF> ElementPlaces::at(Index element) const {
    const Journey& journey = m_frame->model.right;
    if (!m_frame->geometry.tokens.contains(journey.homeOf(element).token))
        return std::nullopt;
    const std::size_t step = m_frame->position.move;
    if (step == journey.firstStep()) {
        const ShapesGeometry& geometry = m_frame->geometry;
        const BlockGeometry& blocks = step == 0 ? geometry.before.blocks : geometry.after->blocks;
        return cellRect(blocks, journey.cellOf(step, element));
    }
    if (step > 0 && !journey.follows(step) && journey.follows(step - 1))
        return arriving(element);
    if (!m_motion)
        return std::nullopt;
    if (m_frame->position.progress <= 0)
        return arriving(element);
    const Box box = m_motion->at(element, m_frame->position.progress);
    return QRectF(box.x, box.y, box.width, box.height);
}

double ElementPlaces::progressOf(Index element) const {
    return m_motion->progressOf(element, m_frame->position.progress);
}

QRectF ElementPlaces::source(Index element) const {
    const Journey& journey = m_frame->model.right;
    return cellRect(m_frame->geometry.before.blocks,
                    journey.cellOf(m_frame->position.move - 1, element));
}

QRectF ElementPlaces::target(Index element) const {
    const Journey& journey = m_frame->model.right;
    return cellRect(m_frame->geometry.after->blocks,
                    journey.cellOf(m_frame->position.move, element));
}

} // namespace headscope
