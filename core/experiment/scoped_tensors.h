// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "trace/tensor_name.h"

#include <string_view>

namespace headscope {

/// Where the experiment keeps the tensor that stands in a trace as scope/name and
/// may be edited; nullptr for all that is computed or absent. The masks belong to
/// the self-attention of every layer that they hold in, and to the scope "".
Tensor* scopedTensor(Experiment& experiment, std::string_view scope, TensorName name);

} // namespace headscope
