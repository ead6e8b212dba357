// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace headscope {

/// How many heads an attention has, and how many words one sequence; padding does not count.
struct AttentionCounts {
    Index heads = 0;
    Index queries = 0;
    Index keys = 0;
};

/// What can be measured in the trace of one attention, for one sequence. Places count from 0. What
/// the trace has not got, or a place that it has not got, has no value.
class AttentionFacts {
public:
    using Value = std::optional<double>;

    /// `trace`: the block of the attention; nullptr: nobody has run it.
    AttentionFacts(std::shared_ptr<const Trace> trace, Index sequence, AttentionCounts counts)
        : m_trace(std::move(trace))
        , m_sequence(sequence)
        , m_counts(counts) {}

    const Trace* trace() const { return m_trace.get(); }
    const AttentionCounts& counts() const { return m_counts; }
    bool isQuery(Index query) const { return query >= 0 && query < m_counts.queries; }
    bool isKey(Index key) const { return key >= 0 && key < m_counts.keys; }
    /// nullptr: the trace has none. Without dropout the dropped weights are the weights.
    const TraceStep* find(TensorName name) const;

    /// Of a stage [batch, head, query, key or feature], in an order of its own; of padding, too.
    Value element(TensorName name, Index head, Index query, Index last) const;
    /// Of the weights.
    Value rowSum(Index head, Index query) const;
    Value columnSum(Index head, Index key) const;
    /// 1 or 0, as the mask of the first head has it.
    Value allowed(Index query, Index key) const;
    Value allowedKeys(Index query) const;
    Value largestWeight(Index head, Index query) const { return largestTwo(head, query).first; }
    Value secondWeight(Index head, Index query) const { return largestTwo(head, query).second; }
    /// The mean of the largest of every row of every head.
    Value meanLargestWeight() const;
    /// The largest difference of two rows, in any head.
    Value rowsDiffer(Index query, Index other) const;
    /// How much larger dropout made what it kept of a row, and where it kept nothing, of the next.
    Value keptFactor(Index head, Index query) const;
    Value droppedSum(Index head, Index query) const;
    Value meanDroppedSum() const;
    /// How many rows sum to anything but 1.00 after dropout.
    Value unevenDroppedRows() const;
    /// The mean over the heads of the variance of each: heads whose scores lie elsewhere do not
    /// count as spread.
    Value scoreVariance() const { return variance(TensorName::Scores); }
    Value scaledVariance() const { return variance(TensorName::ScaledScores); }
    Value headScoreVariance(Index head) const;
    /// ‖V · W_O‖ of one word through one head: what it adds to the output at a weight of 1.
    Value valueLength(Index head, Index key) const;
    Value outputLength(Index query) const;

    /// In how many heads any weight is another one than in `before`; of one head 1 or 0.
    Value movedHeads(const AttentionFacts& before) const;
    Value headMoved(const AttentionFacts& before, Index head) const;
    /// ‖B − A‖ ÷ ‖A‖ of a row of the output, A being that of `before`.
    Value outputMoved(const AttentionFacts& before, Index query) const;

private:
    /// A row [key] of a stage, or a column [query]; with padding.
    std::optional<Tensor> row(TensorName name, Index head, Index query) const;
    std::optional<Tensor> line(TensorName name, Axis along, Index head, Index across) const;
    /// The largest weight of a row and the one after it, which a row with one key has not got.
    std::pair<Value, Value> largestTwo(Index head, Index query) const;
    Value variance(TensorName name) const;
    /// The sum of every row of every head; empty where the run has none.
    std::vector<double> droppedSums() const;
    /// Of the sequence, without padding, [head, query, key].
    std::optional<Tensor> matrices(TensorName name) const;
    /// Of the sequence, [query, feature].
    std::optional<Tensor> outputRows() const;

    std::shared_ptr<const Trace> m_trace;
    Index m_sequence = 0;
    AttentionCounts m_counts;
};

/// ‖row‖
double lengthOf(std::span<const float> row);
/// ‖row · M‖ of the rows of `matrix` from `first` on, as many as `row` has numbers.
double lengthOfProduct(std::span<const float> row, const Tensor& matrix, Index first);

} // namespace headscope
