// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/attention_facts.h"

#include "measures/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headscope {

namespace {

using Value = AttentionFacts::Value;

bool isPlace(Index at, Index count) {
    return at >= 0 && at < count;
}

/// Of the numbers of one head of [head, query, key].
double varianceOfHead(const Tensor& matrices, Index head) {
    const auto pairs = static_cast<double>(matrices.size(1) * matrices.size(2));
    double sum = 0;
    double ofSquares = 0;
    for (Index query = 0; query < matrices.size(1); ++query) {
        for (Index key = 0; key < matrices.size(2); ++key) {
            const double score = matrices(head, query, key);
            sum += score;
            ofSquares += score * score;
        }
    }
    const double mean = sum / pairs;
    return ofSquares / pairs - mean * mean;
}

/// Of two stacks of matrices of one shape.
bool differInHead(const Tensor& a, const Tensor& b, Index head) {
    return !(a.selected(0, head).contiguous() == b.selected(0, head).contiguous());
}

double sumOf(const Tensor& line, Index count) {
    double total = 0;
    for (Index i = 0; i < count; ++i)
        total += line(i);
    return total;
}

} // namespace

double lengthOf(std::span<const float> row) {
    double squared = 0;
    for (const float number : row)
        squared += double{number} * number;
    return std::sqrt(squared);
}

double lengthOfProduct(std::span<const float> row, const Tensor& matrix, Index first) {
    double squared = 0;
    for (Index column = 0; column < matrix.size(1); ++column) {
        double sum = 0;
        for (Index i = 0; i < std::ssize(row); ++i)
            sum += double{row[static_cast<std::size_t>(i)]} * matrix(first + i, column);
        squared += sum * sum;
    }
    return std::sqrt(squared);
}

const TraceStep* AttentionFacts::find(TensorName name) const {
    const TraceStep* step = m_trace ? m_trace->find(name) : nullptr;
    if (!step && name == TensorName::DroppedWeights)
        return find(TensorName::AttentionWeights);
    return step;
}

Value AttentionFacts::element(TensorName name, Index head, Index query, Index last) const {
    const TraceStep* step = find(name);
    if (!step)
        return std::nullopt;
    const Tensor& tensor = step->result;
    Cell cell;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        const Axis axis = tensor.axes()[i];
        const Index at = axis == Axis::Batch   ? m_sequence
                         : axis == Axis::Heads ? head
                         : axis == Axis::Query ? query
                                               : last;
        if (!isPlace(at, tensor.size(i)))
            return std::nullopt;
        cell.push_back(at);
    }
    return tensor.at(cell);
}

std::optional<Tensor> AttentionFacts::line(TensorName name, Axis along, Index head,
                                           Index across) const {
    const TraceStep* step = find(name);
    if (!step)
        return std::nullopt;
    Tensor left = step->result;
    for (std::size_t i = left.rank(); i-- > 0;) {
        const Axis axis = left.axes()[i];
        if (axis == along)
            continue;
        const Index at = axis == Axis::Batch ? m_sequence : axis == Axis::Heads ? head : across;
        if (!isPlace(at, left.size(i)))
            return std::nullopt;
        left = left.selected(i, at);
    }
    const Index count = along == Axis::Key ? m_counts.keys : m_counts.queries;
    return left.rank() == 1 && left.size(0) >= count ? std::optional(left) : std::nullopt;
}

std::optional<Tensor> AttentionFacts::row(TensorName name, Index head, Index query) const {
    return line(name, Axis::Key, head, query);
}

Value AttentionFacts::rowSum(Index head, Index query) const {
    const auto weights = row(TensorName::AttentionWeights, head, query);
    return weights ? Value(sumOf(*weights, m_counts.keys)) : std::nullopt;
}

Value AttentionFacts::columnSum(Index head, Index key) const {
    const auto weights = line(TensorName::AttentionWeights, Axis::Query, head, key);
    return weights ? Value(sumOf(*weights, m_counts.queries)) : std::nullopt;
}

Value AttentionFacts::allowed(Index query, Index key) const {
    if (!isQuery(query) || !isKey(key))
        return std::nullopt;
    const Value score = element(TensorName::MaskedScores, 0, query, key);
    if (!score)
        return std::nullopt;
    return *score == -std::numeric_limits<double>::infinity() ? 0.0 : 1.0;
}

