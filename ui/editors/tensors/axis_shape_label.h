// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <QWidget>

namespace headscope {

/// "(2, 10, 4)" with a rule in the axis' colour under every number.
class AxisShapeLabel : public QWidget {
    Q_OBJECT

public:
    explicit AxisShapeLabel(QWidget* parent = nullptr);

    void setShape(const Shape& shape, const Axes& axes);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Shape m_shape;
    Axes m_axes;
};

} // namespace headscope
