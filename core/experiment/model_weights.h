// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

/// Whether the sizes of the layers keep to ExperimentLimits, before anything is made of them.
Status checkModelSizes(const Experiment& experiment, const HeadSizes& sizes);

/// Makes modelWeights fit the model, the config and the vocabulary: as many
/// layers, norms and words as there should be. What overlaps is kept. The rest of
/// a matrix comes from the seed, each with a stream named after its place
/// ("encoder/3/feed_forward/hidden_weight"), and γ is 1, β and biases are 0. New
/// layers have the biases that the first one has. Out of plain attention its
/// weights become those of the first layer. Afterwards `weights` is the first
/// layer's self-attention.
///
/// Standard deviations are sigma times
///   √(2 / (rows + columns)) (Glorot and Bengio 2010): numbers keep their size;
///   1/√24 of that for W_O and W_2: what two sublayers in each of 12 layers add
///     comes to about as much as what they are added to (Radford et al. 2019), so
///     that the tokens do not all become alike on the way;
///   √(2 / rows) for W_Q and W_K: scaled scores of normalised tokens then spread by
///     2, which is enough for heads that differ.
void fitModelWeights(Experiment& experiment, const HeadSizes& sizes);

/// Every matrix of every layer from the seed and the source, whatever is there.
/// Norms and biases stay.
void regenerateModelWeights(Experiment& experiment);

} // namespace headscope
