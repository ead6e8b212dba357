// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/trace_json.h"
#include "operations/contributors.h"
#include "operations/explanation.h"
#include "support/exact_activation.h"
#include "support/tensor_difference.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headscope::testing {

inline constexpr double epsilon = 0x1p-23;

/// The places of the weights that are dropped, as SplitMix64 was published (Steele, Lea,
/// Flood 2014): a generator that is asked for one number after the other.
class DropoutOracle {
public:
    /// `scope`: the path of the block; the seed of one in a model is that of the experiment
    /// with FNV-1a of the path in it.
    DropoutOracle(std::uint64_t seed, const std::string& scope) {
        if (!scope.empty()) {
            std::uint64_t hash = 14695981039346656037U;
            for (const char c : scope) {
                hash ^= static_cast<std::uint8_t>(c);
                hash *= 1099511628211U;
            }
            seed ^= hash;
        }
        // The stream is the first number; its own first one comes without a step before it.
        m_state = seed;
        m_state = next() - step;
    }
    /// Of each weight in C order: [batch, heads, query, key], whatever the layout.
    std::vector<bool> dropped(std::size_t count, double probability) {
        std::vector<bool> result;
        for (std::size_t i = 0; i < count; ++i)
            result.push_back(std::ldexp(static_cast<double>(next() / 2048), -53) < probability);
        return result;
    }

private:
    static constexpr std::uint64_t step = 11400714819323198485U;
    std::uint64_t next() {
        m_state += step;
        std::uint64_t z = m_state;
        z ^= z >> 30;
        z *= 13787848793156543929U;
        z ^= z >> 27;
        z *= 10723151780598845931U;
        z ^= z >> 31;
        return z;
    }
    std::uint64_t m_state = 0;
};

/// The weights of a step of dropout that are 0, by the seed of the whole computation.
inline std::vector<bool> droppedCells(const TraceStep& step, std::uint64_t seed,
                                      const std::string& scope) {
    const double probability = 1 - 1 / static_cast<double>(step.factor);
    return DropoutOracle(seed, scope)
        .dropped(static_cast<std::size_t>(step.result.elementCount()), probability);
}

/// Where a cell of the weights stands in [batch, heads, query, key].
inline std::size_t placeOfWeight(const Tensor& weights, const Cell& cell) {
    Index place = 0;
    for (const Axis axis : {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}) {
        const auto at = std::ranges::find(weights.axes(), axis) - weights.axes().begin();
        place =
            place * weights.size(static_cast<std::size_t>(at)) + cell[static_cast<std::size_t>(at)];
    }
    return static_cast<std::size_t>(place);
}

