// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/animation.h"

namespace headscope {

/// Asks for the next stop at a steady pace while it plays. It has no time of its own: the time
/// to look at one stop is a timeline of the one clock.
class Playback : public QObject {
    Q_OBJECT

public:
    explicit Playback(QObject* parent = nullptr);

    bool isPlaying() const { return m_playing; }
    double speed() const { return m_clock.state().speed; }
    void play();
    void pause();
    void setSpeed(double speed);

Q_SIGNALS:
    void nextDue();
    void changed();

private:
    Animation m_clock;
    bool m_playing = false;
};

} // namespace headscope
