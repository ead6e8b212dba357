// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model_parameters.h"

namespace headscope {

/// The numbers that a parameter begins with, from a stream of the seed named after its place.
/// With `layers`: embeddings of standard deviation 1/√d_model, the matrices of attention uniform
/// up to √(6 / (rows + columns)) (Glorot and Bengio 2010), their biases 0. Without: embeddings of
/// standard deviation 1, attention as nn.Linear. All else as nn.Linear, uniform up to 1/√rows;
/// γ is 1, β is 0.
Tensor freshParameter(const ParameterPlace& place, bool layers, const ModelDescription& model,
                      std::uint64_t seed);

} // namespace headscope
