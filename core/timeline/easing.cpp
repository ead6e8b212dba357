// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/easing.h"

#include <algorithm>
#include <cassert>

namespace headscope {

double eased(Easing easing, double t) {
    t = std::clamp(t, 0.0, 1.0);
    switch (easing) {
    case Easing::Linear: return t;
    case Easing::Smooth: return t * t * (3 - 2 * t);
    case Easing::EaseOut: {
        const double rest = 1 - t;
        return 1 - rest * rest * rest;
    }
    case Easing::Cut: return t > 0 ? 1 : 0;
    }
    return t;
}

double staggered(double t, std::int64_t index, std::int64_t count, double shortest) {
    assert(index >= 0 && index < count);
    if (t <= 0)
        return 0;
    if (t >= 1)
        return 1;
    if (count == 1)
        return t;
    const double parts = static_cast<double>(count);
    const double width = std::clamp(1 / parts, shortest, 1.0);
    const double start = (1 - width) * static_cast<double>(index) / (parts - 1);
    return std::clamp((t - start) / width, 0.0, 1.0);
}

} // namespace headscope
