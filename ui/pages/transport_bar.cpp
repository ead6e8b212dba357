// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/transport_bar.h"

#include "controls/transport_button.h"
#include "jobs/animation.h"
#include "pages/time_line.h"
#include "scene/fonts.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QSignalBlocker>

namespace headscope {

namespace {
constexpr double speeds[] = {0.25, 0.5, 1, 2, 4};
} // namespace

TransportBar::TransportBar(TimeLine* timeline, int below, QWidget* parent)
    : QWidget(parent)
    , m_back(new TransportButton(TransportButton::Sign::Back, this))
    , m_play(new TransportButton(TransportButton::Sign::Play, this))
    , m_forward(new TransportButton(TransportButton::Sign::Forward, this))
    , m_speed(new QComboBox(this))
    , m_timeline(timeline) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(20, 0, 16, below);
    row->setSpacing(4);
    for (const double speed : speeds)
        m_speed->addItem(QStringLiteral("%1×").arg(speed), speed);
    row->addWidget(m_back);
    row->addWidget(m_play);
    row->addWidget(m_forward);
    row->addSpacing(4);
    row->addWidget(m_speed);
    row->addWidget(m_timeline, 1);
    connect(m_back, &TransportButton::clicked, this, &TransportBar::stepBackAsked);
    connect(m_play, &TransportButton::clicked, this, &TransportBar::playToggled);
    connect(m_forward, &TransportButton::clicked, this, &TransportBar::stepForwardAsked);
    connect(m_speed, &QComboBox::activated, this,
            [this](int index) { Q_EMIT speedAsked(m_speed->itemData(index).toDouble()); });
    retranslate();
}

void TransportBar::drive(Animation& animation) {
    connect(this, &TransportBar::playToggled, &animation, &Animation::togglePlaying);
    connect(this, &TransportBar::stepForwardAsked, &animation, &Animation::stepForward);
    connect(this, &TransportBar::stepBackAsked, &animation, &Animation::stepBack);
    connect(this, &TransportBar::startAsked, &animation, &Animation::goToStart);
    connect(this, &TransportBar::endAsked, &animation, &Animation::goToEnd);
    connect(this, &TransportBar::speedAsked, &animation, &Animation::setSpeed);
    connect(m_timeline, &TimeLine::seekAsked, &animation, &Animation::seek);
}

void TransportBar::show(const PlaybackState& state) {
    m_state = state;
    m_play->setSign(state.playing ? TransportButton::Sign::Pause : TransportButton::Sign::Play);
    namePlay();
    const QSignalBlocker quiet(m_speed);
    for (int i = 0; i < m_speed->count(); ++i) {
        if (m_speed->itemData(i).toDouble() == state.speed)
            m_speed->setCurrentIndex(i);
    }
}

void TransportBar::setScale(double scale) {
    m_speed->setFont(textFont(14 * scale));
    for (TransportButton* button : {m_back, m_play, m_forward})
        button->setScale(scale);
}

bool TransportBar::handleKey(int key) {
    switch (key) {
    case Qt::Key_Space:
        // "Next": while it plays, the same key stops it.
        if (m_state.playing)
            Q_EMIT playToggled();
        else
            Q_EMIT stepForwardAsked();
        return true;
    case Qt::Key_Right: Q_EMIT stepForwardAsked(); return true;
    case Qt::Key_Left: Q_EMIT stepBackAsked(); return true;
    case Qt::Key_Home: Q_EMIT startAsked(); return true;
    case Qt::Key_End: Q_EMIT endAsked(); return true;
    default: return false;
    }
}

void TransportBar::namePlay() {
    const QString name = m_state.playing ? tr("Pause") : tr("Play");
    if (m_play->accessibleName() == name)
        return;
    m_play->setAccessibleName(name);
    m_play->setToolTip(name);
}

void TransportBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TransportBar::retranslate() {
    m_back->setAccessibleName(tr("Step back"));
    m_back->setToolTip(tr("Step back (←)"));
    m_forward->setAccessibleName(tr("Next move"));
    m_forward->setToolTip(tr("Next move (Space)"));
    m_speed->setAccessibleName(tr("Speed"));
    namePlay();
}

} // namespace headscope
