// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/backward.h"

/// The functions of feed-forward networks, number by number, with what gradients need: under the
/// promises of arithmetic.h. NaN stays NaN.
namespace headscope::arithmetic {

/// y = max(x, 0).
HEADSCOPE_ARITHMETIC void relu(ConstMatrix x, Matrix y);
/// 0 where x <= 0, as in PyTorch.
HEADSCOPE_ARITHMETIC void reluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result,
                                       Into into);
/// y = x · Φ(x) with the normal distribution Φ itself, not its approximation by tanh
/// (Hendrycks and Gimpel: "Gaussian error linear units", 2016).
HEADSCOPE_ARITHMETIC void gelu(ConstMatrix x, Matrix y);
/// g · (Φ(x) + x·φ(x)), φ the density of the normal distribution.
HEADSCOPE_ARITHMETIC void geluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result,
                                       Into into);
/// y = x · ½(1 + tanh(√(2/π)·(x + 0.044715·x³))): what GPT-2 takes for gelu().
HEADSCOPE_ARITHMETIC void geluTanh(ConstMatrix x, Matrix y);
HEADSCOPE_ARITHMETIC void geluTanhBackward(ConstMatrix x, ConstMatrix gradient, Matrix result,
                                           Into into);
/// y = x · σ(1.702·x) (Hendrycks and Gimpel), σ as below.
HEADSCOPE_ARITHMETIC void quickGelu(ConstMatrix x, Matrix y);
HEADSCOPE_ARITHMETIC void quickGeluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result,
                                            Into into);
/// y = x · σ(x), σ(x) = 1/(1 + e⁻ˣ) (Elfwing, Uchibe, Doya 2018), swish.
HEADSCOPE_ARITHMETIC void silu(ConstMatrix x, Matrix y);
HEADSCOPE_ARITHMETIC void siluBackward(ConstMatrix x, ConstMatrix gradient, Matrix result,
                                       Into into);
HEADSCOPE_ARITHMETIC void tanh(ConstMatrix x, Matrix y);
/// g · (1 − tanh²(x)).
HEADSCOPE_ARITHMETIC void tanhBackward(ConstMatrix x, ConstMatrix gradient, Matrix result,
                                       Into into);

} // namespace headscope::arithmetic
