// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/custom_plot.h"

namespace headscope {

/// A plot that is painted where it is shown, straight into the window and as often as that
/// is painted: it needs no replot(), has no buffers to composite, and is sharp on every
/// screen. Events go to the widget behind it.
class PaintedPlot : public QCustomPlot {
public:
    explicit PaintedPlot(QWidget* parent)
        : QCustomPlot(parent) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
            axis->setVisible(false);
            axis->grid()->setVisible(false);
            axis->setBasePen(Qt::NoPen);
            axis->setTickPen(Qt::NoPen);
            axis->setSubTicks(false);
            axis->setTickLength(0, 0);
            axis->setNumberFormat(QStringLiteral("g")); // labels are words, not powers of ten
        }
        axisRect()->setAutoMargins(QCP::msNone);
        axisRect()->setMinimumSize(0, 0);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QCPPainter painter;
        painter.begin(this);
        painter.setRenderHint(QPainter::TextAntialiasing);
        toPainter(&painter, width(), height());
    }
    void resizeEvent(QResizeEvent*) override {}
};

} // namespace headscope
