// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

/// The smallest matrix of the prediction with which token i of the first sequence
/// gives word i the logit `right` and all others 0: Yᵀ·(Y·Yᵀ)⁻¹·right, for the
/// last layer's output Y. What training would do to the last matrix, at once.
/// [d_model, vocabulary].
Tensor fittedPrediction(const Experiment& experiment, double right);

} // namespace headscope
