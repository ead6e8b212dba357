// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/stage.h"
#include "timeline/timeline.h"

#include <optional>
#include <vector>

namespace headscope {

/// A moment as the strip shows it: so much of the way to a stage is gone, from the one before it.
struct StripPlace {
    Stage stage = Stage::Input;
    double part = 1; ///< 0 to 1

    bool operator==(const StripPlace&) const = default;
};

/// The same of a timeline whose stops belong to these stages; several that follow each other
/// share the way to theirs.
StripPlace placeInStrip(const std::vector<Stage>& stages, const TimelinePosition& position);
/// And back; nothing where no stop belongs to that stage.
std::optional<TimelinePosition> positionOf(const std::vector<Stage>& stages,
                                           const StripPlace& place);

} // namespace headscope
