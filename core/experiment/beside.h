// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/pin.h"
#include "experiment/profile.h"

#include <vector>

namespace headscope {

/// What a file keeps beside its experiment: undo leaves it alone, and it stays when an example
/// is opened.
struct BesideExperiment {
    std::vector<Pin> pins;
    Profile profile; ///< which controls the window offers
};

} // namespace headscope
