// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "trace/tensor_name.h"

namespace headscope {

/// What an experiment may hold at most. The engine itself asks for memory; these
/// keep a slip of the finger (d_model 40000) from making the machine swap.
struct ExperimentLimits {
    static constexpr Index modelDim = 16384; ///< also of d_k and d_v
    static constexpr Index heads = 1024;
    static constexpr Index tokens = 16384; ///< of one sequence
    static constexpr Index batch = 4096;
    static constexpr Index elements = Index{1} << 26;      ///< of one tensor
    static constexpr Index hiddenDim = 65536;              ///< d_ff
    static constexpr Index modelElements = Index{1} << 27; ///< of all layers together
    static constexpr std::size_t tokenBytes = 256;
};

/// Whether a tensor of that shape keeps to the limit.
Status checkTensorSize(TensorName name, const Shape& shape);

/// Makes all tensors of `experiment` fit its config, its model and its tokens: the
/// widths of the query input, the weights, the biases, the masks. What overlaps is kept, a
/// typed number where its place still is; the rest comes from the seed (embeddings, weights), is 0
/// (biases, additive mask) or 1 (may attend). The lengths of the inputs must agree with the tokens
/// already. No number of a large tensor is made before somebody reads one. An Error where the sizes
/// are invalid or beyond ExperimentLimits.
Result<Experiment> fitted(Experiment experiment);

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
