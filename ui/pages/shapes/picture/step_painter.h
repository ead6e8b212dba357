// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/lane_motion.h"
#include "pages/shapes/picture/element_style.h"
#include "pages/shapes/picture/shapes_geometry.h"

class QPainter;

namespace headscope {

/// What a painter of one operation gets: the step, how far it is, and where things
/// are. A painter is a function of this and of nothing else.
struct StepFrame {
    const ShapesModel& model;
    const ShapesGeometry& geometry;
    const ElementStyle& style;
    TimelinePosition position;
    std::optional<Index> element; ///< in focus
    bool elementLocked = false;
};

/// The tensor before and after, and what happens between them.
void paintStep(QPainter& painter, const StepFrame& frame);

/// One painter for each kind of operation.
void paintSource(QPainter& painter, const StepFrame& frame);
void paintProduct(QPainter& painter, const StepFrame& frame);
/// View, transpose, permute, contiguous, reshape, concatenate: elements keep their
/// numbers and take other places.
void paintRearrangement(QPainter& painter, const StepFrame& frame);
/// The same for more elements than are drawn one by one.
void paintCrowd(QPainter& painter, const StepFrame& frame);
/// What a wrong way made of them.
void paintWrongCrowd(QPainter& painter, const StepFrame& frame);

/// A frame around the element in focus, where it is at this moment.
void paintFocus(QPainter& painter, const StepFrame& frame);

/// Where elements are drawn at one moment.
class ElementPlaces {
public:
    explicit ElementPlaces(const StepFrame& frame);

    /// Nothing where the step has no place for an element, as x before its projection, and for
    /// those of tokens that are not drawn.
    std::optional<QRectF> at(Index element) const;
    /// How far an element's own move is, [0, 1].
    double progressOf(Index element) const;
    /// Where its move begins and ends; only of rearrangements.
    QRectF source(Index element) const;
    QRectF target(Index element) const;

private:
    /// In `before`, or on the way there from where the step before had left it.
    QRectF arriving(Index element) const;

    const StepFrame* m_frame;
    std::optional<LaneMotion> m_motion;
    double m_arrival = 1;
};

} // namespace headscope
