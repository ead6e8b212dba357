// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_facts.h"

#include "checkpoint/model_source.h"
#include "experiment/experiment.h"
#include "measures/comparison.h"
#include "support/parallel.h"

#include <algorithm>
#include <cmath>

// What lessons ask of many numbers of a run at once.

namespace headscope {

namespace {

/// Of the numbers of one head.
double varianceOfHead(const Tensor& squares, Index head) {
    const auto pairs = static_cast<double>(squares.size(1) * squares.size(2));
    double sum = 0;
    double ofSquares = 0;
    for (Index query = 0; query < squares.size(1); ++query) {
        for (Index key = 0; key < squares.size(2); ++key) {
            const double score = squares(head, query, key);
            sum += score;
            ofSquares += score * score;
        }
    }
    const double mean = sum / pairs;
    return ofSquares / pairs - mean * mean;
}

/// The mean over the heads of the variance of each: heads whose scores lie elsewhere do not count
/// as spread.
std::optional<double> varianceWithinHeads(const std::optional<Tensor>& squares) {
    if (!squares || squares->isEmpty())
        return std::nullopt;
    double total = 0;
    for (Index head = 0; head < squares->size(0); ++head)
        total += varianceOfHead(*squares, head);
    return total / static_cast<double>(squares->size(0));
}

/// Of two stacks of matrices of one shape.
bool differInHead(const Tensor& a, const Tensor& b, Index head) {
    return !(a.selected(0, head).contiguous() == b.selected(0, head).contiguous());
}

double headsThatDiffer(const Tensor& a, const Tensor& b) {
    double heads = 0;
    for (Index head = 0; head < a.size(0); ++head)
        heads += differInHead(a, b, head) ? 1 : 0;
    return heads;
}

} // namespace

std::optional<Tensor> LessonFacts::squares(TensorName name) const {
    const TraceStep* step = stepOf(name);
    if (!step)
        return std::nullopt;
    Tensor left = step->result;
    const std::size_t batch = left.axisOf(Axis::Batch);
    if (batch < left.rank())
        left = left.selected(batch, std::min(m_moment.sequence, left.size(batch) - 1));
    const std::size_t order[] = {left.axisOf(Axis::Heads), left.axisOf(Axis::Query),
                                 left.axisOf(Axis::Key)};
    if (left.rank() != 3 || std::ranges::max(order) >= 3)
        return std::nullopt;
    left = left.permuted(order).contiguous();
    if (left.size(1) < m_queries || left.size(2) < m_keys)
        return std::nullopt;
    if (left.size(1) == m_queries && left.size(2) == m_keys)
        return left;
    Tensor inner = Tensor::uninitialized({left.size(0), m_queries, m_keys}, left.axes());
    float* to = inner.mutableData();
    for (Index head = 0; head < left.size(0); ++head) {
        for (Index query = 0; query < m_queries; ++query) {
            for (Index key = 0; key < m_keys; ++key)
                *to++ = left(head, query, key);
        }
    }
    return inner;
}

std::optional<Tensor> LessonFacts::outputRows() const {
    const TraceStep* step = stepOf(TensorName::Output);
    if (!step)
        return std::nullopt;
    const Tensor& output = step->result;
    const std::size_t batch = output.axisOf(Axis::Batch);
    if (batch >= output.rank() || output.rank() != 3)
        return std::nullopt;
    return output.selected(batch, std::min(m_moment.sequence, output.size(batch) - 1));
}

std::optional<double> LessonFacts::lengthOfValue(double head, double key) const {
    const TraceStep* const values = stepOf(TensorName::Value);
    const TraceStep* const matrix = stepOf(TensorName::OutputWeight);
    if (!values || !matrix || matrix->result.rank() != 2)
        return std::nullopt;
    Tensor row = values->result;
    for (const auto& [axis, at] : {std::pair(Axis::Batch, static_cast<double>(m_moment.sequence)),
                                   std::pair(Axis::Heads, head), std::pair(Axis::Key, key)}) {
        const std::size_t place = row.axisOf(axis);
        if (place >= row.rank() || !isPlace(at, row.size(place)))
            return std::nullopt;
        row = row.selected(place, static_cast<Index>(at));
    }
    const Index wide = row.rank() == 1 ? row.size(0) : 0;
    const Index first = static_cast<Index>(head) * wide;
    if (wide == 0 || first + wide > matrix->result.size(0))
        return std::nullopt;
    double squared = 0;
    for (Index column = 0; column < matrix->result.size(1); ++column) {
        double sum = 0;
        for (Index i = 0; i < wide; ++i)
            sum += double{row(i)} * matrix->result(first + i, column);
        squared += sum * sum;
    }
    return std::sqrt(squared);
}

std::optional<double> LessonFacts::shareOfOutput(double head, double query, double key) const {
    const auto weight = element(TensorName::AttentionWeights, head, query, key);
    if (!weight)
        return std::nullopt;
    // What a word would add at a weight of 1 is the same for every query: both lengths are
    // measured once.
    const auto once = [this](Asked asked, const auto& measure) {
        const auto known = m_counted.find(asked);
        return known != m_counted.end()
                   ? known->second
                   : m_counted.emplace(std::move(asked), measure()).first->second;
    };
    const auto added =
        once({"length of a value", {head, key}}, [&] { return lengthOfValue(head, key); });
    const auto whole = once({"length of an output", {query}}, [&]() -> std::optional<double> {
        const auto output = outputRows();
        if (!output)
            return std::nullopt;
        double squared = 0;
        for (Index column = 0; column < output->size(1); ++column) {
            const double number = (*output)(static_cast<Index>(query), column);
            squared += number * number;
        }
        return std::sqrt(squared);
    });
    return added && whole && *whole > 0 ? std::optional(*weight * *added / *whole) : std::nullopt;
}

std::optional<double> LessonFacts::measured(std::string_view function,
                                            std::span<const double> arguments) const {
    if (function == "score_variance")
        return varianceWithinHeads(squares(TensorName::Scores));
    if (function == "scaled_variance")
        return varianceWithinHeads(squares(TensorName::ScaledScores));
    if (function == "head_score_variance") {
        const std::optional<Tensor> scores = squares(TensorName::Scores);
        if (!scores || scores->isEmpty() || !isPlace(arguments[0], scores->size(0)))
            return std::nullopt;
        return varianceOfHead(*scores, static_cast<Index>(arguments[0]));
    }
    if (function == "word_length" || function == "feature_length") {
        if (!m_moment.experiment() || (function == "word_length" && !isWordOf(arguments[0])))
            return std::nullopt;
        const Tensor input = m_moment.experiment()->queryInput.selected(0, m_moment.sequence);
        const auto at = static_cast<Index>(arguments[0]);
        double squared = 0;
        for (Index i = 0; i < (function == "word_length" ? input.size(1) : m_queries); ++i) {
            const double number = function == "word_length" ? input(at, i) : input(i, at);
            squared += number * number;
        }
        return std::sqrt(squared);
    }
    if (function == "same_vector") {
        if (!m_moment.experiment())
            return std::nullopt;
        const Tensor& input = m_moment.experiment()->queryInput;
        const auto row = [&](double at) {
            return input.selected(0, m_moment.sequence)
                .selected(0, static_cast<Index>(at))
                .contiguous();
        };
        if (!isWordOf(arguments[0]) || !isWordOf(arguments[1]))
            return std::nullopt;
        return row(arguments[0]) == row(arguments[1]) ? 1.0 : 0.0;
    }
    const std::optional<Tensor> weights = squares(TensorName::AttentionWeights);
    if (!weights || weights->isEmpty())
        return std::nullopt;
    if (function == "rows_differ") {
        if (!isWordOf(arguments[0]) || !isWordOf(arguments[1]))
            return std::nullopt;
        double largest = 0;
        for (Index head = 0; head < weights->size(0); ++head) {
            for (Index key = 0; key < m_keys; ++key)
                largest = std::max(
                    largest,
                    std::abs(double{(*weights)(head, static_cast<Index>(arguments[0]), key)} -
                             (*weights)(head, static_cast<Index>(arguments[1]), key)));
        }
        return largest;
    }
    double total = 0; // mean_largest_weight
    for (Index head = 0; head < weights->size(0); ++head) {
        for (Index query = 0; query < m_queries; ++query) {
            double largest = 0;
            for (Index key = 0; key < m_keys; ++key)
                largest = std::max(largest, double{(*weights)(head, query, key)});
            total += largest;
        }
    }
    return total / static_cast<double>(weights->size(0) * m_queries);
}

const std::vector<NextWord>& LessonFacts::said() const {
    if (!m_said)
        m_said = m_moment.run ? saidWords(*m_moment.run) : std::vector<NextWord>();
    return *m_said;
}

std::optional<double> LessonFacts::probability(double token) const {
    if (!isPlace(token, std::ssize(said())))
        return std::nullopt;
    return probabilityIn(said(), static_cast<Index>(token));
}

std::optional<double> LessonFacts::share(std::string_view function, double head) const {
    if (!m_heads)
        m_heads = m_moment.run
                      ? measureHeads(*m_moment.run, m_scope, m_moment.sequence, {allThreads(), {}})
                      : std::vector<HeadMeasures>();
    if (!isPlace(head, std::ssize(*m_heads)))
        return std::nullopt;
    const std::optional<KindEvidence>& kind = (*m_heads)[static_cast<std::size_t>(head)].kind;
    if (!kind)
        return std::nullopt;
    return function == "previous_share" ? kind->previous
           : function == "first_share"  ? kind->first
                                        : kind->self;
}

std::optional<double> LessonFacts::added(double head, double query) const {
    const ModelSourcePointer source = m_moment.source.model();
    const TraceStep* const matrix = stepOf(TensorName::OutputWeight);
    if (!source || !matrix || !isPlace(head, m_headCount) || !isPlace(query, m_queries))
        return std::nullopt;
    const Scope block = *Scope::parse(m_scope);
    const Trace& trace = *m_moment.run->trace();
    const auto row = [&](const Tensor& all) {
        return all.selected(0, m_moment.sequence).selected(0, static_cast<Index>(query));
    };
    const Tensor context = row(contextsOf(trace, block));
    const Index wide = context.size(0) / m_headCount;
    const Index first = static_cast<Index>(head) * wide;
    double squared = 0;
    for (Index column = 0; column < matrix->result.size(1); ++column) {
        double sum = 0;
        for (Index i = first; i < first + wide; ++i)
            sum += double{context(i)} * matrix->result(i, column);
        squared += sum * sum;
    }
    const Tensor before =
        row(streamBefore(trace, source->model->checkpoint.config.model, block)).contiguous();
    double whole = 0;
    for (const float number : before.values())
        whole += double{number} * number;
    return whole > 0 ? std::optional(std::sqrt(squared / whole)) : std::nullopt;
}

std::optional<double> LessonFacts::since(const LessonFacts& start, std::string_view function,
                                         std::span<const double> arguments) const {
    if (function == "moved_heads" || function == "head_moved") {
        const auto before = start.squares(TensorName::AttentionWeights);
        const auto after = squares(TensorName::AttentionWeights);
        if (!before || !after || before->shape() != after->shape())
            return std::nullopt;
        if (function == "moved_heads")
            return headsThatDiffer(*before, *after);
        return isPlace(arguments[0], after->size(0))
                   ? std::optional(differInHead(*before, *after, static_cast<Index>(arguments[0]))
                                       ? 1.0
                                       : 0.0)
                   : std::nullopt;
    }
    const auto before = start.outputRows();
    const auto after = outputRows();
    if (!before || !after || before->shape() != after->shape() || !isWordOf(arguments[0]))
        return std::nullopt;
    const auto row = static_cast<Index>(arguments[0]);
    const auto alone = [row](const Tensor& rows) {
        const Tensor one = rows.selected(0, row).contiguous();
        return one.reshaped({1, one.size(0)}, {Axis::Query, Axis::Feature});
    };
    return relativeRowChanges(alone(*before), alone(*after)).front();
}

} // namespace headscope
