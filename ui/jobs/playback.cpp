// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/playback.h"

namespace headscope {

namespace {
constexpr MoveTiming pauseAtStop = {Time{1'500'000}, Time{0}, Time{0}}; ///< to look at it
}

Playback::Playback(QObject* parent)
    : QObject(parent) {
    m_clock.setTimeline(Timeline(std::span(&pauseAtStop, 1)));
    connect(&m_clock, &Animation::changed, this, [this] {
        if (!m_playing || m_clock.state().playing)
            return;
        m_clock.play(); // from the start: the pause is over
        Q_EMIT nextDue();
    });
}

void Playback::play() {
    m_playing = true;
    m_clock.play();
    Q_EMIT changed();
}

void Playback::pause() {
    m_playing = false;
    m_clock.goToStart();
    Q_EMIT changed();
}

void Playback::setSpeed(double speed) {
    m_clock.setSpeed(speed);
    Q_EMIT changed();
}

} // namespace headscope
