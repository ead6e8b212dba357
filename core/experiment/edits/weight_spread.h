// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

// How widely fresh random weights of attention spread. Embeddings are uniform from 0 to
// 1, so their squares are 1/3 on average, and with weights of standard deviation σ the
// scores q·k/√d_k of one head have the standard deviation σ² · d_model / 3, whatever d_k
// and the number of heads are: σ must go as 1/√d_model, or rows become one-hot.

/// The σ with which scaled scores spread by 2: √(6 / d_model).
float suitableSigma(Index modelDim);

/// The standard deviation that suits a matrix of a stack, of that shape:
///   √(2 / (rows + columns)) (Glorot and Bengio 2010): numbers keep their size;
///   1/√24 of that for W_O and W_2: what two sublayers in each of 12 layers add
///     comes to about as much as what they are added to (Radford et al. 2019), so
///     that the tokens do not all become alike on the way;
///   √(2 / rows) for W_Q and W_K: scaled scores of normalised tokens then spread by
///     2, which is enough for heads that differ.
float suitableSpread(Role role, const Shape& shape);

/// The standard deviation of fresh weights at some d_model: exactly source.sigma where it
/// was chosen. Elsewhere the one with which scores spread as they did there, and at most
/// what suits.
float sigmaAt(const WeightSource& source, Index modelDim);

/// The same of an experiment as it is, and what would suit it; in a stack both are
/// factors beside what suits each shape.
float sigmaOf(const Experiment& experiment);
float suitableSigma(const Experiment& experiment);

} // namespace headscope
