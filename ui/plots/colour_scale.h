// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_painter.h"

#include <QWidget>

#include <optional>

class QCPColorScale;

namespace headscope {

class PaintedPlot;

/// What the colours of cells stand for: the map as a bar with a tick at every quarter of the
/// range. The numbers at its ends are written by who has the room for them.
class ColourScale : public QWidget {
    Q_OBJECT

public:
    explicit ColourScale(QWidget* parent = nullptr);

    /// `bar` is of whole pixels, in coordinates of the parent. `marked` is the place of the
    /// value that is pointed at, from 0 to 1 along the bar.
    void setColours(const QRect& bar, const CellColours& colours, std::optional<double> marked);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PaintedPlot* m_plot;
    QCPColorScale* m_scale;
    CellColours m_colours;
    std::optional<double> m_marked; ///< from the left of the bar, 0 to 1
};

} // namespace headscope
