// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/playback_state.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace headscope {

/// The clock of a timeline: turns intents into a playback state, and the state
/// into the time that is shown. Everything that is drawn is a function of that time.
class Animation : public QObject {
    Q_OBJECT

public:
    explicit Animation(QObject* parent = nullptr);

    /// A new timeline keeps the time where it can: an edit in the middle of a move
    /// neither stops nor restarts it.
    void setTimeline(const Timeline& timeline);
    const Timeline& timeline() const { return m_timeline; }
    const PlaybackState& state() const { return m_state; }
    /// The time that is shown.
    Time time() const { return m_time; }

    void play();
    void pause();
    void togglePlaying();
    void seek(Time time);
    /// Plays the next move and stops; at the end it does nothing.
    void stepForward();
    void stepBack();
    void goToStart();
    void goToEnd();
    void setSpeed(double speed);
    /// Space plays the next move, and stops what plays; arrows, Home and End go there.
    static bool isTimeKey(int key);
    void driveByKey(int key);
    /// So much time has passed since play began: what the clock does, for tests.
    void setElapsed(Time elapsed);

Q_SIGNALS:
    /// The time or the state is another one.
    void changed();

private:
    void apply(const PlaybackState& state);
    void tick();

    Timeline m_timeline;
    PlaybackState m_state;
    Time m_time{0};
    QElapsedTimer m_clock;
    QTimer m_timer;
};

} // namespace headscope
