// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"

#include <QWidget>

#include <vector>

namespace headscope {

class PaintedPlot;

/// A line through points, left to right.
struct Curve {
    std::vector<double> x;
    std::vector<double> y;
    double width = 1;
    bool dashed = false;
    bool secondary = false; ///< thin and grey, behind the others
};

/// Curves over one axis, and where they lie, in coordinates of the widget around the plot.
struct CurvePicture {
    QRectF plot;
    ValueRange across;
    ValueRange up;
    /// Written at the left, with a hairline each.
    std::vector<std::pair<double, QString>> ticks;
    std::vector<Curve> curves;
    std::vector<double> dotted; ///< levels
    ThemeKind theme = ThemeKind::Light;
    double textScale = 1;
};

/// Curves on a QCustomPlot. It does nothing by itself and lets all events pass.
class CurvePlot : public QWidget {
    Q_OBJECT

public:
    explicit CurvePlot(QWidget* parent = nullptr);

    void setPicture(const CurvePicture& picture);
    const CurvePicture& picture() const { return m_picture; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    CurvePicture m_picture;
    PaintedPlot* m_plot;
};

} // namespace headscope
