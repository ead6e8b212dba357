// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/playback_state.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
Time stopOf(const PlaybackState& state, const Timeline& timeline) {
    return std::min(state.stopAt.value_or(timeline.duration()), timeline.duration());
}
} // namespace

Time timeAt(const PlaybackState& state, Time elapsed, const Timeline& timeline) {
    if (!state.playing)
        return std::clamp(state.from, Time{0}, timeline.duration());
    const Time passed{std::llround(static_cast<double>(elapsed.count()) * state.speed)};
    return std::clamp(state.from + passed, Time{0}, stopOf(state, timeline));
}

bool hasArrived(const PlaybackState& state, Time elapsed, const Timeline& timeline) {
    return state.playing && timeAt(state, elapsed, timeline) >= stopOf(state, timeline);
}

PlaybackState played(const PlaybackState& state, Time now, const Timeline& timeline) {
    PlaybackState next = state;
    // From the end "play" begins anew: there is nothing left to play.
    next.from = now >= timeline.duration() ? Time{0} : now;
    next.playing = true;
    next.stopAt.reset();
    return next;
}

PlaybackState paused(const PlaybackState& state, Time now) {
    PlaybackState next = state;
    next.from = now;
    next.playing = false;
    next.stopAt.reset();
    return next;
}

PlaybackState soughtTo(const PlaybackState& state, Time time, const Timeline& timeline) {
    return paused(state, std::clamp(time, Time{0}, timeline.duration()));
}

PlaybackState steppedForward(const PlaybackState& state, Time now, const Timeline& timeline) {
    PlaybackState next = state;
    next.from = now;
    next.stopAt = timeline.nextStop(now);
    next.playing = now < *next.stopAt;
    return next;
}

PlaybackState steppedBack(const PlaybackState& state, Time now, const Timeline& timeline) {
    return paused(state, timeline.previousStop(now));
}

PlaybackState withSpeed(const PlaybackState& state, Time now, double speed) {
    PlaybackState next = state;
    next.from = now;
    next.speed = std::clamp(speed, slowestPlayback, fastestPlayback);
    return next;
}

} // namespace headscope
