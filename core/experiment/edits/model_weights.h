// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "transformer/model_parameters.h"

namespace headscope {

/// Whether the sizes of the layers keep to ExperimentLimits, before anything is made of them.
Status checkModelSizes(const Experiment& experiment, const HeadSizes& sizes);

/// Which weights the experiment needs; its sizes are within their limits.
ModelDescription descriptionOf(const Experiment& experiment);

/// Makes the weights those that the model, the config and the vocabulary need, and no others.
/// What overlaps is kept. The rest of a matrix comes from the seed, each with a stream named
/// after its place ("encoder/3/feed_forward/hidden_weight") and the spread of weight_spread.h,
/// and γ is 1, β and biases are 0. New layers have the biases that the first one has. Out of
/// plain attention its weights become those of the first layer, and back.
void fitWeights(Experiment& experiment);

/// Every matrix from the seed and the source, whatever is there. Norms and biases stay.
void regenerateWeights(Experiment& experiment);

} // namespace headscope
