// SPDX-License-Identifier: GPL-3.0-or-later
#include "strip/stop_strip.h"

#include "controls/icons.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace headscope {

namespace {

constexpr double widestPitch = 150;
constexpr int buttonSide = 32;
constexpr int buttonGap = 4;

} // namespace

StopStrip::StopStrip(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const auto signal :
         {&StopStrip::backAsked, &StopStrip::playAsked, &StopStrip::forwardAsked})
        connect(addButton(buttonSide), &QToolButton::clicked, this, signal);
    m_buttons[1]->setProperty("accent", true);
    dress();
}

QToolButton* StopStrip::addButton(int width) {
    auto* button = new QToolButton(this);
    button->setFocusPolicy(Qt::StrongFocus);
    button->resize(width, buttonSide);
    m_buttons.push_back(button);
    placeButtons();
    return button;
}

QSize StopStrip::sizeHint() const {
    return {640, qRound(px(80))};
}

QSize StopStrip::minimumSizeHint() const {
    return {360, qRound(px(80))};
}

void StopStrip::setPicture(const StopStripPicture& picture) {
    const bool resized = picture.textScale != m_picture.textScale;
    const double before = m_picture.textScale;
    const bool otherIcons =
        picture.playing != m_picture.playing || picture.theme != m_picture.theme;
    m_picture = picture;
    for (std::size_t i = 0; i < 3; ++i)
        m_buttons[i]->setEnabled(picture.playable);
    if (resized) {
        // As large as the type around them; each keeps its own width.
        for (QToolButton* button : m_buttons) {
            button->resize(qRound(button->width() * picture.textScale / before),
                           qRound(px(buttonSide)));
            button->setIconSize(QSize(qRound(px(16)), qRound(px(16))));
            button->setFont(textFont(px(14)));
        }
        placeButtons();
        updateGeometry();
    }
    if (otherIcons || resized)
        dress();
    update();
}

void StopStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeButtons();
}

void StopStrip::placeButtons() {
    int x = width() - buttonGap;
    for (auto button = m_buttons.rbegin(); button != m_buttons.rend(); ++button) {
        x -= (*button)->width();
        (*button)->move(x, (height() - (*button)->height()) / 2);
        x -= buttonGap;
    }
}

void StopStrip::dress() {
    const auto name = [](QToolButton* button, const QString& text) {
        button->setAccessibleName(text);
        button->setToolTip(text);
    };
    name(m_buttons[0], tr("Previous recorded step"));
    name(m_buttons[1], m_picture.playing ? tr("Stop") : tr("Play the recording"));
    name(m_buttons[2], tr("Next recorded step"));
    const int icon = qRound(px(16));
    m_buttons[0]->setIcon(paletteIcon(QStringLiteral("previous"), palette(), icon));
    m_buttons[2]->setIcon(paletteIcon(QStringLiteral("next"), palette(), icon));
    m_buttons[1]->setIcon(colouredIcon(
        m_picture.playing ? QStringLiteral("pause") : QStringLiteral("play"),
        palette().color(QPalette::HighlightedText), palette().color(QPalette::Dark), icon));
    setAccessibleName(tr("Stages of one step"));
}

double StopStrip::stopsWidth() const {
    return m_buttons.front()->x() - 2 * buttonGap;
}

QPointF StopStrip::markAt(int place) const {
    const auto gaps = std::max(1, count() - 1);
    const double margin = qBound(30.0, stopsWidth() * 0.07, 54.0) * m_picture.textScale;
    const double step = std::min((stopsWidth() - 2 * margin) / gaps, px(widestPitch));
    return {margin + place * step, px(38)};
}

bool StopStrip::opens(int place) const {
    return place >= 0 && place < count() && m_picture.stops[static_cast<std::size_t>(place)].opens;
}

int StopStrip::placeAt(QPointF position) const {
    if (position.x() > stopsWidth() || count() == 0)
        return -1;
    const double step = markAt(1).x() - markAt(0).x();
    const int place = qRound((position.x() - markAt(0).x()) / step);
    return place >= 0 && place < count() ? place : -1;
}

void StopStrip::ask(int place) {
    if (opens(place))
        Q_EMIT stopAsked(place);
}

void StopStrip::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_picture.theme);
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    if (count() == 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const int here = current();
    const QPointF first = markAt(0);
    const QPointF last = markAt(count() - 1);
    painter.fillRect(QRectF(first.x(), first.y() - px(1), last.x() - first.x(), px(2)),
                     colours.hairline);
    if (here >= 0)
        painter.fillRect(
            QRectF(first.x(), first.y() - px(1.5), markAt(here).x() - first.x(), px(3)),
            colours.accent);
    const double room = count() > 1 ? markAt(1).x() - first.x() - px(6) : px(120);
    for (int i = 0; i < count(); ++i) {
        const StopStripPicture::Stop& stop = m_picture.stops[static_cast<std::size_t>(i)];
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
        const bool small = stop.symbol.contains(u'_') || stop.symbol.contains(u'^');
        // A subscript of 28 has 20 pixels, both of 1920 × 1080.
        double pixels = px(i == here ? 18 : m_picture.presented && small ? 16.5 : 14);
        if (!m_picture.presented && i == here)
            pixels = px(16);
        const double least = px(!m_picture.presented ? 9 : small ? 16.5 : 12);
        QFont font = textFont(pixels, i == here ? QFont::DemiBold : QFont::Normal);
        while (pixels > least && mathTextWidth(stop.symbol, font) > room)
            font.setPixelSize(qRound(--pixels));
        painter.setPen(i == here ? colours.accent : stop.opens ? colours.text : colours.secondary);
        drawMathText(painter, QRectF(mark.x() - px(70), px(4), px(140), px(26)), Qt::AlignCenter,
                     stop.symbol, font);
        paintShape(painter, stop, QPointF(mark.x(), px(59)), i == here);
    }
}

void StopStrip::paintShape(QPainter& painter, const StopStripPicture::Stop& stop, QPointF centre,
                           bool current) const {
    const Theme& colours = theme(m_picture.theme);
    QStringList numbers;
    for (const Index size : stop.shape)
        numbers << QString::number(size);
    const QString text = u'(' + numbers.join(u',') + u')';
    const double room = markAt(1).x() - markAt(0).x() - px(4);
    const QFont font = fittedFont(numberFont(px(12), current ? QFont::Bold : QFont::Normal), text,
                                  room, px(m_picture.presented ? 12 : 8));
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) > room && (!current || m_picture.presented))
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

void StopStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        ask(placeAt(event->position()));
}

void StopStrip::mouseMoveEvent(QMouseEvent* event) {
    setCursor(opens(placeAt(event->position())) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StopStrip::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0)
        return QWidget::keyPressEvent(event);
    for (int place = current() + by; place >= 0 && place < count(); place += by) {
        if (opens(place))
            return ask(place);
    }
}

bool StopStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int place = placeAt(help->pos());
        QToolTip::showText(
            help->globalPos(),
            place < 0 ? QString()
                      : QStringLiteral("<p>%1</p>")
                            .arg(mathHtml(m_picture.stops[static_cast<std::size_t>(place)].tip)),
            this);
        return true;
    }
    return QWidget::event(event);
}

void StopStrip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        dress();
    QWidget::changeEvent(event);
}

} // namespace headscope
