// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline.h"

#include <optional>

namespace headscope {

inline constexpr double slowestPlayback = 0.25;
inline constexpr double fastestPlayback = 4;

/// What plays and how. The clock stays outside: whoever has one says how long ago
/// play began, so that pauses and dropped frames cannot add up to an error.
struct PlaybackState {
    Time from{0}; ///< the time shown while paused, and where play began
    bool playing = false;
    double speed = 1;
    std::optional<Time> stopAt; ///< "next" plays one move and stops there; else the end

    bool operator==(const PlaybackState&) const = default;
};

/// The time to show `elapsed` after play began; `from` while paused.
Time timeAt(const PlaybackState& state, Time elapsed, const Timeline& timeline);
/// Whether a playing state has come to its stop.
bool hasArrived(const PlaybackState& state, Time elapsed, const Timeline& timeline);

/// Intents, each a new state out of the old one and the time that is shown now.
PlaybackState played(const PlaybackState& state, Time now, const Timeline& timeline);
PlaybackState paused(const PlaybackState& state, Time now);
PlaybackState soughtTo(const PlaybackState& state, Time time, const Timeline& timeline);
/// Plays the next move and stops.
PlaybackState steppedForward(const PlaybackState& state, Time now, const Timeline& timeline);
/// Goes to the end of the move before, without playing it backwards.
PlaybackState steppedBack(const PlaybackState& state, Time now, const Timeline& timeline);
/// Clamped to 0.25 … 4; a playing state goes on from `now`.
PlaybackState withSpeed(const PlaybackState& state, Time now, double speed);

} // namespace headscope
