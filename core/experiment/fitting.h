// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "trace/tensor_name.h"

#include <string>

namespace headscope {

/// What an experiment may hold at most. The engine itself asks for memory; these
/// keep a slip of the finger (d_model 40000) from making the machine swap.
struct ExperimentLimits {
    static constexpr Index modelDim = 16384; ///< also of d_k and d_v
    static constexpr Index heads = 1024;
    static constexpr Index tokens = 16384; ///< of one sequence
    static constexpr Index batch = 4096;
    static constexpr Index elements = Index{1} << 26; ///< of one tensor
    static constexpr Index hiddenDim = 65536;         ///< d_ff
    static constexpr Index vocabulary = 16384;
    static constexpr Index modelElements = Index{1} << 27; ///< of all layers together
    static constexpr std::size_t tokenBytes = 256;
};

/// What a matrix is filled with where there is nothing yet.
struct FreshMatrix {
    Shape shape; ///< [rows, columns]
    Axes axes;
    std::string stream; ///< of the seed
    WeightSource::Kind kind = WeightSource::Kind::Random;
    float sigma = 1;       ///< standard deviation of random numbers
    float formerSigma = 1; ///< the one with which the old matrix was filled
    std::uint64_t seed = 0;
};
/// `old` where the two overlap, the rest fresh. Numbers of `old` that the seed gave and
/// nobody changed since are fresh as well: they follow where sigma changes.
Tensor fittedMatrix(const Tensor& old, const FreshMatrix& fresh);
/// A vector of that size: what overlaps is kept, the rest is `fresh`.
Tensor fittedVector(const Tensor& old, Index size, Axis axis, float fresh);
/// Whether a tensor of that shape keeps to the limit.
Status checkTensorSize(TensorName name, const Shape& shape);

/// Makes all tensors of `experiment` fit its config, its model and its tokens: the
/// widths of the query input, the weights, the biases, the masks. What overlaps is kept, the
/// rest comes from the seed (embeddings, weights), is 0 (biases, additive mask) or
/// 1 (may attend). The lengths of the inputs must agree with the tokens already.
/// An Error where the sizes are invalid or beyond ExperimentLimits.
Result<Experiment> fitted(Experiment experiment);

/// Every weight from the seed and the source, whatever is there.
void regenerateWeights(Experiment& experiment);

/// The input with `width` columns: what overlaps is kept, new columns are the tokens'
/// seeded embeddings; padding stays 0.
Tensor fittedInput(const Tensor& input, const std::vector<TokenList>& tokens, Index width,
                   std::uint64_t seed);

/// An input [batch, longest, width] of the tokens' seeded embeddings; padding is 0.
Tensor seededInput(const std::vector<TokenList>& tokens, Index width, std::uint64_t seed);

/// Whether an input of that shape keeps to the limits.
Status checkInputSize(Index batch, Index tokens, Index width);

/// The longest of the lists.
Index longest(const std::vector<TokenList>& tokens);

} // namespace headscope
