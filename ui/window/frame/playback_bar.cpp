// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/playback_bar.h"

#include "controls/icons.h"
#include "jobs/animation.h"
#include "jobs/playback.h"
#include "type/fonts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <utility>

namespace headscope {

PlaybackBar::PlaybackBar(Playback& playback, QWidget* parent)
    : QWidget(parent)
    , m_playback(playback) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 24, 0);
    row->setSpacing(4);
    const auto add = [&] {
        auto* button = new QToolButton(this);
        button->setFixedSize(32, 32);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
        return button;
    };
    m_back = add();
    m_play = add();
    m_play->setProperty("accent", true);
    m_forward = add();
    m_speed = add();
    m_speed->setFixedWidth(44);
    connect(m_back, &QToolButton::clicked, this, &PlaybackBar::backAsked);
    connect(m_play, &QToolButton::clicked, this, &PlaybackBar::playAsked);
    connect(m_forward, &QToolButton::clicked, this, &PlaybackBar::forwardAsked);
    connect(m_speed, &QToolButton::clicked, this, [this] {
        const double slowest = m_animation ? slowestPlayback : 0.5;
        const double next = speed() >= fastestPlayback ? slowest : speed() * 2;
        m_animation ? m_animation->setSpeed(next) : m_playback.setSpeed(next);
    });
    connect(&m_playback, &Playback::changed, this, &PlaybackBar::update);
    retranslate();
}

bool PlaybackBar::isPlaying() const {
    return m_animation ? m_animation->state().playing : m_playback.isPlaying();
}

double PlaybackBar::speed() const {
    return m_animation ? m_animation->state().speed : m_playback.speed();
}

void PlaybackBar::setAnimation(Animation* animation) {
    if (animation == m_animation)
        return;
    if (m_animation)
        m_animation->disconnect(this);
    m_animation = animation;
    if (animation) {
        m_shownState = animation->state();
        connect(animation, &Animation::changed, this, [this] {
            // New icons at every frame would cost more than the frame.
            if (std::exchange(m_shownState, m_animation->state()) != m_animation->state())
                update();
        });
    }
    retranslate();
}

void PlaybackBar::setScale(double scale) {
    const int side = qRound(32 * scale);
    m_icon = qRound(16 * scale);
    if (m_play->width() == side)
        return;
    for (QToolButton* button : {m_back, m_play, m_forward, m_speed}) {
        button->setFixedSize(button == m_speed ? qRound(44 * scale) : side, side);
        button->setIconSize(QSize(m_icon, m_icon));
    }
    m_speed->setFont(textFont(14 * scale));
    layout()->setContentsMargins(qRound(8 * scale), 0, qRound(24 * scale), 0);
    update();
}

void PlaybackBar::retranslate() {
    const auto name = [](QToolButton* button, const QString& text) {
        button->setAccessibleName(text);
        button->setToolTip(text);
    };
    name(m_back, m_animation ? tr("Step back") : tr("Previous stage"));
    name(m_forward, m_animation ? tr("Next move") : tr("Next stage"));
    name(m_speed, tr("Speed"));
    update();
}

void PlaybackBar::update() {
    m_back->setIcon(paletteIcon(QStringLiteral("previous"), palette(), m_icon));
    m_forward->setIcon(paletteIcon(QStringLiteral("next"), palette(), m_icon));
    m_play->setIcon(colouredIcon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"),
                                 palette().color(QPalette::HighlightedText),
                                 palette().color(QPalette::Dark), m_icon));
    const QString play = isPlaying()   ? tr("Pause")
                         : m_animation ? tr("Play")
                                       : tr("Play the stages");
    m_play->setAccessibleName(play);
    m_play->setToolTip(play);
    m_speed->setText(QString::number(speed()) + u'×');
}

void PlaybackBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

void PlaybackBar::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), palette().base());
}

} // namespace headscope
