// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace headscope {

/// Of step 0 on a logarithmic axis of steps, in powers of ten: left of step 1.
inline constexpr double zeroPlace = -0.4;

/// Where a step stands on it.
inline double stepPlace(double step) {
    return step < 1 ? zeroPlace : std::log10(step);
}

/// What lies between the grid lines of an axis from 0, so that there are four or a few more:
/// 0.1, 0.2, 0.5, 1 …
inline double gridStep(double top) {
    const double power = std::pow(10.0, std::floor(std::log10(top / 4)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (top / (factor * power) <= 5)
            return factor * power;
    }
    return 10 * power;
}

} // namespace headscope
