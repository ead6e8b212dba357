// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/training_moment.h"

#include <algorithm>

namespace headscope {

std::optional<double> TrainingMoment::secondsLeft() const {
    if (!stepsPerSecond || *stepsPerSecond <= 0)
        return std::nullopt;
    return static_cast<double>(recipe.steps - stepsDone) / *stepsPerSecond;
}

std::size_t TrainingMoment::placeOf(Index step) const {
    const auto after = std::ranges::upper_bound(records, step, {},
                                                [](const auto& record) { return record->step(); });
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - records.begin() - 1));
}

} // namespace headscope