Value AttentionFacts::allowedKeys(Index query) const {
    const auto scores = row(TensorName::MaskedScores, 0, query);
    if (!scores)
        return std::nullopt;
    double allowed = 0;
    for (Index key = 0; key < m_counts.keys; ++key)
        allowed += (*scores)(key) == -std::numeric_limits<float>::infinity() ? 0 : 1;
    return allowed;
}

std::pair<Value, Value> AttentionFacts::largestTwo(Index head, Index query) const {
    const auto weights = row(TensorName::AttentionWeights, head, query);
    Value largest;
    Value second;
    for (Index key = 0; weights && key < m_counts.keys; ++key) {
        const double weight = (*weights)(key);
        if (!largest || weight > *largest)
            second = std::exchange(largest, weight);
        else
            second = second ? std::max(*second, weight) : weight;
    }
    return {largest, second};
}

Value AttentionFacts::meanLargestWeight() const {
    const auto weights = matrices(TensorName::AttentionWeights);
    if (!weights)
        return std::nullopt;
    double total = 0;
    for (Index head = 0; head < weights->size(0); ++head) {
        for (Index query = 0; query < m_counts.queries; ++query) {
            double largest = 0;
            for (Index key = 0; key < m_counts.keys; ++key)
                largest = std::max(largest, double{(*weights)(head, query, key)});
            total += largest;
        }
    }
    return total / static_cast<double>(weights->size(0) * m_counts.queries);
}

Value AttentionFacts::rowsDiffer(Index query, Index other) const {
    const auto weights = matrices(TensorName::AttentionWeights);
    if (!weights || !isQuery(query) || !isQuery(other))
        return std::nullopt;
    double largest = 0;
    for (Index head = 0; head < weights->size(0); ++head) {
        for (Index key = 0; key < m_counts.keys; ++key)
            largest = std::max(largest, std::abs(double{(*weights)(head, query, key)} -
                                                 (*weights)(head, other, key)));
    }
    return largest;
}

Value AttentionFacts::keptFactor(Index head, Index query) const {
    if (!isPlace(head, m_counts.heads) || !isQuery(query))
        return std::nullopt;
    const Index rows = m_counts.heads * m_counts.queries;
    const Index asked = head * m_counts.queries + query;
    Value found;
    for (Index next = 0; next < rows && found.value_or(0) <= 0; ++next) {
        const Index at = (asked + next) % rows;
        const auto of = [&](TensorName name) {
            return row(name, at / m_counts.queries, at % m_counts.queries);
        };
        const auto weights = of(TensorName::AttentionWeights);
        const auto kept = of(TensorName::DroppedWeights);
        if (!weights || !kept)
            return std::nullopt;
        for (Index key = 0; key < m_counts.keys; ++key) {
            const double weight = (*weights)(key);
            const double factor = weight > 0 ? static_cast<double>((*kept)(key)) / weight : 0;
            found = std::max(found.value_or(0), factor);
        }
    }
    return found;
}

Value AttentionFacts::droppedSum(Index head, Index query) const {
    const auto weights = row(TensorName::DroppedWeights, head, query);
    return weights ? Value(sumOf(*weights, m_counts.keys)) : std::nullopt;
}

std::vector<double> AttentionFacts::droppedSums() const {
    std::vector<double> sums;
    for (Index head = 0; head < m_counts.heads; ++head) {
        for (Index query = 0; query < m_counts.queries; ++query) {
            const Value row = droppedSum(head, query);
            if (!row)
                return {};
            sums.push_back(*row);
        }
    }
    return sums;
}

Value AttentionFacts::meanDroppedSum() const {
    const std::vector<double> sums = droppedSums();
    if (sums.empty())
        return std::nullopt;
    return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
}

Value AttentionFacts::unevenDroppedRows() const {
    constexpr double writtenAsOne = 0.005;
    const std::vector<double> sums = droppedSums();
    if (sums.empty())
        return std::nullopt;
    return static_cast<double>(std::ranges::count_if(
        sums, [](double total) { return !(std::abs(total - 1) < writtenAsOne); }));
}

