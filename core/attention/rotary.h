// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "tensor/tensor.h"

namespace headscope {

/// Rotary positions (Su et al.: "RoFormer", 2021) as Llama has them: the numbers i and i + d/2 of a
/// query or a key are a pair, which the position p turns by p · θ^(−2i/d). A score then depends on
/// how far query and key lie apart.
struct RotaryTable {
    Tensor cosine; ///< [sequence, d_k]; the second half repeats the first
    Tensor sine;
};

/// Of the positions first … first + length − 1; `width`, d_k of one head, is even. The frequencies
/// are rounded to float32, as models that were trained have them; angles, sines and cosines are
/// made in double.
RotaryTable rotaryTable(Index length, Index width, float theta, const RotaryScaling& scaling = {},
                        Index first = 0);

/// x · cos + (−x₂, x₁) · sin for every row of x [.., d_k], whose axis `positions` counts them.
/// Contiguous; each number is made in double and rounded once.
Tensor rotated(const Tensor& x, std::size_t positions, const RotaryTable& table);

} // namespace headscope
