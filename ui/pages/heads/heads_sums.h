// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_picture.h"

class QPainter;

namespace headscope {

/// The sums that are written beside and below the enlarged matrix; those of a part where only that
/// is seen.
struct ShownSums {
    MatrixSums sums; ///< of the cells of `span`
    CellSpan span;
    bool part = false;
};
/// Of a picture of weights.
ShownSums shownSums(const HeadsPicture& picture);
/// The sum under a point in full precision; empty where none is written.
QString sumTip(const HeadsPicture& picture, QPointF position);
/// Nothing where none are written.
void paintSums(QPainter& painter, const HeadsPicture& picture);

} // namespace headscope
