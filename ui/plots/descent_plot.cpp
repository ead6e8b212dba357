// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/descent_plot.h"

#include "plots/painted_plot.h"
#include "plots/step_axis.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double leftRoom = 30;  ///< numbers of the value axis
constexpr double rightRoom = 78; ///< labels of the curves
constexpr double bottomRoom = 24;
constexpr double topRoom = 14;

} // namespace

DescentPlot::DescentPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new PaintedPlot(this)) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setCursor(Qt::SplitHCursor);
    m_plot->setAttribute(Qt::WA_OpaquePaintEvent, false); // grid and limit stand behind it
    m_plot->setBackground(QBrush(Qt::transparent));
}

QRectF DescentPlot::plotRect() const {
    const double scale = m_curves.textScale;
    return QRectF(rect()).adjusted(leftRoom * scale, topRoom * scale, -rightRoom * scale,
                                   -bottomRoom * scale);
}

double DescentPlot::placeOf(double step) const {
    const QRectF area = plotRect();
    const double span = stepPlace(m_lastStep) - zeroPlace;
    return area.left() + (stepPlace(step) - zeroPlace) / span * area.width();
}

double DescentPlot::heightOf(double value) const {
    const QRectF area = plotRect();
    return area.bottom() - std::min(value, m_top) / m_top * area.height();
}

QRectF DescentPlot::flagRect() const {
    const double scale = m_curves.textScale;
    const QFontMetricsF metrics(numberFont(12 * scale, QFont::DemiBold));
    const double width = metrics.horizontalAdvance(m_curves.playheadLabel) + 12;
    const double x = placeOf(m_curves.playhead);
    return {std::clamp(x - width / 2, 0.0, std::max(0.0, rect().width() - width)),
            plotRect().bottom() + 4, width, 18 * scale};
}

void DescentPlot::setCurves(const DescentCurves& curves) {
    m_curves = curves;
    m_top = std::max(0.1, curves.limit);
    m_lastStep = 10;
    for (const DescentCurves::Curve& curve : curves.curves) {
        for (const double value : curve.values)
            m_top = std::max(m_top, value);
        if (!curve.steps.empty())
            m_lastStep = std::max(m_lastStep, curve.steps.back());
    }
    const double grid = gridStep(m_top);
    m_top = std::ceil(m_top / grid - 1e-9) * grid;

    const Theme& colours = theme(curves.theme);
    m_plot->clearGraphs();
    static constexpr Qt::PenStyle styles[] = {Qt::DashLine, Qt::SolidLine, Qt::DotLine,
                                              Qt::DashDotLine};
    // The main one last, on top of the others.
    for (const bool main : {false, true}) {
        for (std::size_t i = 0; i < curves.curves.size(); ++i) {
            const DescentCurves::Curve& curve = curves.curves[i];
            if (curve.main != main)
                continue;
            QVector<double> places;
            for (const double step : curve.steps)
                places += stepPlace(step);
            QCPGraph* const graph = m_plot->addGraph();
            graph->setData(places, QVector<double>(curve.values.begin(), curve.values.end()), true);
            graph->setPen(main ? QPen(colours.text, 2.4)
                               : QPen(colours.inactive, 1.2, styles[i % std::size(styles)]));
            graph->setAntialiased(true);
        }
    }
    place();
}

void DescentPlot::place() {
    const QRectF area = plotRect();
    m_plot->setGeometry(area.toAlignedRect());
    m_plot->setViewport(QRect(QPoint(), m_plot->size()));
    m_plot->axisRect()->setMargins({});
    m_plot->xAxis->setRange(zeroPlace, stepPlace(m_lastStep));
    m_plot->yAxis->setRange(0, m_top);
    m_plot->update();
    update();
}

void DescentPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void DescentPlot::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_curves.theme);
    const double scale = m_curves.textScale;
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    const QRectF area = plotRect();
    painter.setFont(numberFont(12 * scale));
    const double grid = gridStep(m_top);
    // Where lines are closer than numbers are high, every k-th has one.
    const int every = std::max(
        1, static_cast<int>(std::ceil(15 * scale / std::max(1.0, heightOf(0) - heightOf(grid)))));
    for (int i = 0; i * grid <= m_top + grid / 2; i += every) {
        const double y = std::round(heightOf(i * grid)) + 0.5;
        painter.setPen(colours.hairline);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colours.secondary);
        painter.drawText(QRectF(0, y - 10 * scale, area.left() - 6, 20 * scale),
                         Qt::AlignRight | Qt::AlignVCenter, rangeText(i * grid));
    }
    const QRectF flag = flagRect();
    const auto tick = [&](double step, const QString& text) {
        const double x = placeOf(step);
        painter.setPen(colours.hairline);
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4));
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
        if (x + half > flag.left() && x - half < flag.right())
            return; // the playhead says its own step
        painter.setPen(colours.secondary);
        painter.drawText(
            QRectF(x - 40 * scale, area.bottom() + 5, 80 * scale, bottomRoom * scale - 5),
            Qt::AlignHCenter | Qt::AlignTop, text);
    };
    tick(0, QStringLiteral("0"));
    for (double step = 1; step <= m_lastStep * 1.0001; step *= 10) {
        if (placeOf(m_lastStep) - placeOf(step) > 44 * scale)
            tick(step, QString::number(step, 'f', 0));
    }
    tick(m_lastStep, QString::number(m_lastStep, 'f', 0));

    if (!m_curves.limitLabel.isEmpty()) {
        const double y = heightOf(m_curves.limit);
        painter.setPen(QPen(colours.secondary, 1, Qt::DotLine));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colours.secondary);
        painter.setFont(textFont(12 * scale));
        // No curve goes below the limit; where there is no room, they are still high at the left.
        const double top = y + 19 * scale < area.bottom() ? y + 1 : y - 18 * scale;
        painter.drawText(QRectF(area.left() + 4, top, area.width(), 17 * scale),
                         Qt::AlignLeft | Qt::AlignVCenter, m_curves.limitLabel);
    }
    // Labels at the ends, so far apart that none covers another.
    std::vector<const DescentCurves::Curve*> order;
    for (const DescentCurves::Curve& curve : m_curves.curves) {
        if (!curve.values.empty())
            order.push_back(&curve);
    }
    std::ranges::stable_sort(order, std::greater<>(),
                             [](const auto* curve) { return curve->values.back(); });
    const double pitch = 16 * scale;
    // A low plot has labels for the curve that the playhead walks on, and for the best of the rest.
    const auto fit = static_cast<std::size_t>(std::max(1.0, area.height() / pitch + 0.75));
    while (order.size() > fit) {
        const auto other = std::ranges::find(order, false, &DescentCurves::Curve::main);
        order.erase(other == order.end() ? order.begin() : other);
    }
    std::vector<double> places;
    for (const auto* curve : order)
        places.push_back(std::max(heightOf(curve->values.back()),
                                  places.empty() ? area.top() : places.back() + pitch));
    for (std::size_t i = places.size(); i-- > 0;) {
        const double lowest =
            i + 1 == places.size() ? area.bottom() - 4 * scale : places[i + 1] - pitch;
        places[i] = std::min(places[i], lowest);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        const QFont::Weight weight = order[i]->main ? QFont::DemiBold : QFont::Normal;
        painter.setPen(order[i]->main ? colours.text : colours.secondary);
        const QRectF label(area.right() + 8, places[i] - pitch / 2, rightRoom * scale - 8, pitch);
        drawMathText(painter, label, Qt::AlignLeft | Qt::AlignVCenter, order[i]->label,
                     textFont(12 * scale, weight));
        painter.setFont(numberFont(12 * scale, weight));
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, fixedText(order[i]->found, 2));
    }
    // The playhead.
    const double x = placeOf(m_curves.playhead);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.accent, 2));
    painter.drawLine(QPointF(x, area.top() - 6), QPointF(x, area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.accent);
    painter.drawEllipse(QPointF(x, area.top() - 7), 4.5, 4.5);
    for (const DescentCurves::Curve& curve : m_curves.curves) {
        const auto found = std::ranges::find(curve.steps, m_curves.playhead);
        if (!curve.main || found == curve.steps.end())
            continue;
        const double value = curve.values[static_cast<std::size_t>(found - curve.steps.begin())];
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(colours.base);
        painter.drawEllipse(QPointF(x, heightOf(value)), 4, 4);
        // The number, where the label at the end does not say it already.
        const double wide = 48 * scale;
        if (x + wide > area.right())
            continue;
        painter.setFont(numberFont(13 * scale, QFont::DemiBold));
        painter.setPen(colours.text);
        painter.drawText(QRectF(x + 8, heightOf(value) - 20 * scale, wide, 18 * scale),
                         Qt::AlignLeft | Qt::AlignVCenter, fixedText(value, 2));
    }
    painter.setFont(numberFont(12 * scale, QFont::DemiBold));
    painter.fillRect(flag, colours.accent);
    painter.setPen(textColourOn(colours.accent.rgb()));
    painter.drawText(flag, Qt::AlignCenter, m_curves.playheadLabel);
}

int DescentPlot::nearestTo(double x) const {
    for (const DescentCurves::Curve& curve : m_curves.curves) {
        if (!curve.main || curve.steps.empty())
            continue;
        const auto nearest = std::ranges::min_element(
            curve.steps, {}, [&](double step) { return std::fabs(placeOf(step) - x); });
        return static_cast<int>(nearest - curve.steps.begin());
    }
    return -1;
}

void DescentPlot::drag(double x) {
    const int place = nearestTo(x);
    if (place >= 0)
        Q_EMIT playheadDragged(place);
}

void DescentPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        drag(event->position().x());
}

void DescentPlot::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        drag(event->position().x());
}

} // namespace headscope
