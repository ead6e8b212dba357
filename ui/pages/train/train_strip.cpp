// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_strip.h"

#include "controls/icons.h"
#include "pages/train/train_words.h"
#include "scene/error_text.h"
#include "scene/fonts.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace headscope {

namespace {
constexpr int buttonsWidth = 164;
constexpr double pitchAtMost = 150;
} // namespace

TrainStrip::TrainStrip(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto add = [this](auto signal) {
        auto* button = new QToolButton(this);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, signal);
        return button;
    };
    m_back = add(&TrainStrip::backAsked);
    m_play = add(&TrainStrip::playAsked);
    m_play->setProperty("accent", true);
    m_forward = add(&TrainStrip::forwardAsked);
    m_pace = new QToolButton(this);
    m_pace->setFocusPolicy(Qt::StrongFocus);
    m_pace->setPopupMode(QToolButton::InstantPopup);
    m_pace->setMenu(new QMenu(m_pace));
    retranslate();
}

QSize TrainStrip::sizeHint() const {
    return {640, qRound(px(80))};
}

QSize TrainStrip::minimumSizeHint() const {
    return {360, qRound(px(80))};
}

void TrainStrip::setScene(const TrainScene& scene) {
    const bool resized = scene.display.textScale != m_scene.display.textScale;
    const bool otherIcon =
        scene.playing != m_scene.playing || scene.display.theme != m_scene.display.theme;
    m_scene = scene;
    for (QToolButton* button : {m_back, m_play, m_forward})
        button->setEnabled(scene.moment.records.size() > 1);
    if (resized)
        updateGeometry();
    if (otherIcon)
        retranslate();
    update();
}

void TrainStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    int x = width() - buttonsWidth;
    for (QToolButton* button : {m_back, m_play, m_forward, m_pace}) {
        const int wide = button == m_pace ? 44 : 32;
        button->setGeometry(x, (height() - 32) / 2, wide, 32);
        x += wide + 4;
    }
}

void TrainStrip::retranslate() {
    const auto name = [](QToolButton* button, const QString& text) {
        button->setAccessibleName(text);
        button->setToolTip(text);
    };
    name(m_back, tr("Previous recorded step"));
    name(m_play, m_scene.playing ? tr("Stop") : tr("Play the recording"));
    name(m_forward, tr("Next recorded step"));
    name(m_pace, tr("How fast it learns"));
    m_back->setIcon(paletteIcon(QStringLiteral("previous"), palette()));
    m_forward->setIcon(paletteIcon(QStringLiteral("next"), palette()));
    m_play->setIcon(colouredIcon(m_scene.playing ? QStringLiteral("pause") : QStringLiteral("play"),
                                 palette().color(QPalette::HighlightedText),
                                 palette().color(QPalette::Dark)));
    QMenu* menu = m_pace->menu();
    menu->clear();
    const auto entry = [&](const QString& text, const QString& brief, double pace) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(pace == m_stepsPerSecond);
        if (pace == m_stepsPerSecond)
            m_pace->setText(brief);
        connect(action, &QAction::triggered, this, [this, pace] {
            m_stepsPerSecond = pace;
            retranslate();
            Q_EMIT paceAsked(pace);
        });
    };
    entry(tr("as fast as it can"), QStringLiteral("1×"), 0);
    entry(tr("20 steps per second"), QStringLiteral("20/s"), 20);
    entry(tr("5 steps per second"), QStringLiteral("5/s"), 5);
    update();
}

double TrainStrip::stopsWidth() const {
    return width() - buttonsWidth - 8;
}

QPointF TrainStrip::markAt(int place) const {
    const auto gaps = std::max<double>(1, static_cast<double>(m_scene.moment.stops.size()) - 1);
    const double margin = qBound(30.0, stopsWidth() * 0.07, 54.0) * m_scene.display.textScale;
    const double step = std::min((stopsWidth() - 2 * margin) / gaps, px(pitchAtMost));
    return {margin + place * step, px(38)};
}

bool TrainStrip::opens(int place) const {
    if (place < 0 || place >= static_cast<int>(m_scene.moment.stops.size()))
        return false;
    const StepStop& stop = m_scene.moment.stops[static_cast<std::size_t>(place)];
    return stop.attention || stop.kind == StepStop::Kind::Gradient;
}

int TrainStrip::current() const {
    const auto& stops = m_scene.moment.stops;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const bool here = m_scene.values == TrainValues::Gradient
                              ? stops[i].kind == StepStop::Kind::Gradient
                              : stops[i].attention && stops[i].scope == m_scene.scope;
        if (here)
            return static_cast<int>(i);
    }
    return -1;
}

int TrainStrip::placeAt(QPointF position) const {
    if (position.x() > stopsWidth() || m_scene.moment.stops.empty())
        return -1;
    const double step = markAt(1).x() - markAt(0).x();
    const int place = qRound((position.x() - markAt(0).x()) / step);
    return place >= 0 && place < static_cast<int>(m_scene.moment.stops.size()) ? place : -1;
}

