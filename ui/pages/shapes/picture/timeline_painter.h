// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_scene.h"

#include <QRectF>

class QPainter;

namespace headscope {

/// The line of time: every step equally wide, whatever time it takes; time before
/// a move is at the step's left end, time after it at its right end.
struct TimelineBar {
    QRectF line; ///< where the line runs; names above, notes below
    std::size_t steps = 1;

    double xOf(const TimelinePosition& position) const;
    QRectF stepRect(std::size_t step) const;
};

/// The line within a rectangle of at least 56 pixels' height.
TimelineBar timelineBar(const QRectF& rect, std::size_t steps, double scale);
void paintTimeline(QPainter& painter, const TimelineBar& bar, const ShapesScene& scene);

} // namespace headscope
