// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/step_painter.h"

namespace headscope {

/// How the memory is drawn: all of its cells, or, where there are too many, a
/// coloured bar of all with a window of a few of them below.
struct MemoryStrip {
    QRectF rect;
    Index count = 0; ///< elements of the memory
    double cell = 0; ///< width of a cell
    Index first = 0; ///< the first one that is drawn as a cell
    Index shown = 0; ///< how many are drawn as cells
    QRectF overview; ///< empty where all are shown

    bool isWhole() const { return shown == count; }
    QRectF cellRect(double place) const;
    /// Which place of the memory lies under a point.
    std::optional<Index> placeAt(QPointF point) const;
};

/// The memory of a step. A window of it begins with the first token that is drawn, or lies around
/// the element in focus where that would be outside.
MemoryStrip stripOf(const QRectF& rect, const Journey& journey, std::size_t step,
                    std::optional<Index> element, const TokenWindow& tokens,
                    const ElementStyle& style, double scale);

/// Shape, strides and contiguity of a step, and of the one before where they differ.
void paintMemoryHeader(QPainter& painter, const StepFrame& frame);
/// The elements in the order in which they lie in memory, and, for a copy, how
/// they are written anew.
void paintMemory(QPainter& painter, const StepFrame& frame);
/// The walk from the first element to the one in focus: offset = Σ index · stride.
void paintHops(QPainter& painter, const StepFrame& frame);

} // namespace headscope