/// Sines in even columns and cosines in odd ones, of position / 10000^(2i/width) (Vaswani et
/// al. 2017).
inline double positionalEncodingAt(Index position, Index column, Index width) {
    const double exponent = static_cast<double>(column - column % 2) / static_cast<double>(width);
    const double angle = static_cast<double>(position) / std::exp(std::log(10000.0) * exponent);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

struct Recomputed {
    double value = 0;
    double tolerance = 0; ///< 0: must be the same number
};

/// The value of a cell out of the values of its contributors, by the formula of the operation.
inline Recomputed recompute(const Trace& trace, const TraceStep& step, const Cell& cell,
                            const std::vector<Contributor>& sources,
                            const std::vector<bool>& dropped) {
    std::vector<double> values;
    for (const Contributor& source : sources)
        values.push_back(
            static_cast<double>(trace[step.operands[source.operand]].result.at(source.cell)));
    switch (step.operation) {
    case Operation::Linear:
    case Operation::HeadLinear:
    case Operation::QueryKeyProduct:
    case Operation::WeightedSum: {
        Recomputed result;
        for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
            result.value += values[i] * values[i + 1];
            result.tolerance += std::abs(values[i] * values[i + 1]);
        }
        if (values.size() % 2) {
            result.value += values.back();
            result.tolerance += std::abs(values.back());
        }
        result.tolerance *= epsilon * static_cast<double>(values.size());
        return result;
    }
    case Operation::View:
    case Operation::Transpose:
    case Operation::Merge: return {values.at(0)};
    case Operation::Scale:
        return {static_cast<double>(static_cast<float>(values.at(0)) * step.factor)};
    case Operation::ApplyMask: {
        float value = static_cast<float>(values.at(0));
        bool allowed = true;
        for (std::size_t i = 1; i < values.size(); ++i) {
            if (trace[step.operands[i]].name == TensorName::MayAttend)
                allowed = values[i] != 0;
            else
                value += static_cast<float>(values[i]);
        }
        return {allowed ? static_cast<double>(value) : -HUGE_VAL};
    }
    case Operation::Softmax: {
        const double maximum = *std::max_element(values.begin(), values.end());
        if (maximum == -HUGE_VAL) {
            switch (step.fullyMasked) {
            case FullyMasked::Zeros: return {0};
            case FullyMasked::NaN: return {std::nan("")};
            case FullyMasked::Uniform: return {1.0 / static_cast<double>(values.size()), epsilon};
            }
        }
        double sum = 0;
        for (const double score : values)
            sum += std::exp(score - maximum);
        const auto& axes = step.result.axes();
        const auto of = std::ranges::find(axes, Axis::Key); // none: over the vocabulary
        const auto axis =
            of == axes.end() ? axes.size() - 1 : static_cast<std::size_t>(of - axes.begin());
        const auto own = values[static_cast<std::size_t>(cell[axis])];
        return {std::exp(own - maximum) / sum, 4 * epsilon};
    }
    case Operation::Dropout: {
        const float weight = static_cast<float>(values.at(0));
        const bool isDropped = dropped.at(placeOfWeight(step.result, cell));
        return {static_cast<double>(weight * (isDropped ? 0.0F : step.factor))};
    }
    case Operation::Add:
        return {static_cast<double>(static_cast<float>(values.at(0)) +
                                    static_cast<float>(values.at(1)))};
    case Operation::Mean: {
        Recomputed result;
        for (const double value : values) {
            result.value += value / static_cast<double>(values.size());
            result.tolerance += epsilon * std::abs(value) / static_cast<double>(values.size());
        }
        return result;
    }
    case Operation::Variance: {
        Recomputed result;
        for (std::size_t i = 0; i + 1 < values.size(); ++i)
            result.value += (values[i] - values.back()) * (values[i] - values.back());
        result.value /= static_cast<double>(values.size() - 1);
        result.tolerance = epsilon * result.value;
        return result;
    }
    case Operation::Normalise: {
        const double value = (values.at(0) - values.at(1)) /
                             std::sqrt(values.at(2) + static_cast<double>(step.factor));
        return {value, epsilon * std::abs(value)};
    }
    case Operation::Rotate: { // (a, b) turned: (a·cos − b·sin, b·cos + a·sin)
        const bool first = cell.back() < step.result.shape().back() / 2;
        const double own = values.at(0) * values.at(1);
        const double other = values.at(2) * values.at(3);
        return {first ? own - other : own + other, epsilon * (std::abs(own) + std::abs(other))};
    }
    case Operation::RotaryCosine:
    case Operation::RotarySine: {
        const Index pair = cell[1] % (step.result.size(1) / 2);
        const float frequency =
            1.0F / std::pow(step.factor,
                            static_cast<float>(2 * pair) / static_cast<float>(step.result.size(1)));
        const double angle = static_cast<double>(cell[0]) * static_cast<double>(frequency);
        return {step.operation == Operation::RotaryCosine ? std::cos(angle) : std::sin(angle),
                epsilon};
    }
    case Operation::MeanSquare: {
        Recomputed result;
        for (const double value : values)
            result.value += value * value / static_cast<double>(values.size());
        result.tolerance = epsilon * result.value;
        return result;
    }
    case Operation::RootNormalise: {
        const double value =
            values.at(0) / std::sqrt(values.at(1) + static_cast<double>(step.factor));
        return {value, epsilon * std::abs(value)};
    }
    case Operation::Multiply: {
        const double value = values.at(0) * values.at(1);
        return {value, epsilon * std::abs(value)};
    }
    case Operation::ScaleShift: {
        const double scaled = values.at(0) * values.at(1);
        return {scaled + values.at(2), epsilon * (std::abs(scaled) + std::abs(values.at(2)))};
    }
    case Operation::ProjectedNorm: { // ‖v·W_h‖
        const std::size_t width =
            static_cast<std::size_t>(trace[step.operands[0]].result.shape().back());
        const std::size_t columns = values.size() / width - 1;
        double squares = 0;
        double absolute = 0;
        for (std::size_t column = 0; column < columns; ++column) {
            double component = 0;
            double magnitude = 0;
            for (std::size_t i = 0; i < width; ++i) {
                const double product = values[i] * values.at(width + i * columns + column);
                component += product;
                magnitude += std::abs(product);
            }
            squares += component * component;
            absolute += magnitude * magnitude;
        }
        return {std::sqrt(squares), static_cast<double>(width + 1) * epsilon * std::sqrt(absolute)};
    }
    case Operation::WeightedNorm: {
        const double value = std::abs(values.at(0)) * values.at(1);
        return {value, epsilon * value};
    }
    case Operation::Rollout: { // (½ mean + ½ I)·R
        const bool first = step.operands.size() == 1;
        const Tensor& weights = trace[step.operands[0]].result;
        const auto heads = static_cast<std::size_t>(weights.size(weights.axisOf(Axis::Heads)));
        const Index query = cell[step.result.axisOf(Axis::Query)];
        const std::size_t each = first ? heads : heads + 1;
        Recomputed result;
        for (std::size_t i = 0; i < values.size() / each; ++i) {
            const Index between =
                first ? cell[step.result.axisOf(Axis::Key)] : static_cast<Index>(i);
            double mixed = between == query ? 0.5 : 0;
            for (std::size_t head = 0; head < heads; ++head)
                mixed += values.at(i * each + head) / static_cast<double>(2 * heads);
            result.value += mixed * (first ? 1 : values.at(i * each + heads));
        }
        result.tolerance =
            epsilon * static_cast<double>(values.size() + 1) * std::abs(result.value);
        return result;
    }
    case Operation::MergeWords: { // Σ over keys, mean over queries
        const Tensor& owners = trace[step.operands[1]].result;
        const Index sequence = cell[step.result.axisOf(Axis::Batch)];
        const auto word = static_cast<float>(cell[step.result.axisOf(Axis::Query)]);
        double queries = 0;
        for (Index place = 0; place < owners.size(1); ++place)
            queries += owners(sequence, place) == word ? 1 : 0;
        Recomputed result;
        for (const double value : values)
            result.value += value / queries;
        result.tolerance = epsilon * std::abs(result.value);
        return result;
    }
    case Operation::Lookup:
        return {static_cast<double>(static_cast<float>(values.at(1)) * step.factor)};
    case Operation::CrossEntropy: break; // test_learning_backward has an oracle of its own
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask: return {static_cast<double>(step.result.at(cell))};
    case Operation::Positions: {
        const std::size_t last = cell.size() - 1; // [sequence, d_model], or with a batch of 1
        return {positionalEncodingAt(cell[0], cell[last], step.result.size(last)), epsilon / 2};
    }
    default: break;
    }
    if (const auto value = exactActivation(step.operation, values.at(0)))
        return {*value, 4 * epsilon * std::max(std::abs(values.at(0)), std::abs(*value))};
    throw std::logic_error("there is no such operation");
}

