// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "support/execution.h"
#include "tensor/tensor.h"
#include "trace/typed_number.h"

#include <optional>

namespace headscope {

/// What happens between the projections and the output, for all heads:
///   scores = Q·Kᵀ, scaledScores = scores · scale, maskedScores = mask(scaledScores),
///   attentionWeights = softmax(maskedScores), headContext = weights · V.
/// The results have their axes in the order of `layout`, below that of BatchFirst.
/// In memory the square ones are [batch, heads, query, key] in both layouts, of
/// which SequenceFirst is a view, as torch.einsum gives it.
struct HeadAttention {
    Tensor query; ///< Q [batch, heads, query, d_k], any strides with the last one 1
    /// K [batch, heads, key, d_k]; its heads may be fewer, each for as many neighbours of Q's.
    Tensor key;
    Tensor value;                       ///< V [batch, heads, key, d_v], heads as of K
    Layout layout = Layout::BatchFirst; ///< of the results, not of the tensors above
    std::optional<Tensor> mayAttend;    ///< as of mayAttendTensor()
    std::optional<Tensor> additive;     ///< as of additiveTensor()
    float scale = 1;
    float dropout = 0;
    std::uint64_t dropoutSeed = 0;
    FullyMasked fullyMasked = FullyMasked::Zeros;
    /// Typed numbers of this block, whatever their scope says; each replaces a computed one before
    /// the next stage is computed. Where there is no such stage or place, one is ignored.
    std::vector<TypedNumber> typedNumbers;

    /// The three below are computed again when one of their numbers is first read, bit for bit,
    /// instead of being kept: they take three times what the weights do. Not where numbers are
    /// typed.
    bool scoresLater = false;

    Tensor scores; ///< [batch, heads, query, key], or [query, key, batch, heads]
    Tensor scaledScores;
    Tensor maskedScores; ///< shares scaledScores' memory where no mask and no number differs
    Tensor attentionWeights;
    std::optional<Tensor> droppedWeights; ///< only where dropout > 0
    Tensor headContext;         ///< [batch, heads, query, d_v], or [query, batch, heads, d_v]
    Tensor concatenatedContext; ///< [batch, query, heads·d_v], or [query, batch, heads·d_v]
    std::vector<float> wouldBe; ///< for each of `typedNumbers`, what was computed there

    /// Allocates the results and computes them; false if cancelled. One task is
    /// a block of queries of one head, taken through all stages while its rows
    /// are in the cache.
    bool compute(const Execution& execution);

    // Of the computation alone.
    struct Sizes;
    struct Targets;

private:
    void makeContexts(const Sizes& sizes, Targets& to);
    void makeScores(const Sizes& sizes, Targets& to);
    void leaveScores(const Sizes& sizes, Targets& to);
    void turnSquares();
};

} // namespace headscope
