// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QStringList>

class QPainter;

namespace headscope {

/// "(2, 3, 3, 2)" with a rule in the axis' colour under each part; the colour is
/// never that of the text.
struct AxisText {
    QStringList parts;
    std::vector<AxisFamily> families; ///< one for each part
    QFont font;

    double width() const;
    /// `baseline`: left end of the text's baseline.
    void paint(QPainter& painter, QPointF baseline, const QColor& colour, double scale) const;
};

/// The sizes of a shape, or its strides, of a tensor.
AxisText sizesText(const PerAxis<Index>& sizes, const Axes& axes, const QFont& font);
/// "(bs, seq, heads, d_k)".
AxisText axesText(const Axes& axes, const QFont& font);

} // namespace headscope
