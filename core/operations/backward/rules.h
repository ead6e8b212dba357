// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/backward/gradients.h"

namespace headscope {

// The rules of the rows of operation_info.cpp: from the gradient of a step to those of its operands
// that are wanted.
void productRule(Gradients& gradients, std::size_t step);       ///< Linear, HeadLinear
void headProductRule(Gradients& gradients, std::size_t step);   ///< QueryKeyProduct, WeightedSum
void layoutRule(Gradients& gradients, std::size_t step);        ///< View, Transpose, Merge
void scaleRule(Gradients& gradients, std::size_t step);         ///< Scale
void dropoutRule(Gradients& gradients, std::size_t step);       ///< Dropout
void activationRule(Gradients& gradients, std::size_t step);    ///< Relu, Gelu, …
void maskRule(Gradients& gradients, std::size_t step);          ///< ApplyMask
void softmaxRule(Gradients& gradients, std::size_t step);       ///< Softmax
void sumRule(Gradients& gradients, std::size_t step);           ///< Add
void normaliseRule(Gradients& gradients, std::size_t step);     ///< Normalise, with Mean, Variance
void rootNormaliseRule(Gradients& gradients, std::size_t step); ///< the same, with MeanSquare
void multiplyRule(Gradients& gradients, std::size_t step);      ///< Multiply
void scaleShiftRule(Gradients& gradients, std::size_t step);    ///< ScaleShift
void rotateRule(Gradients& gradients, std::size_t step);        ///< Rotate
void lookupRule(Gradients& gradients, std::size_t step);        ///< Lookup
void lossRule(Gradients& gradients, std::size_t step);          ///< CrossEntropy

/// to += from, whatever the strides of the two are; `from` may lack axes in front.
void addLike(const Gradients::Target& to, const Tensor& from);
/// All axes but the last as rows of a target that is contiguous.
Matrix rowsOf(const Gradients::Target& target);
/// Batch and heads first, the other two axes as they follow each other.
Tensor headsFirst(const Tensor& tensor);

} // namespace headscope
