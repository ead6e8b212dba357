// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace headscope {

/// How a move spends its time. Every curve maps [0, 1] onto [0, 1], begins at
/// exactly 0, ends at exactly 1 and never goes back; arguments outside are clamped.
enum class Easing : std::uint8_t {
    Linear,
    Smooth,  ///< 3t² − 2t³: starts and stops without speed
    EaseOut, ///< 1 − (1 − t)³: starts fast, arrives slowly
    Cut,     ///< 0 until the move begins, then 1: reduced motion
};
double eased(Easing easing, double t);

/// The own progress of part `index` of `count` that move one after another,
/// evenly staggered over [0, 1]: the first starts at 0, the last arrives at 1.
/// Each takes 1/count of the time, but never less than `shortest`: then the
/// parts overlap. 0 before its turn, 1 after it.
double staggered(double t, std::int64_t index, std::int64_t count, double shortest = 0.25);

} // namespace headscope
