// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"

#include <QRectF>

#include <vector>

namespace headscope {

struct AttentionGeometryInput {
    QRectF area;
    int heads = 1;
    Index queries = 1;
    Index keys = 1;
    double queryLabelWidth = 40; ///< of the widest token
    double keyLabelWidth = 40;
    double scale = 1;
};

/// The heads of one way.
struct AttentionRow {
    QRectF title;
    QRectF queryAxis;   ///< "query ↓"
    QRectF queryLabels; ///< beside the first head; all rows of heads are alike
    std::vector<QRectF> names;
    std::vector<MatrixGeometry> heads;
};

/// Where the weights of the right and the wrong heads stand: two rows of heads, keys under
/// keys, with the labels of the keys above the upper row.
struct AttentionGeometry {
    AttentionRow right;
    AttentionRow wrong;
    QRectF keyAxis;   ///< "key →"
    QRectF keyLabels; ///< a band; each head has its columns in it. Empty where too low
    QRectF legend;    ///< the range and the marks
};

AttentionGeometry layoutAttention(const AttentionGeometryInput& in);

} // namespace headscope
