// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "tensor/tensor.h"

namespace headscope {

/// The stages of a normalisation, layer or batch alike:
///   normalised = (x − mean) / √(variance + ε),  output = normalised · γ + β.
/// Sums are made in double; every stage is rounded to float32 once.
struct Normalisation {
    Tensor mean;     ///< [.., .., 1] of layer norm, [1, 1, d_model] of batch norm
    Tensor variance; ///< biased: the mean of (x − mean)²; shape as of mean. RMS norm: mean of x²
    Tensor normalised; ///< shape as of x
    Tensor output;
};

/// What is normalised: x [.., .., d_model], γ and, where one is added, β [d_model], all contiguous.
struct NormInput {
    const Tensor& x;
    const Tensor& gain;
    const Tensor* shift = nullptr;
    float epsilon = 1e-5F;
};

/// Every token by itself, over its features (Ba, Kiros, Hinton: "Layer
/// normalization", 2016); as nn.LayerNorm. False if cancelled.
bool layerNorm(const NormInput& input, const Execution& execution, Normalisation& result);
/// Every feature by itself, over all tokens of all sequences, padding included
/// (Ioffe and Szegedy: "Batch normalization", 2015); as nn.BatchNorm1d in
/// training, that is with the statistics of this batch. False if cancelled.
bool batchNorm(const NormInput& input, const Execution& execution, Normalisation& result);

/// Every token by its root mean square (Zhang and Sennrich: "Root mean square layer
/// normalization", 2019): normalised = x / √(variance + ε), output = normalised · γ, where
/// `variance` is the mean of x² and there is no mean. False if cancelled.
bool rmsNorm(const NormInput& input, const Execution& execution, Normalisation& result);

} // namespace headscope
