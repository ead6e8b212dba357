// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/curve_plot.h"

#include "plots/painted_plot.h"
#include "type/fonts.h"

namespace headscope {

namespace {

/// Around the plot: room for the numbers at the left, and for half a line and half a number.
constexpr QMargins roomAround(46, 10, 6, 10);

QVector<double> vectorOf(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

} // namespace

CurvePlot::CurvePlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new PaintedPlot(this)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    QCPAxis* axis = m_plot->yAxis;
    axis->setVisible(true);
    axis->grid()->setVisible(true);
    axis->grid()->setZeroLinePen(Qt::NoPen);
    m_plot->xAxis->setRange(0, 1);
}

void CurvePlot::setPicture(const CurvePicture& picture) {
    m_picture = picture;
    const Theme& colours = theme(picture.theme);
    const QMargins margins = roomAround * picture.textScale;
    setGeometry(picture.plot.toAlignedRect().marginsAdded(margins));
    m_plot->setBackground(QBrush(colours.base));
    const QRectF inside = picture.plot.translated(-pos());
    m_plot->axisRect()->setMargins({qRound(inside.left()), qRound(inside.top()),
                                    qRound(width() - inside.right()),
                                    qRound(height() - inside.bottom())});
    m_plot->xAxis->setRange(picture.across.low, picture.across.high);
    QCPAxis* axis = m_plot->yAxis;
    axis->setRange(picture.up.low, picture.up.high);
    axis->setTickLabelFont(textFont(12 * picture.textScale));
    axis->setTickLabelColor(colours.secondary);
    axis->setTickLabelPadding(qRound(6 * picture.textScale));
    axis->grid()->setPen(QPen(colours.hairline, 1));
    auto ticks = QSharedPointer<QCPAxisTickerText>::create();
    for (const auto& [value, text] : picture.ticks)
        ticks->addTick(value, text);
    axis->setTicker(ticks);

    m_plot->clearGraphs();
    const auto add = [this](const QPen& pen) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setPen(pen);
        graph->setSelectable(QCP::stNone);
        return graph;
    };
    for (const double level : picture.dotted) {
        QPen pen(colours.secondary, picture.textScale);
        pen.setDashPattern({1, 3});
        add(pen)->setData({picture.across.low, picture.across.high}, {level, level}, true);
    }
    for (const bool behind : {true, false}) {
        for (const Curve& curve : picture.curves) {
            if (curve.secondary != behind)
                continue;
            QPen pen(curve.secondary ? colours.controlBorder
                     : curve.dashed  ? colours.secondary
                                     : colours.text,
                     curve.width * picture.textScale);
            pen.setJoinStyle(Qt::RoundJoin);
            if (curve.dashed)
                pen.setDashPattern({4, 3});
            add(pen)->setData(vectorOf(curve.x), vectorOf(curve.y), true);
        }
    }
    m_plot->update();
}

void CurvePlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_plot->setGeometry(rect());
}

} // namespace headscope
