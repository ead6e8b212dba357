// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/row_chart.h"

#include "plots/custom_plot.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <functional>

namespace headscope {

namespace {

/// Round numbers below `count`: 1, then every so many keys.
QSharedPointer<QCPAxisTickerText> keyTicks(int count, int most) {
    auto ticks = QSharedPointer<QCPAxisTickerText>::create();
    int step = 1;
    for (const int candidate : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}) {
        step = candidate;
        if (count / candidate <= most)
            break;
    }
    ticks->addTick(0, QStringLiteral("1"));
    // The last key has its number, and nothing close before it.
    for (int key = step; key < count - step / 2; key += step) {
        if (key > 1)
            ticks->addTick(key - 1, QString::number(key));
    }
    if (count > 1)
        ticks->addTick(count - 1, QString::number(count));
    return ticks;
}

/// 1, 2 or 5 times a power of ten, not below `value`.
double roundUp(double value) {
    if (!(value > 0))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (value <= factor * power)
            return factor * power;
    }
    return 10 * power;
}

/// 0.5 rather than 0.5000: ticks are round numbers.
QString tickText(double value) {
    return QLocale::c().toString(value, 'g', 2);
}

/// Runs of places for which `is` holds: [first, last] pairs.
template <class Is> std::vector<std::pair<int, int>> runsOf(int count, Is is) {
    std::vector<std::pair<int, int>> runs;
    for (int key = 0; key < count; ++key) {
        if (!is(static_cast<std::size_t>(key)))
            continue;
        if (!runs.empty() && runs.back().second == key - 1)
            runs.back().second = key;
        else
            runs.emplace_back(key, key);
    }
    return runs;
}

/// From the left edge of one key to that of another.
void addBand(QCustomPlot* plot, int from, int to, const QBrush& brush) {
    auto* band = new QCPItemRect(plot);
    band->setSelectable(false);
    band->setPen(Qt::NoPen);
    band->setBrush(brush);
    band->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
    band->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band->bottomRight->setTypeX(QCPItemPosition::ptPlotCoords);
    band->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band->topLeft->setCoords(from - 0.5, 0);
    band->bottomRight->setCoords(to - 0.5, 1);
}

} // namespace

RowChart::RowChart(QWidget* parent)
    : QWidget(parent) {
    retranslate();
}

RowChart::~RowChart() = default;

double RowChart::barHeight(float weight) {
    return std::isfinite(weight) ? std::max(0.0, static_cast<double>(weight)) : 0.0;
}

void RowChart::setData(const RowChartData& data, ThemeKind theme, double textScale) {
    if (data == m_data && theme == m_theme && textScale == m_textScale)
        return;
    m_data = data;
    m_theme = theme;
    m_textScale = textScale;
    retranslate();
    if (m_plot)
        refill();
}

void RowChart::makePlot() {
    m_plot = new QCustomPlot(this);
    // The library's own policy (ClickFocus) would leave the keyboard outside.
    m_plot->setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_plot);
    m_plot->setPlottingHint(QCP::phCacheLabels, false); // blurred on fractional scales
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    m_askedBar = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    for (QCPBars* bars : {m_bars, m_askedBar}) {
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setPen(Qt::NoPen);
        bars->setSelectable(QCP::stNone);
        bars->setAntialiased(false);
    }
    m_plot->setGeometry(rect());
    m_plot->show();
    retranslate();
    refill();
}

void RowChart::refill() {
    const auto count = static_cast<int>(m_data.weights.size());
    const auto asked = static_cast<int>(m_data.asked);
    const int group = keysPerBar();
    QVector<double> places;
    QVector<double> heights;
    double highest = 0;
    for (int first = 0; first < count; first += group) {
        const int end = std::min(count, first + group);
        double largest = 0;
        for (int key = first; key < end; ++key) {
            const double height = barHeight(m_data.weights[static_cast<std::size_t>(key)]);
            highest = std::max(highest, height);
            if (key != asked)
                largest = std::max(largest, height);
        }
        places += (first + end - 1) / 2.0;
        heights += largest;
    }
    m_bars->setData(places, heights, true);
    m_askedBar->data()->clear();
    if (asked >= 0 && asked < count) {
        const double height = barHeight(m_data.weights[static_cast<std::size_t>(asked)]);
        m_askedBar->setData({static_cast<double>(asked)}, {height}, true);
    }
    const double top = roundUp(highest);
    m_plot->xAxis->setRange(-0.5, std::max(count, 1) - 0.5);
    m_plot->yAxis->setRange(0, top);
    m_plot->xAxis->setTicker(keyTicks(count, 5));
    auto values = QSharedPointer<QCPAxisTickerText>::create();
    for (const double value : {0.0, top / 2, top})
        values->addTick(value, tickText(value));
    m_plot->yAxis->setTicker(values);

    // A bar may be far below a pixel wide: none is drawn thinner than one, the asked one than two.
    m_bars->setWidth(std::max(0.8, 1.2 * keysPerPixel()));
    m_askedBar->setWidth(std::max(0.8, 2.2 * keysPerPixel()));
    recolour();
}

double RowChart::keysPerPixel() const {
    return static_cast<double>(m_data.weights.size()) / std::max(1.0, width() - 56.0 * m_textScale);
}

int RowChart::keysPerBar() const {
    return std::max(1, static_cast<int>(keysPerPixel()));
}

int RowChart::barCount() const {
    return m_bars ? m_bars->dataCount() : 0;
}

