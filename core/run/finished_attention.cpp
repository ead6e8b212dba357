// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/finished_attention.h"

#include "trace/trace_writer.h"

namespace headscope {

namespace {

/// The words of one side against the places that there are for them.
Status wordsFit(const TokenLists& lists, Index batch, Index places) {
    if (!lists.empty() && static_cast<Index>(lists.size()) != batch)
        return makeError(HEADSCOPE_MESSAGE("Message", "there are words for %1 sequences, but the "
                                                      "attention weights have %2"),
                         lists.size(), batch);
    for (const TokenList& list : lists) {
        if (static_cast<Index>(list.size()) > places)
            return makeError(HEADSCOPE_MESSAGE("Message", "a sequence has %1 words, but the "
                                                          "attention weights have room for %2"),
                             list.size(), places);
    }
    return Done{};
}

} // namespace

Result<Run> finishedAttention(const Tensor& weights, RunLabels labels) {
    if (weights.rank() != 4 || weights.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "attention weights have shape %1: [batch, "
                                                      "heads, query, key] is needed, none of "
                                                      "these 0"),
                         shapeText(weights.shape()));
    if (const Status fit = wordsFit(labels.tokens, weights.size(0), weights.size(2)); !fit)
        return fit.error();
    if (const Status fit = wordsFit(labels.keySideTokens(), weights.size(0), weights.size(3)); !fit)
        return fit.error();
    auto trace = std::make_shared<Trace>();
    TraceWriter(*trace).add(
        TensorName::AttentionWeights, Operation::Input,
        weights.contiguous().withAxes({Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}));
    RunOrigin origin;
    if (!labels.tokens.empty())
        origin.likeness = Likeness::OwnSentence;
    return Run(std::move(trace), std::move(labels), std::move(origin));
}

} // namespace headscope
