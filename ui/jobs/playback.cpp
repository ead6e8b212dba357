// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/playback.h"

namespace headscope {

namespace {
constexpr double pauseMilliseconds = 1500; ///< time to look at one stage at speed 1
}

Playback::Playback(QObject* parent)
    : QObject(parent) {
    connect(&m_timer, &QTimer::timeout, this, &Playback::nextDue);
}

void Playback::play() {
    m_timer.start(qRound(pauseMilliseconds / m_speed));
    Q_EMIT changed();
}

void Playback::pause() {
    m_timer.stop();
    Q_EMIT changed();
}

void Playback::setSpeed(double speed) {
    m_speed = speed;
    if (isPlaying())
        m_timer.start(qRound(pauseMilliseconds / m_speed));
    Q_EMIT changed();
}

} // namespace headscope
