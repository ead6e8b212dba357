// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/step_moment.h"

namespace headscope {

/// What the asked cell means, in a sentence with the words of the run; empty where none is asked.
QString cellWords(const StepScene& scene, const StepMoment& moment);

} // namespace headscope
