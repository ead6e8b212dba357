// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <optional>

namespace headscope {

/// Which pairs of one head the masks forbid: [query, key], 1 = may attend; nothing where all may.
/// `mayAttend` is the mask of truth values, `additive` the one that is added, `weights` those of
/// the head after the softmax; any may be missing. An added −∞ forbids a pair, and so does a
/// finite number, as −1e9, that makes its weight 0. A row that has nothing but such numbers is
/// forbidden as one of −∞ would be, though its weights are not 0.
std::optional<Tensor> allowedPairs(const std::optional<Tensor>& mayAttend,
                                   const std::optional<Tensor>& additive,
                                   const std::optional<Tensor>& weights);

/// Whether a number that is added to a score forbids the pair, as its weight tells.
bool forbidsPair(float added, float weight);

/// Whether the weights have a say in that, so that heads may differ under one mask.
bool forbidsByWeight(const Tensor& additive);

/// What a mask added to scores that came without it, as their own numbers tell: those that are −∞,
/// or so low that models mean it, and 0 elsewhere. Nothing where no number is one of these.
std::optional<Tensor> additiveMaskIn(const Tensor& scores);

/// Which pairs of one sequence a mask took out of weights that came without it, as their zeros
/// tell: all behind the place of the query, where these are 0 in every head and most of the others
/// are not; and the first or last keys that no query of several heads looks at. [query, key], 1 =
/// may attend; nothing where there are none such. `weights` is [heads, query, key].
std::optional<Tensor> maskInWeights(const Tensor& weights);

} // namespace headscope