void RowChart::recolour() {
    const Theme& colours = theme(m_theme);
    m_plot->setBackground(QBrush(colours.window));
    m_bars->setBrush(colours.neutralBar);
    m_askedBar->setBrush(colours.accent);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(colours.hairline));
        axis->setTickPen(QPen(colours.hairline));
        axis->setSubTickPen(Qt::NoPen);
        axis->setSubTicks(false);
        axis->setTickLabelColor(colours.secondary);
        axis->setTickLabelFont(numberFont(11 * m_textScale));
        axis->setTickLength(0, 3);
        axis->setTickLabelPadding(4);
        axis->grid()->setPen(QPen(colours.hairline));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->axisRect()->setMinimumMargins(
        QMargins(0, qRound(10 * m_textScale), qRound(12 * m_textScale), 0));

    m_plot->clearItems();
    const auto count = static_cast<int>(m_data.weights.size());
    const auto masked = [this](std::size_t key) {
        return key < m_data.masked.size() && m_data.masked[key];
    };
    QImage tile(6, 6, QImage::Format_ARGB32_Premultiplied);
    tile.fill(colours.window);
    {
        QPainter painter(&tile);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colours.hatchLight, 1));
        for (const int shift : {-6, 0, 6})
            painter.drawLine(QPointF(shift - 1, 7), QPointF(shift + 7, -1));
    }
    const auto broken = [this](std::size_t key) { return !std::isfinite(m_data.weights[key]); };
    // Bands of whole bars: hatched where all keys of a bar are masked, marked where one is none.
    const int group = keysPerBar();
    const auto anyKey = [&](std::size_t bar, const auto& is) {
        const std::size_t first = bar * static_cast<std::size_t>(group);
        const std::size_t end =
            std::min(m_data.weights.size(), first + static_cast<std::size_t>(group));
        for (std::size_t key = first; key < end; ++key) {
            if (is(key))
                return true;
        }
        return false;
    };
    const auto addBands = [&](const auto& is, const QBrush& brush) {
        for (const auto& [first, last] : runsOf((count + group - 1) / group, is))
            addBand(m_plot, first * group, std::min(count, (last + 1) * group), brush);
    };
    addBands([&](std::size_t bar) { return !anyKey(bar, std::not_fn(masked)); }, QBrush(tile));
    addBands([&](std::size_t bar) { return anyKey(bar, broken); }, QColor::fromRgb(nanColour()));

    if (m_data.asked >= 0 && m_data.asked < count) {
        // A triangle at the top edge: colour alone would not find one bar of 512.
        auto* mark = new QCPItemText(m_plot);
        mark->setSelectable(false);
        mark->setText(QStringLiteral("▾"));
        mark->setFont(textFont(13 * m_textScale));
        mark->setColor(colours.accent);
        mark->setPadding(QMargins());
        mark->setClipToAxisRect(false);
        mark->setPositionAlignment(Qt::AlignHCenter | Qt::AlignTop);
        mark->position->setTypeX(QCPItemPosition::ptPlotCoords);
        mark->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        mark->position->setCoords(static_cast<double>(m_data.asked), -0.14);
    }
    if (isVisible())
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QString RowChart::describe(Index key) const {
    const auto place = static_cast<std::size_t>(key);
    if (place >= m_data.weights.size())
        return {};
    const bool masked = place < m_data.masked.size() && m_data.masked[place];
    const QString value = fullText(m_data.weights[place]);
    const QString label = m_data.labels.value(key);
    return masked ? tr("key %1, %2: masked").arg(QString::number(key + 1), label)
                  : tr("key %1, %2: weight %3").arg(QString::number(key + 1), label, value);
}

void RowChart::retranslate() {
    const QString name = tr("Weights of the whole row");
    const QString text = tr("%n keys", nullptr, static_cast<int>(m_data.weights.size())) +
                         QStringLiteral(". ") + describe(m_data.asked);
    QWidget* const widgets[] = {this, m_plot};
    for (QWidget* widget : widgets) {
        if (!widget)
            continue;
        widget->setAccessibleName(name);
        widget->setAccessibleDescription(text);
    }
}

std::optional<Index> RowChart::keyAt(double x) const {
    if (!m_plot || m_data.weights.empty())
        return std::nullopt;
    const QRect area = m_plot->axisRect()->rect();
    if (x < area.left() || x > area.right())
        return std::nullopt;
    const double key = std::round(m_plot->xAxis->pixelToCoord(x));
    const double last = static_cast<double>(m_data.weights.size()) - 1;
    return static_cast<Index>(std::clamp(key, 0.0, last));
}

bool RowChart::handleKey(int key) {
    const auto last = static_cast<Index>(m_data.weights.size()) - 1;
    Index next = m_data.asked;
    switch (key) {
    case Qt::Key_Left: --next; break;
    case Qt::Key_Right: ++next; break;
    case Qt::Key_PageUp: next -= 10; break;
    case Qt::Key_PageDown: next += 10; break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = last; break;
    default: return false;
    }
    next = std::clamp<Index>(next, 0, std::max<Index>(last, 0));
    if (next != m_data.asked)
        Q_EMIT keyAsked(next);
    return true;
}

bool RowChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::KeyPress: return handleKey(static_cast<QKeyEvent*>(event)->key());
    case QEvent::MouseButtonPress: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton)
            return false;
        if (const auto key = keyAt(mouse->position().x()))
            Q_EMIT keyAsked(*key);
        return true;
    }
    case QEvent::ToolTip: {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto key = keyAt(help->pos().x()))
            QToolTip::showText(help->globalPos(), unmistaken(describe(*key)), m_plot);
        else
            QToolTip::hideText();
        return true;
    }
    // The panel around it scrolls.
    case QEvent::Wheel: event->ignore(); return true;
    default: return false;
    }
}

void RowChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_plot)
        makePlot();
    else
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RowChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_plot)
        return;
    m_plot->setGeometry(rect());
    refill();
}

void RowChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (m_plot &&
             (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange))
        recolour();
    QWidget::changeEvent(event);
}

} // namespace headscope