/// What an explanation comes to, by the meaning of its fields.
inline double explained(const Explanation& e) {
    switch (e.operation) {
    case Operation::Softmax:
        if (e.fullyMasked && e.whenFullyMasked == FullyMasked::Zeros)
            return 0;
        return static_cast<double>(e.terms[e.selected].product) / e.sum;
    case Operation::ApplyMask: return e.masked ? -HUGE_VAL : e.sum;
    case Operation::ProjectedNorm: return std::sqrt(e.sum);
    case Operation::Mean:
    case Operation::Variance: return e.sum / static_cast<double>(e.terms.size());
    case Operation::MeanSquare: return e.sum / static_cast<double>(e.terms.size());
    case Operation::RootNormalise:
    case Operation::Normalise: return e.sum / std::sqrt(e.variance + static_cast<double>(e.factor));
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask:
    case Operation::RotaryCosine:
    case Operation::RotarySine:
    case Operation::Positions: return static_cast<double>(e.result);
    default:
        return exactActivation(e.operation, e.sum)
            .value_or(e.sum + static_cast<double>(e.bias.value_or(0.0F)));
    }
}

inline bool close(double a, double b, double tolerance) {
    return a == b || std::abs(a - b) <= tolerance || (std::isnan(a) && std::isnan(b));
}

/// Every cell of every step from nothing but its contributors, and from its
/// explanation; empty, or the first cell that does not follow. `seed` is that of the dropout,
/// `scope` where all of the trace stands whose steps do not say it.
inline std::string firstUnexplained(const Trace& trace, std::uint64_t seed,
                                    const std::string& scope = {}) {
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
        const TraceStep& step = trace[i];
        const bool given =
            step.operation == Operation::Input || step.operation == Operation::Parameter ||
            step.operation == Operation::Mask || step.operation == Operation::Positions ||
            step.operation == Operation::RotaryCosine || step.operation == Operation::RotarySine;
        const std::vector<bool> dropped =
            step.operation == Operation::Dropout
                ? droppedCells(step, seed, scope.empty() ? step.scope : scope)
                : std::vector<bool>();
        Cell cell(step.result.rank(), 0);
        do {
            const std::string where = cellName(qualifiedName(step), step.result, cell);
            const std::vector<Contributor> sources = contributors(trace, i, cell);
            if (sources.empty() != given)
                return where + " has " + std::to_string(sources.size()) + " contributors";
            const TypedCell* const typed = typedAt(step, cell);
            const auto shown = static_cast<double>(step.result.at(cell));
            // What was typed follows from nothing; what would be there does.
            const double value = typed ? static_cast<double>(typed->wouldBe) : shown;
            const Recomputed wanted = recompute(trace, step, cell, sources, dropped);
            if (!close(value, wanted.value, wanted.tolerance))
                return where + ": " + std::to_string(value) + " != " + std::to_string(wanted.value);
            const Explanation explanation = explain(trace, i, cell);
            if (explanation.wouldBe.has_value() != (typed != nullptr) ||
                (typed && !close(static_cast<double>(*explanation.wouldBe), value, 0)))
                return where + " is explained as if it were computed";
            if (!close(static_cast<double>(explanation.result), shown, 0) ||
                !close(explained(explanation), value, wanted.tolerance + epsilon * std::abs(value)))
                return where + " is explained as " + std::to_string(explained(explanation));
        } while (advance(cell, step.result.shape()));
    }
    return {};
}

} // namespace headscope::testing