void TrainStrip::ask(int place) {
    if (!opens(place))
        return;
    const StepStop& stop = m_scene.moment.stops[static_cast<std::size_t>(place)];
    if (stop.kind == StepStop::Kind::Gradient)
        Q_EMIT attentionAsked(m_scene.scope, TrainValues::Gradient);
    else
        Q_EMIT attentionAsked(stop.scope, m_scene.values == TrainValues::Gradient
                                              ? TrainValues::Weights
                                              : m_scene.values);
}

void TrainStrip::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    const int count = static_cast<int>(m_scene.moment.stops.size());
    if (count == 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const int here = current();
    const QPointF first = markAt(0);
    const QPointF last = markAt(count - 1);
    painter.fillRect(QRectF(first.x(), first.y() - px(1), last.x() - first.x(), px(2)),
                     colours.hairline);
    if (here >= 0)
        painter.fillRect(
            QRectF(first.x(), first.y() - px(1.5), markAt(here).x() - first.x(), px(3)),
            colours.accent);
    for (int i = 0; i < count; ++i) {
        const StepStop& stop = m_scene.moment.stops[static_cast<std::size_t>(i)];
        const QPointF mark = markAt(i);
        const bool done = i <= here;
        painter.setPen(QPen(done ? colours.accent : colours.controlBorder, px(2)));
        painter.setBrush(done ? colours.accent : colours.base);
        const double radius = px(i == here ? 6 : 4.5);
        painter.drawEllipse(mark, radius, radius);
        if (i == here && hasFocus()) {
            painter.setPen(QPen(colours.accent, px(1.5)));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(mark, radius + px(4), radius + px(4));
        }
        const double room = count > 1 ? markAt(1).x() - first.x() - px(6) : px(120);
        const QString name = stopName(stop, m_scene);
        painter.setFont(fittedFont(
            textFont(px(i == here ? 16 : 14), i == here ? QFont::DemiBold : QFont::Normal), name,
            room, px(9)));
        painter.setPen(i == here ? colours.accent : opens(i) ? colours.text : colours.secondary);
        painter.drawText(QRectF(mark.x() - px(70), px(4), px(140), px(26)), Qt::AlignCenter, name);
        paintShape(painter, stop, QPointF(mark.x(), px(59)), i == here);
    }
}

void TrainStrip::paintShape(QPainter& painter, const StepStop& stop, QPointF centre,
                            bool current) const {
    const Theme& colours = theme(m_scene.display.theme);
    QStringList numbers;
    for (const Index size : stop.shape)
        numbers << QString::number(size);
    const QString text = u'(' + numbers.join(u',') + u')';
    const double room = markAt(1).x() - markAt(0).x() - px(4);
    QFont font =
        fittedFont(numberFont(px(12), current ? QFont::Bold : QFont::Normal), text, room, px(8));
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) > room && !current)
        return;
    painter.setFont(font);
    painter.setPen(current ? colours.text : colours.secondary);
    double x = centre.x() - metrics.horizontalAdvance(text) / 2;
    painter.drawText(QPointF(x, centre.y() + metrics.ascent() / 2 - 1), text);
    x += metrics.horizontalAdvance(u'(');
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < stop.shape.size(); ++i) {
        const double wide = metrics.horizontalAdvance(numbers[static_cast<qsizetype>(i)]);
        painter.fillRect(QRectF(x, centre.y() + px(9), std::max(wide, 4.0), px(3)),
                         axisColour(axisFamily(stop.axes[i])));
        x += wide + metrics.horizontalAdvance(u',');
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void TrainStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        ask(placeAt(event->position()));
}

void TrainStrip::mouseMoveEvent(QMouseEvent* event) {
    setCursor(opens(placeAt(event->position())) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void TrainStrip::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0)
        return QWidget::keyPressEvent(event);
    for (int place = current() + by;
         place >= 0 && place < static_cast<int>(m_scene.moment.stops.size()); place += by) {
        if (opens(place))
            return ask(place);
    }
}

QString TrainStrip::tipOf(int place) const {
    if (place < 0)
        return {};
    using enum StepStop::Kind;
    switch (m_scene.moment.stops[static_cast<std::size_t>(place)].kind) {
    case Data: return tr("The sentences of one batch, as numbers of words");
    case Encoder: return tr("Where the source looks in itself: (batch, heads, query, key)");
    case Self: return tr("Where each word looks in its own sentence: (batch, heads, query, key)");
    case Cross: return tr("Where each word looks in the source: (batch, heads, query, key)");
    case Logits: return tr("A number for each word that could come next");
    case Loss: return tr("One number: how much probability the right words lack");
    case Gradient: return tr("How the loss would change with each parameter; shows ∂loss/∂scores");
    case Optimiser: return tr("Every parameter goes a little against its gradient");
    }
    return {};
}

bool TrainStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), unmistaken(tipOf(placeAt(help->pos()))), this);
        return true;
    }
    return QWidget::event(event);
}

void TrainStrip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
