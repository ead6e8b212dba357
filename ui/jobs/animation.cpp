// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/animation.h"

#include <algorithm>

namespace headscope {

namespace {
constexpr int frameMilliseconds = 16;
} // namespace

Animation::Animation(QObject* parent)
    : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(frameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Animation::tick);
}

void Animation::setTimeline(const Timeline& timeline) {
    const bool hasMoves = timeline.moveCount() > 0;
    if (!hasMoves) {
        m_timeline = timeline;
        m_timer.stop();
        m_state = {};
        m_time = Time{0};
        Q_EMIT changed();
        return;
    }
    // The same place of the same move, which may take another time now.
    Time time{0};
    if (m_timeline.moveCount() > 0) {
        const TimelinePosition position = m_timeline.locate(m_time);
        if (position.move < timeline.moveCount()) {
            const Time into = m_time - m_timeline.startOf(position.move);
            const MoveTiming& move = m_timeline.move(position.move);
            if (into > move.lead && into < move.lead + move.move)
                time = timeline.timeOf(position.move, position.progress);
            else if (into >= move.lead + move.move)
                time = std::min(timeline.moveEndOf(position.move) + (into - move.lead - move.move),
                                timeline.startOf(position.move + 1) - Time{1});
            else
                time = timeline.startOf(position.move) +
                       std::min(into, timeline.move(position.move).lead);
        } else {
            time = timeline.duration();
        }
    }
    m_timeline = timeline;
    PlaybackState state = m_state;
    state.from = std::clamp(time, Time{0}, timeline.duration());
    if (state.stopAt)
        state.stopAt = timeline.nextStop(state.from);
    apply(state);
}

void Animation::apply(const PlaybackState& state) {
    m_state = state;
    m_time = timeAt(state, Time{0}, m_timeline);
    if (state.playing) {
        m_clock.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    Q_EMIT changed();
}

void Animation::tick() {
    setElapsed(Time{m_clock.nsecsElapsed() / 1000});
}

void Animation::setElapsed(Time elapsed) {
    if (!m_state.playing)
        return;
    m_time = timeAt(m_state, elapsed, m_timeline);
    if (hasArrived(m_state, elapsed, m_timeline)) {
        apply(paused(m_state, m_time));
        return;
    }
    Q_EMIT changed();
}

void Animation::play() {
    if (m_timeline.moveCount() > 0)
        apply(played(m_state, m_time, m_timeline));
}

void Animation::pause() {
    apply(paused(m_state, m_time));
}

void Animation::togglePlaying() {
    m_state.playing ? pause() : play();
}

void Animation::seek(Time time) {
    if (m_timeline.moveCount() > 0)
        apply(soughtTo(m_state, time, m_timeline));
}

void Animation::stepForward() {
    if (m_timeline.moveCount() > 0)
        apply(steppedForward(m_state, m_time, m_timeline));
}

void Animation::stepBack() {
    if (m_timeline.moveCount() > 0)
        apply(steppedBack(m_state, m_time, m_timeline));
}

void Animation::goToStart() {
    seek(Time{0});
}

void Animation::goToEnd() {
    if (m_timeline.moveCount() > 0)
        seek(m_timeline.moveEndOf(m_timeline.moveCount() - 1));
}

void Animation::setSpeed(double speed) {
    apply(withSpeed(m_state, m_time, speed));
}

bool Animation::isTimeKey(int key) {
    return key == Qt::Key_Space || key == Qt::Key_Right || key == Qt::Key_Left ||
           key == Qt::Key_Home || key == Qt::Key_End;
}

void Animation::driveByKey(int key) {
    switch (key) {
    case Qt::Key_Space: m_state.playing ? pause() : stepForward(); break;
    case Qt::Key_Right: stepForward(); break;
    case Qt::Key_Left: stepBack(); break;
    case Qt::Key_Home: goToStart(); break;
    case Qt::Key_End: goToEnd(); break;
    default: break;
    }
}

} // namespace headscope
