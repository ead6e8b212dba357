// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/picture/step_painter.h"

#include <QPainter>

namespace headscope {

void paintRearrangement(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    const ElementPlaces places(frame);
    CellBatch ghosts(frame.style);
    CellBatch resting(frame.style);
    CellBatch moving(frame.style);
    for (Index element = 0; element < journey.elementCount(); ++element) {
        const std::optional<QRectF> at = places.at(element);
        if (!at)
            continue;
        const QRectF& now = *at;
        const QRgb colour = frame.style.fill(element);
        const QRectF source = places.source(element);
        const double own = places.progressOf(element);
        const bool inFlight = own > 0 && own < 1;
        (inFlight ? moving : resting).add(element, now);
        if (own > 0)
            ghosts.addGhost(colour, source);
        if (own < 1)
            ghosts.addGhost(colour, places.target(element));
    }
    ghosts.paint(painter);
    resting.paint(painter);
    // What flies may pass over the element in focus, which then lies below.
    const bool focusFlies = frame.element && places.progressOf(*frame.element) > 0 &&
                            places.progressOf(*frame.element) < 1;
    if (!focusFlies)
        paintFocus(painter, frame);
    moving.paint(painter);
    if (focusFlies)
        paintFocus(painter, frame);
}

} // namespace headscope
