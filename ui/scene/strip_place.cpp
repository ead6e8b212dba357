// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/strip_place.h"

#include <algorithm>
#include <cmath>

namespace headscope {

StripPlace placeInStrip(const std::vector<Stage>& stages, const TimelinePosition& position) {
    const Stage stage = stages[position.move];
    const auto first = std::ranges::find(stages, stage) - stages.begin();
    const auto count = static_cast<double>(std::ranges::count(stages, stage));
    const double gone = static_cast<double>(position.move) - static_cast<double>(first);
    return {stage, std::clamp((gone + position.progress) / count, 0.0, 1.0)};
}

std::optional<TimelinePosition> positionOf(const std::vector<Stage>& stages,
                                           const StripPlace& place) {
    const auto first = std::ranges::find(stages, place.stage);
    if (first == stages.end())
        return std::nullopt;
    const auto count = static_cast<double>(std::ranges::count(stages, place.stage));
    const double at = std::clamp(place.part, 0.0, 1.0) * count;
    const double stop = std::min(std::floor(at), count - 1);
    TimelinePosition position;
    position.move =
        static_cast<std::size_t>(first - stages.begin()) + static_cast<std::size_t>(stop);
    position.progress = at - stop;
    return position;
}

} // namespace headscope
