// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/colour_scale.h"

#include "plots/painted_plot.h"
#include "plots/token_ticker.h"

#include <cmath>

namespace headscope {

namespace {

constexpr int tickLength = 4;

/// The map as the library keeps it: exactly our 256 colours, none between them.
QCPColorGradient gradientOf(ColourMap map) {
    constexpr int levels = 256;
    QCPColorGradient gradient;
    gradient.clearColorStops();
    gradient.setLevelCount(levels);
    for (int i = 0; i < levels; ++i)
        gradient.setColorStopAt(i * (1.0 / (levels - 1)), colourAt(map, i / (levels - 1.0)));
    return gradient;
}

} // namespace

ColourScale::ColourScale(QWidget* parent)
    : QWidget(parent)
    , m_plot(new PaintedPlot(this))
    , m_scale(new QCPColorScale(m_plot)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->addElement(0, 0, m_scale);
    m_scale->setType(QCPAxis::atBottom);
    m_scale->setRangeDrag(false);
    m_scale->setRangeZoom(false);
    m_scale->setGradient(gradientOf(m_colours.map));
    for (QCPAxis* axis : m_scale->axis()->axisRect()->axes())
        axis->setPadding(0);
    QCPAxis* axis = m_scale->axis();
    axis->setTicker(QSharedPointer<TokenTicker>::create());
    axis->setTickLabels(false);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(0); // counts where there are no labels, too
    axis->setTickLength(0, tickLength);
}

void ColourScale::setColours(const QRect& bar, const CellColours& colours,
                             std::optional<double> marked) {
    if (colours.map != m_colours.map)
        m_scale->setGradient(gradientOf(colours.map));
    m_colours = colours;
    const ValueScale& scale = colours.range;
    m_marked = marked && !std::isnan(*marked) ? marked : std::nullopt;
    // The axis counts places of the bar: where small values are spread, its ticks are, too.
    m_scale->setDataRange({0, 1});
    QVector<double> quarters;
    for (int i = 0; i <= 4; ++i)
        quarters += scale.placeOf(scale.low + (scale.high - scale.low) * i / 4.0, -1);
    QCPAxis* axis = m_scale->axis();
    axis->ticker().staticCast<TokenTicker>()->setLabels(quarters, {});
    const Theme& themed = theme(colours.theme);
    axis->setTickPen(QPen(themed.inactive));
    const std::optional<QRgb> edge = edgeColour(colours.map, colours.theme);
    for (QCPAxis* side : axis->axisRect()->axes())
        side->setBasePen(edge ? QPen(QColor::fromRgb(*edge)) : QPen(Qt::NoPen));
    m_plot->setBackground(QBrush(themed.base));
    m_scale->setBarWidth(bar.height());

    // The mark stands above the bar and may reach beyond its ends.
    const int mark = bar.height() / 2;
    setGeometry(bar.adjusted(-mark, -mark - 3, mark, tickLength + 1));
    m_plot->setGeometry(mark, mark + 3, bar.width(), bar.height() + tickLength + 1);
    update();
    m_plot->update();
}

void ColourScale::paintEvent(QPaintEvent*) {
    const Theme& themed = theme(m_colours.theme);
    QPainter painter(this);
    painter.fillRect(rect(), themed.base);
    if (!m_marked)
        return;
    const QRect bar = m_plot->geometry();
    const double x = bar.left() + *m_marked * bar.width();
    const double size = m_scale->barWidth() * 5 / 12.0;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themed.text);
    const QPointF triangle[] = {
        {x - size, bar.top() - size - 3}, {x + size, bar.top() - size - 3}, {x, bar.top() - 2.0}};
    painter.drawPolygon(triangle, 3);
}

} // namespace headscope
