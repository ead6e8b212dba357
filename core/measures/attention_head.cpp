// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/attention_head.h"

#include "run/masked_pairs.h"
#include "tensor/recipes.h"

#include <algorithm>

namespace headscope {

namespace {

/// [query, key] of one sequence and head, no element moved; an axis of size 1, or none, serves
/// all of them, as masks are broadcast.
Tensor matrixOf(const Tensor& tensor, Index sequence, Index head) {
    Tensor matrix = tensor;
    for (const auto& [axis, index] :
         {std::pair(Axis::Heads, head), std::pair(Axis::Batch, sequence)}) {
        const std::size_t place = matrix.axisOf(axis);
        if (place < matrix.rank())
            matrix = matrix.selected(place, std::min(index, matrix.size(place) - 1));
    }
    return matrix;
}

Index headsOf(const TraceStep* step) {
    if (!step)
        return 1;
    const std::size_t place = step->result.axisOf(Axis::Heads);
    return place < step->result.rank() ? step->result.size(place) : 1;
}

/// Sets to 0 in `may` what `forbids` says of a pair; makes it where there was none.
template <class Forbids>
void forbid(std::optional<Tensor>& may, const Tensor& like, const Forbids& forbids) {
    const Index keys = like.size(1);
    std::optional<Tensor> both;
    for (Index query = 0; query < like.size(0); ++query) {
        for (Index key = 0; key < keys; ++key) {
            if (!forbids(query, key))
                continue;
            if (!both && may) {
                const Tensor packed = may->contiguous();
                both = Tensor::fromValues(packed.shape(), packed.axes(), packed.values());
            } else if (!both) {
                both = Tensor::filled(like.shape(), like.axes(), 1.0F);
            }
            both->mutableData()[query * keys + key] = 0.0F;
        }
    }
    if (both)
        may = std::move(both);
}

std::optional<Tensor> allowed(const TraceStep* mask, const TraceStep* additive,
                              const Tensor& weights, Index sequence, Index head) {
    const auto of = [&](const TraceStep* step) {
        return step ? std::optional(matrixOf(step->result, sequence, head)) : std::nullopt;
    };
    return allowedPairs(of(mask), of(additive), weights);
}

} // namespace

const TokenList& wordsOf(const TokenLists* lists, Index sequence) {
    static const TokenList none;
    const auto place = static_cast<std::size_t>(sequence);
    return lists && place < lists->size() ? (*lists)[place] : none;
}

std::vector<AttentionHead> attentionHeads(const Run& run, std::string_view scope, Index sequence) {
    const Trace block = slice(*run.trace(), scope).trace;
    const TraceStep* const weights = block.find(TensorName::AttentionWeights);
    if (!weights || weights->result.isEmpty())
        return {};
    const TokenList& words = wordsOf(run.tokens(scope).queries, sequence);
    const Tensor all = recipes::forOneReader(weights->result);
    std::vector<AttentionHead> heads;
    for (Index head = 0; head < headsOf(weights); ++head) {
        AttentionHead& one = heads.emplace_back();
        one.weights = matrixOf(all, sequence, head);
        one.queries = one.weights.size(0);
        if (!words.empty())
            one.queries = std::min<Index>(one.queries, std::ssize(words));
    }
    if (weights->operands.empty()) { // weights alone
        std::optional<Tensor> may;
        forbid(may, heads.front().weights, [&](Index query, Index key) {
            return std::ranges::all_of(
                heads, [&](const AttentionHead& one) { return one.weights(query, key) == 0.0F; });
        });
        for (AttentionHead& head : heads) {
            head.mayAttend = may;
            head.finished = true;
        }
        return heads;
    }
    // In self-attention a key that is padding is so as a query.
    const std::optional<Tensor>& padding = run.maskRules(scope).keyPadding;
    if (padding && run.isSelfAttention(scope)) {
        for (AttentionHead& head : heads)
            head.tokens = padding->selected(0, std::min(sequence, padding->size(0) - 1));
    }
    const TraceStep* const mask = block.find(TensorName::MayAttend);
    const TraceStep* const additive = block.find(TensorName::AdditiveMask);
    const bool oneForAll = headsOf(mask) == 1 && headsOf(additive) == 1 &&
                           !(additive && forbidsByWeight(additive->result));
    for (std::size_t head = 0; head < heads.size(); ++head) {
        heads[head].mayAttend = oneForAll && head > 0 ? heads.front().mayAttend
                                                      : allowed(mask, additive, heads[head].weights,
                                                                sequence, static_cast<Index>(head));
    }
    return heads;
}

} // namespace headscope
