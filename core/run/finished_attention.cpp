// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/finished_attention.h"

#include "arithmetic/arithmetic.h"
#include "run/masked_pairs.h"
#include "trace/trace_writer.h"

#include <algorithm>

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

Status checkOperands(const Trace* trace) {
    const bool finished = trace && std::ranges::any_of(trace->steps(), [](const TraceStep& step) {
                              return step.operation == Operation::Input &&
                                     (step.name == TensorName::AttentionWeights ||
                                      step.name == TensorName::MaskedScores);
                          });
    if (!finished)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "this attention was computed elsewhere: its "
                                                  "queries, keys and values are not known"));
}

Status checkFinished(const std::vector<FinishedBlock>& blocks, const RunLabels& labels) {
    Index queries = 0;
    Index keys = 0;
    if (blocks.empty())
        return checkFinished({FinishedBlock()}, labels);
    for (const FinishedBlock& block : blocks) {
        const Tensor& weights = block.weights;
        if (weights.rank() != 4 || weights.isEmpty())
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "attention weights have shape %1: [batch, "
                                               "heads, query, key] is needed, none of "
                                               "these 0"),
                             shapeText(weights.shape()));
        if (weights.size(0) != blocks.front().weights.size(0))
            return makeError(HEADSCOPE_MESSAGE("Message", "one attention is of %1 sequences and "
                                                          "another one of %2"),
                             blocks.front().weights.size(0), weights.size(0));
        queries = std::max(queries, weights.size(2));
        keys = std::max(keys, weights.size(3));
    }
    const Index batch = blocks.front().weights.size(0);
    if (const Status fit = wordsFit(labels.tokens, batch, queries); !fit)
        return fit.error();
    return wordsFit(labels.keySideTokens(), batch, keys);
}

Result<Run> finishedAttention(const std::vector<FinishedBlock>& blocks, RunLabels labels,
                              const std::string& fileName) {
    if (const Status makes = checkFinished(blocks, labels); !makes)
        return makes.error();
    auto trace = std::make_shared<Trace>();
    for (const FinishedBlock& block : blocks) {
        TraceWriter writer(*trace, block.scope);
        const Tensor named =
            block.weights.contiguous().withAxes({Axis::Batch, Axis::Heads, Axis::Query, Axis::Key});
        if (!block.scores) {
            writer.add(TensorName::AttentionWeights, Operation::Input, named);
            continue;
        }
        if (const std::optional<Tensor> added = additiveMaskIn(named))
            writer.add(TensorName::AdditiveMask, Operation::Mask, *added);
        const std::size_t scores = writer.add(TensorName::MaskedScores, Operation::Input, named);
        Tensor result = Tensor::uninitialized(named.shape(), named.axes());
        const Index keys = named.size(3);
        arithmetic::softmax(rowsOf(named),
                            denseMatrix(result.mutableData(), named.elementCount() / keys, keys));
        writer.add(TensorName::AttentionWeights, Operation::Softmax, result, {scores});
    }
    RunOrigin origin;
    origin.fileName = fileName;
    if (!labels.tokens.empty())
        origin.likeness = Likeness::OwnSentence;
    return Run(std::move(trace), std::move(labels), std::move(origin));
}

} // namespace headscope