std::optional<Tensor> AttentionFacts::matrices(TensorName name) const {
    const TraceStep* step = find(name);
    if (!step)
        return std::nullopt;
    const auto [heads, queries, keys] = m_counts;
    Tensor left = step->result;
    const std::size_t batch = left.axisOf(Axis::Batch);
    if (batch < left.rank())
        left = left.selected(batch, std::min(m_sequence, left.size(batch) - 1));
    const std::size_t order[] = {left.axisOf(Axis::Heads), left.axisOf(Axis::Query),
                                 left.axisOf(Axis::Key)};
    if (left.rank() != 3 || std::ranges::max(order) >= 3)
        return std::nullopt;
    left = left.permuted(order).contiguous();
    if (left.isEmpty() || left.size(1) < queries || left.size(2) < keys)
        return std::nullopt;
    if (left.size(1) == queries && left.size(2) == keys)
        return left;
    Tensor inner = Tensor::uninitialized({left.size(0), queries, keys}, left.axes());
    float* to = inner.mutableData();
    for (Index head = 0; head < left.size(0); ++head) {
        for (Index query = 0; query < queries; ++query) {
            for (Index key = 0; key < keys; ++key)
                *to++ = left(head, query, key);
        }
    }
    return inner;
}

Value AttentionFacts::variance(TensorName name) const {
    const auto scores = matrices(name);
    if (!scores)
        return std::nullopt;
    double total = 0;
    for (Index head = 0; head < scores->size(0); ++head)
        total += varianceOfHead(*scores, head);
    return total / static_cast<double>(scores->size(0));
}

Value AttentionFacts::headScoreVariance(Index head) const {
    const auto scores = matrices(TensorName::Scores);
    return scores && isPlace(head, scores->size(0)) ? Value(varianceOfHead(*scores, head))
                                                    : std::nullopt;
}

std::optional<Tensor> AttentionFacts::outputRows() const {
    const TraceStep* step = find(TensorName::Output);
    if (!step)
        return std::nullopt;
    const Tensor& output = step->result;
    const std::size_t batch = output.axisOf(Axis::Batch);
    if (batch >= output.rank() || output.rank() != 3)
        return std::nullopt;
    return output.selected(batch, std::min(m_sequence, output.size(batch) - 1));
}

Value AttentionFacts::outputLength(Index query) const {
    const auto output = outputRows();
    if (!output || !isPlace(query, output->size(0)))
        return std::nullopt;
    return lengthOf(output->selected(0, query).contiguous().values());
}

Value AttentionFacts::valueLength(Index head, Index key) const {
    const TraceStep* const values = find(TensorName::Value);
    const TraceStep* const matrix = find(TensorName::OutputWeight);
    if (!values || !matrix || matrix->result.rank() != 2)
        return std::nullopt;
    Tensor row = values->result;
    for (const auto& [axis, at] : {std::pair(Axis::Batch, m_sequence), std::pair(Axis::Heads, head),
                                   std::pair(Axis::Key, key)}) {
        const std::size_t place = row.axisOf(axis);
        if (place >= row.rank() || !isPlace(at, row.size(place)))
            return std::nullopt;
        row = row.selected(place, at);
    }
    const Index wide = row.rank() == 1 ? row.size(0) : 0;
    if (wide == 0 || (head + 1) * wide > matrix->result.size(0))
        return std::nullopt;
    return lengthOfProduct(row.contiguous().values(), matrix->result, head * wide);
}

Value AttentionFacts::movedHeads(const AttentionFacts& before) const {
    const auto a = before.matrices(TensorName::AttentionWeights);
    const auto b = matrices(TensorName::AttentionWeights);
    if (!a || !b || a->shape() != b->shape())
        return std::nullopt;
    double heads = 0;
    for (Index head = 0; head < a->size(0); ++head)
        heads += differInHead(*a, *b, head) ? 1 : 0;
    return heads;
}

Value AttentionFacts::headMoved(const AttentionFacts& before, Index head) const {
    const auto a = before.matrices(TensorName::AttentionWeights);
    const auto b = matrices(TensorName::AttentionWeights);
    if (!a || !b || a->shape() != b->shape() || !isPlace(head, b->size(0)))
        return std::nullopt;
    return differInHead(*a, *b, head) ? 1.0 : 0.0;
}

Value AttentionFacts::outputMoved(const AttentionFacts& before, Index query) const {
    const auto a = before.outputRows();
    const auto b = outputRows();
    if (!a || !b || a->shape() != b->shape() || !isQuery(query))
        return std::nullopt;
    const auto alone = [query](const Tensor& rows) {
        const Tensor one = rows.selected(0, query).contiguous();
        return one.reshaped({1, one.size(0)}, {Axis::Query, Axis::Feature});
    };
    return relativeRowChanges(alone(*a), alone(*b)).front();
}

} // namespace headscope
