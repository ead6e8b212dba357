// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/matrix_rings.h"

#include "painters/rings.h"
#include "type/fonts.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

/// The letter of one that people choose from, white on black in a square, in every theme.
void paintLetterBadge(QPainter& painter, const QRectF& square, const QString& letter) {
    painter.fillRect(square, Qt::black);
    painter.setPen(Qt::white);
    painter.setFont(textFont(square.height() * 0.72, QFont::Bold));
    painter.drawText(square, Qt::AlignCenter, letter);
}

} // namespace

std::vector<MatrixRing> ringsOf(std::span<const PointedAt> pointed, int panel, Index rows,
                                Index columns) {
    std::vector<MatrixRing> rings;
    for (const PointedAt& at : pointed) {
        const bool isStage = at.stage && !at.row && !at.column;
        if (isStage || (at.panel && *at.panel != panel))
            continue;
        const CellSpan cells{at.row.value_or(0), at.row ? *at.row + 1 : rows, at.column.value_or(0),
                             at.column ? *at.column + 1 : columns};
        if (cells.rows() < 1 || cells.columns() < 1 || cells.endRow > rows ||
            cells.endColumn > columns)
            continue;
        rings.push_back({cells, at.letter, at.faded});
    }
    return rings;
}

void paintRing(QPainter& painter, const QRectF& cells, const MatrixRing& ring, const Theme& theme,
               double width) {
    const double half = width / 2;
    const QRectF outside = cells.adjusted(-half, -half, half, half);
    if (ring.letter.isEmpty()) {
        paintRing(painter, outside, width, theme.accent);
        return;
    }
    // Alike for all: nothing gives the answer away.
    painter.setOpacity(ring.faded ? 0.25 : 1);
    paintRing(painter, cells.adjusted(half, half, -half, -half), width, Qt::white);
    paintRing(painter, outside, width, Qt::black);
    const double cell = cells.height() / static_cast<double>(ring.cells.rows());
    const double side = std::clamp(cell * 0.34, 14.0, 40.0);
    paintLetterBadge(painter, QRectF(outside.topLeft(), QSizeF(side, side)), ring.letter);
    painter.setOpacity(1);
}

} // namespace headscope
