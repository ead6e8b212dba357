// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/picture/stage_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <QRegion>

#include <unordered_map>

namespace headscope {

namespace {

/// More trails than this would be a carpet.
constexpr std::size_t mostTrails = 48;

/// A row of a block on its way: first and last cell, where it came from.
struct Flight {
    QRectF from;
    QRectF now;
    QRgb colour = 0;
};

/// Where the rows of a panel have their names.
QRegion rowNames(const BlockGeometry& blocks) {
    QRegion names;
    if (!blocks.isLabelled())
        return names;
    for (Index line = 0; line < blocks.arrangement().lines(); ++line) {
        const Point corner = blocks.blockOrigin(line, 0);
        const double width = blocks.measures().label;
        names += QRectF(corner.x - width, corner.y, width - 4, blocks.blockExtent().height)
                     .toAlignedRect();
    }
    return names;
}

/// From where a row was to where it is, and an arrow head at its front. Names are not
/// crossed out: a trail passes behind them.
void paintTrails(QPainter& painter, const std::vector<Flight>& flights, const QRegion& names,
                 double scale) {
    if (flights.empty() || flights.size() > mostTrails)
        return;
    painter.save();
    if (!names.isEmpty()) {
        // Larger than any picture: the painter may be scaled or moved.
        const QRegion picture(-20'000, -20'000, 60'000, 60'000);
        painter.setClipRegion(picture.subtracted(names), Qt::IntersectClip);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Flight& flight : flights) {
        painter.setPen(QPen(QColor(flight.colour), 1.4 * scale));
        if (flight.now.left() > flight.from.right() + 12) {
            const QPointF start(flight.from.right() + 2, flight.from.center().y());
            const QPointF end(flight.now.left() - 5, flight.now.center().y());
            const double bend = (end.x() - start.x()) / 2;
            QPainterPath path(start);
            path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
            painter.drawPath(path);
        }
        const double arm = 5 * scale;
        const QPointF tip(flight.now.right() + 9 * scale, flight.now.center().y());
        if (!names.intersects(
                QRectF(tip + QPointF(-arm, -arm), QSizeF(arm, 2 * arm)).toAlignedRect()))
            painter.drawPolyline(
                QPolygonF{tip + QPointF(-arm, -arm), tip, tip + QPointF(-arm, arm)});
    }
    painter.restore();
}

} // namespace

void paintRearrangement(QPainter& painter, const StageFrame& frame) {
    const Journey& journey = frame.model.right;
    const BlockGeometry& from = frame.geometry.before.blocks;
    const BlockGeometry& to = frame.geometry.after->blocks;
    const ElementPlaces places(frame);
    CellBatch ghosts(frame.style);
    CellBatch resting(frame.style);
    CellBatch moving(frame.style);
    // Rows travel whole: what lies side by side before and after is one flight.
    std::unordered_map<Index, Flight> flights;
    const Index rowLength = std::min(from.arrangement().columns(), to.arrangement().columns());
    for (Index element = 0; element < journey.elementCount(); ++element) {
        const QRgb colour = frame.style.fill(element);
        const QRectF source = places.source(element);
        const QRectF now = *places.at(element);
        const double own = places.progressOf(element);
        const bool inFlight = own > 0 && own < 1;
        (inFlight ? moving : resting).add(element, now);
        if (own > 0)
            ghosts.addGhost(colour, source);
        if (own < 1)
            ghosts.addGhost(colour, places.target(element));
        if (!inFlight)
            continue;
        Flight& flight = flights[element / rowLength];
        flight.from = flight.from.united(source);
        flight.now = flight.now.united(now);
        flight.colour = colour;
    }
    ghosts.paint(painter);
    std::vector<Flight> all;
    for (const auto& [row, flight] : flights)
        all.push_back(flight);
    paintTrails(painter, all, rowNames(from) + rowNames(to), frame.geometry.scale);
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
