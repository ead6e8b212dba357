// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace headscope {

class PaintedPlot;

/// What a descent came to at its steps, beside others and a bound below all of them.
struct DescentCurves {
    struct Curve {
        QString label;
        std::vector<double> steps;
        std::vector<double> values;
        double found = 0;  ///< what the whole search gave, written at its end
        bool main = false; ///< the one that the playhead walks on
    };
    std::vector<Curve> curves;
    double limit = 0;
    QString limitLabel;  ///< empty: no line
    double playhead = 0; ///< a step
    QString playheadLabel;
    ThemeKind theme = ThemeKind::Light;
    double textScale = 1;
};

/// Curves over steps, whose axis is logarithmic; step 0 has a place of its own left of 1. The
/// playhead can be dragged, and goes to the next step that the main curve has.
class DescentPlot : public QWidget {
    Q_OBJECT

public:
    explicit DescentPlot(QWidget* parent = nullptr);

    void setCurves(const DescentCurves& curves);
    const DescentCurves& curves() const { return m_curves; }
    QSize minimumSizeHint() const override { return {160, 100}; }

    /// Where a step stands, in pixels of the widget.
    double placeOf(double step) const;
    /// The place in the main curve that is nearest to a pixel; −1 where there is none.
    int nearestTo(double x) const;

Q_SIGNALS:
    void playheadDragged(int place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QRectF plotRect() const;
    double heightOf(double value) const;
    /// Under the axis, where the step at the playhead is written.
    QRectF flagRect() const;
    void place();
    void drag(double x);

    DescentCurves m_curves;
    PaintedPlot* m_plot;
    double m_top = 1;       ///< of the value axis
    double m_lastStep = 10; ///< of the step axis
};

} // namespace headscope
