// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

#include <functional>

namespace headscope {

/// Every tensor that the experiment holds, always in the same order; absent ones are left out.
void forEachTensor(Experiment& experiment, const std::function<void(Tensor&)>& visit);
void forEachTensor(const Experiment& experiment, const std::function<void(const Tensor&)>& visit);

} // namespace headscope
