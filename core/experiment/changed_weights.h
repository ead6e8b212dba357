// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"

namespace headscope {

/// Whether two sets of parameters have the same roles, scopes and shapes.
bool haveSamePlaces(const Parameters& a, const Parameters& b);

/// How many numbers of weights are others than they were.
struct ChangedNumbers {
    Index changed = 0;
    Index inPart = 0; ///< of these, those of tensors that still have some of their numbers
    Index all = 0;
};
/// Of parameters with the same places. Those that are known to come from one recipe are not
/// looked at, so that none has to be made for it.
ChangedNumbers changedNumbers(const Parameters& now, const Parameters& before);

} // namespace headscope
