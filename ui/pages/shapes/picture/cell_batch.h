// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/element_style.h"

#include <QRectF>

#include <unordered_map>
#include <vector>

class QPainter;

namespace headscope {

/// Many cells drawn with few calls: all of one colour at once, then the numbers.
class CellBatch {
public:
    explicit CellBatch(const ElementStyle& style)
        : m_style(&style) {}

    /// A cell at a rectangle that includes the gap to its neighbours.
    void add(Index element, const QRectF& cell);
    /// A cell with a value of its own, such as one of x before the projection.
    void addValue(float value, QRgb fill, const QRectF& cell);
    /// Only its outline, dashed: where something was or will be.
    void addGhost(QRgb colour, const QRectF& cell);
    void paint(QPainter& painter);

private:
    struct Number {
        QRectF cell;
        QString text;
        QRgb fill;
    };
    void addFilled(QRgb fill, const QRectF& cell);

    const ElementStyle* m_style;
    std::unordered_map<QRgb, std::vector<QRectF>> m_filled;
    std::unordered_map<QRgb, std::vector<QRectF>> m_ghosts;
    std::vector<Number> m_numbers;
};

/// White inside a dark rim: visible on every colour.
void paintFocusFrame(QPainter& painter, const QRectF& cell, bool locked);

} // namespace headscope
