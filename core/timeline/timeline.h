// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace headscope {

/// Time is a number here, never a clock: whole microseconds, so that many small
/// ticks add up to exactly the time that a jump reaches.
using Time = std::chrono::microseconds;

/// A move of an animation: first people read, then things move, then they look.
struct MoveTiming {
    Time lead{0}; ///< a short text stands there, nothing moves yet
    Time move{0};
    Time hold{0};

    Time total() const { return lead + move + hold; }
    bool operator==(const MoveTiming&) const = default;
};

enum class Motion : std::uint8_t {
    Full,
    Reduced, ///< cuts instead of moves
};

/// Where an animation stands.
struct TimelinePosition {
    std::size_t move = 0;
    double lead = 1;     ///< how much of the lead is over, [0, 1]
    double progress = 1; ///< how much of the move is done, [0, 1]; not eased

    bool operator==(const TimelinePosition&) const = default;
};

/// Moves one after another. A position is a function of the time and of nothing
/// else, so seeking and playing cannot differ.
class Timeline {
public:
    Timeline() = default;
    explicit Timeline(std::span<const MoveTiming> moves);

    std::size_t moveCount() const { return m_moves.size(); }
    const MoveTiming& move(std::size_t index) const { return m_moves[index]; }
    Time duration() const { return m_starts.empty() ? Time{0} : m_starts.back(); }
    Time startOf(std::size_t move) const { return m_starts[move]; }
    /// When it moves, and when that is done.
    Time moveStartOf(std::size_t move) const { return m_starts[move] + m_moves[move].lead; }
    Time moveEndOf(std::size_t move) const { return moveStartOf(move) + m_moves[move].move; }

    /// The position at a time; times outside are clamped. With Motion::Reduced the
    /// progress is 0 or 1 and the lead is over from its beginning. Needs a move.
    TimelinePosition locate(Time time, Motion motion = Motion::Full) const;
    /// The time at which `move` has the progress, by Motion::Full: the reverse of locate().
    Time timeOf(std::size_t move, double progress) const;

    /// Where "next" stops: the end of the first move that is not done at `time`.
    Time nextStop(Time time) const;
    /// Where "back" goes: the end of the last move that was done before `time`, or 0.
    Time previousStop(Time time) const;

private:
    std::vector<MoveTiming> m_moves;
    std::vector<Time> m_starts; ///< one more than moves: the last one is the end
};

/// How long a move of `parts` that go one after another deserves: more parts take
/// longer, but nobody should wait for a crowd. Between 0.8 s and 4 s.
Time moveTime(std::int64_t parts);

} // namespace headscope
