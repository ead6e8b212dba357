// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/arithmetic.h"

/// What gradients need beside the products and sums of arithmetic.h, under the same promises.
/// `gradient` is ∂loss/∂y of a function y = f(x); what comes of it is ∂loss/∂x.
namespace headscope::arithmetic {

/// Whether a result replaces what is there or is added to it.
enum class Into : bool { Fresh, Sum };

/// result (+)= left · right; either may be transposed. No bit depends on threads or addresses.
HEADSCOPE_ARITHMETIC void multiplyInto(ConstMatrix left, ConstMatrix right, Matrix result,
                                       Into into);
/// result [columns] (+)= the sum of every column; sums are made in double.
HEADSCOPE_ARITHMETIC void sumRows(ConstMatrix x, float* result, Into into);
/// y (+)= x · factor.
HEADSCOPE_ARITHMETIC void scaleInto(ConstMatrix x, float factor, Matrix y, Into into);
/// y (+)= x, 0 where mayAttend is 0.
HEADSCOPE_ARITHMETIC void maskInto(ConstMatrix x, ConstMatrix mayAttend, Matrix y, Into into);

/// Softmax of rows with these weights: w · (g − Σ g·w). A weight of 0 has no gradient, also
/// where a row is fully masked.
HEADSCOPE_ARITHMETIC void softmaxBackward(ConstMatrix weights, ConstMatrix gradient, Matrix result,
                                          Into into);
/// g where y is not 0, times factor: y was made with the same mask.
HEADSCOPE_ARITHMETIC void dropoutBackward(ConstMatrix y, ConstMatrix gradient, float factor,
                                          Matrix result, Into into);
/// result (+)= g · γ, γ [columns].
HEADSCOPE_ARITHMETIC void gainBackward(ConstMatrix gradient, const float* gain, Matrix result,
                                       Into into);
/// result (+)= a · b, number by number.
HEADSCOPE_ARITHMETIC void productInto(ConstMatrix a, ConstMatrix b, Matrix result, Into into);
/// result [columns] (+)= Σ over rows of a · b; sums are made in double.
HEADSCOPE_ARITHMETIC void sumProducts(ConstMatrix a, ConstMatrix b, float* result, Into into);

/// Of normalised = (x − mean) / √(variance + ε), statistics of every row or of every column.
struct NormBackward {
    ConstMatrix x;
    ConstMatrix gradient; ///< ∂loss/∂normalised
    const float* mean = nullptr;
    const float* variance = nullptr;
    float epsilon = 0;
    float* meanGradient = nullptr;     ///< −Σ g · r, r = 1/√(variance + ε)
    float* varianceGradient = nullptr; ///< −½ Σ g · (x − mean) · r³
    /// What reaches x at all: g·r, and through mean and variance. Their own gradients are
    /// above for who wants to see them; added one by one they would cost digits.
    Matrix result;
    Into into = Into::Fresh;
};
HEADSCOPE_ARITHMETIC void normaliseRowsBackward(const NormBackward& norm);
HEADSCOPE_ARITHMETIC void normaliseColumnsBackward(const NormBackward& norm);
/// Of x / √(mean square + ε) of every row: the mean square stands for the variance, and no mean.
HEADSCOPE_ARITHMETIC void rootNormaliseRowsBackward(const NormBackward& norm);

/// A row of `classes` logits and its right class, for every group of every row.
struct CrossEntropy {
    ConstMatrix logits;             ///< [rows, groups·classes]
    const float* targets = nullptr; ///< [rows·groups]; −1: not asked
    Index groups = 1;
    float smoothing = 0; ///< this share of the target goes to all classes alike
};
/// −Σ q·ln p, the mean over all that are asked, as nn.CrossEntropyLoss; 0 where none is.
HEADSCOPE_ARITHMETIC double crossEntropy(const CrossEntropy& loss);
/// result (+)= (p − q) · factor / asked; 0 in rows that are not asked.
HEADSCOPE_ARITHMETIC void crossEntropyBackward(const CrossEntropy& loss, float factor,
                                               Matrix result, Into into);

/// One step of Adam (Kingma and Ba 2015) for `count` numbers, with the weights decaying apart
/// from the gradient (Loshchilov and Hutter 2019):
///   m = β₁·m + (1 − β₁)·g,  v = β₂·v + (1 − β₂)·g²,
///   w = w·(1 − rate·decay) − rate·correction₁·m / (√(v·correction₂) + ε)
struct AdamUpdate {
    float rate = 0;
    float beta1 = 0;
    float beta2 = 0;
    float epsilon = 0;
    float decay = 0;
    float firstCorrection = 1;  ///< 1 / (1 − β₁ᵗ)
    float secondCorrection = 1; ///< 1 / (1 − β₂ᵗ)
};
HEADSCOPE_ARITHMETIC void adam(const AdamUpdate& step, Index count, const float* weights,
                               const float* gradient, float* first, float* second, float* result);
/// One step down the gradient, w·(1 − rate·decay) − rate·u; u = momentum·u + g where there is
/// a velocity, else g.
struct DescentUpdate {
    float rate = 0;
    float momentum = 0;
    float decay = 0;
};
HEADSCOPE_ARITHMETIC void descend(const DescentUpdate& step, Index count, const float* weights,
                                  const float* gradient, float* velocity, float* result);
/// Σ x², in double.
HEADSCOPE_ARITHMETIC double sumOfSquares(const float* x, Index count);

} // namespace headscope::arithmetic
