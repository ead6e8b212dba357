// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "trace/tensor_name.h"

#include <functional>

namespace headscope {

// The tensors of an experiment: its weights, and what is given beside them, inputs and masks.

/// The input or the mask that stands in a trace under that name, in that block; nullptr for all
/// else. The masks belong to the self-attention of every layer that they hold in, and to the
/// scope that needs no name.
const Tensor* givenTensor(const Experiment& experiment, const Scope& scope, TensorName name);
Tensor* givenTensor(Experiment& experiment, const Scope& scope, TensorName name);

/// Every tensor that the experiment holds, always in the same order; absent ones are left out.
void forEachTensor(Experiment& experiment, const std::function<void(Tensor&)>& visit);
void forEachTensor(const Experiment& experiment, const std::function<void(const Tensor&)>& visit);

} // namespace headscope
