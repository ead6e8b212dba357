// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace headscope {

/// What made a tensor of the trace out of its operands. The operands of a step
/// stand in the order given here.
enum class Operation : std::uint8_t {
    Input,           ///< given by the person; no operands
    Parameter,       ///< a weight or bias; no operands
    Mask,            ///< which pairs are allowed, made of the mask options; no operands
    Linear,          ///< x · W (+ b): operands x [.., in], W [in, out], b [out] if any
    View,            ///< the same memory under another shape: operand x
    Transpose,       ///< axes 1 and 2 exchanged, no element moves: operand x
    Merge,           ///< the last two axes viewed as one, of a contiguous copy where x is not
                     ///< contiguous: operand x
    QueryKeyProduct, ///< Q · Kᵀ per head: operands Q, K
    Scale,           ///< x · factor (TraceStep::factor): operand x
    ApplyMask, ///< x (+ additive), −∞ where not allowed: operands x, mayAttend if any, additive if
               ///< any
    Softmax,      ///< over the keys, else the last axis; what a row of −∞ throughout becomes
                  ///< says TraceStep::fullyMasked: operand x
    Dropout,      ///< kept values scaled by 1/(1−p), the others 0: operand x
    WeightedSum,  ///< weights · V per head: operands weights, V
    HeadLinear,   ///< x · W_h (+ b_h) for every head: operands x [.., in], W [heads, in, d],
                  ///< b [heads, d] if any; result [.., heads, .., d]
    Positions,    ///< computed of the position alone; no operands
    RotaryCosine, ///< cos(p · θ^(−2i/d)) of position p and pair i, θ in TraceStep::factor; no
                  ///< operands
    RotarySine,   ///< sin of the same
    Rotate, ///< x · cos + (−x₂, x₁) · sin, x₁ and x₂ the halves of x: operands x, cosine and
            ///< sine [position, d]
    Add,      ///< x + y; an axis that y lacks in front stands for all: operands x, y
    Mean,     ///< over every axis that has size 1 in the result: operand x
    Variance, ///< mean of (x − mean)², biased, over the same axes: operands x, mean
    Normalise, ///< (x − mean) / √(variance + ε), ε in TraceStep::factor: operands x, mean, variance
    ScaleShift,    ///< x · γ + β: operands x, γ [last axis], β [last axis]
    MeanSquare,    ///< mean of x² over every axis that has size 1 in the result: operand x
    RootNormalise, ///< x / √(mean square + ε), ε in TraceStep::factor: operands x, mean square
    Multiply,      ///< x · y, y of the same shape or [last axis]: operands x, y
    Relu,          ///< max(x, 0): operand x
    Gelu,          ///< x · Φ(x), Φ the normal distribution: operand x
    GeluTanh,      ///< the same with an approximation of Φ by tanh: operand x
    QuickGelu,     ///< x · σ(1.702·x), σ as below: operand x
    Silu,          ///< x · σ(x), σ(x) = 1/(1 + e⁻ˣ): operand x
    Tanh,          ///< tanh(x): operand x
    Lookup, ///< row id of a table, times TraceStep::factor: operands ids [..], table [rows, d]
    CrossEntropy, ///< −Σ q·ln p, mean over the rows that are asked; p = softmax of logits, q the
                  ///< right class less a share for all (label smoothing, in TraceStep::factor);
                  ///< the last axis of targets says into how many groups of classes the logits
                  ///< are cut: operands logits [.., groups·classes], targets [.., groups]
    ProjectedNorm, ///< ‖x · W_h‖, W_h the rows of a head in W: operands x [.., d] with its heads
                   ///< apart, W [heads·d, out]; result as x with a last axis of size 1
    WeightedNorm, ///< |w| · n, what ‖w · x‖ is where n = ‖x‖: operands w, n [.., 1]
    Rollout,    ///< (½ Ā + ½ I) · R, Ā the mean of the heads: operands A, R [.., query, key];
                ///< without R in the first layer
    MergeWords, ///< Σ over the pieces of the word that is the key, mean over those of the query:
                ///< operands x [.., query, key], the words of the queries, those of the keys
};

/// Whether an operation computes no number: view, transpose, merge.
constexpr bool isLayout(Operation operation) {
    return operation == Operation::View || operation == Operation::Transpose ||
           operation == Operation::Merge;
}

/// The functions of feed-forward networks, each an operation of its own (infoOf()).
enum class Activation : std::uint8_t { Relu, Gelu, GeluTanh, QuickGelu, Silu, Tanh };

} // namespace headscope
