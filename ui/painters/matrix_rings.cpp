// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/matrix_rings.h"

#include "painters/rings.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

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

void paintRing(QPainter& painter, const QRectF& cells, const MatrixRing& ring, const Theme& theme) {
    if (ring.letter.isEmpty()) {
        paintRing(painter, cells.adjusted(-1, -1, 1, 1), 2, theme.accent);
        return;
    }
    // Alike for all: nothing gives the answer away.
    painter.setOpacity(ring.faded ? 0.25 : 1);
    paintRing(painter, cells.adjusted(1, 1, -1, -1), 2, Qt::white);
    paintRing(painter, cells.adjusted(-1, -1, 1, 1), 2, Qt::black);
    const double side = std::clamp(cells.height() * 0.34, 14.0, 40.0);
    paintLetterBadge(painter, QRectF(cells.left() - 1, cells.top() - 1, side, side), ring.letter);
    painter.setOpacity(1);
}

} // namespace headscope
