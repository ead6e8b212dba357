// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "explanation/explanation.h"
#include "support/tensor_difference.h"
#include "trace/dependencies.h"
#include "trace/trace_json.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headscope::testing {

inline constexpr double epsilon = 0x1p-23;

inline double gelu(double x) {
    return x * std::erfc(-x / std::sqrt(2.0)) / 2;
}

struct Recomputed {
    double value = 0;
    double tolerance = 0; ///< 0: must be the same number
};

/// The value of a cell out of the values of its contributors, by the formula of the operation.
inline Recomputed recompute(const Trace& trace, const TraceStep& step, const Cell& cell,
                            const std::vector<Contributor>& sources) {
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
        // Dropped or kept is the seed's choice; both are told apart by the value.
        const float kept = static_cast<float>(values.at(0)) * step.factor;
        return {step.result.at(cell) == 0.0F ? 0.0 : static_cast<double>(kept)};
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
    case Operation::ScaleShift: {
        const double scaled = values.at(0) * values.at(1);
        return {scaled + values.at(2), epsilon * (std::abs(scaled) + std::abs(values.at(2)))};
    }
    case Operation::Lookup:
        return {static_cast<double>(static_cast<float>(values.at(1)) * step.factor)};
    case Operation::CrossEntropy:
    case Operation::KlDivergence: break; // test_learning_backward has an oracle of its own
    case Operation::Relu: return {std::max(values.at(0), 0.0)};
    case Operation::Gelu: return {gelu(values.at(0)), 4 * epsilon * std::abs(values.at(0))};
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask:
    case Operation::Positions: return {static_cast<double>(step.result.at(cell))};
    }
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
    case Operation::Mean:
    case Operation::Variance: return e.sum / static_cast<double>(e.terms.size());
    case Operation::Normalise: return e.sum / std::sqrt(e.variance + static_cast<double>(e.factor));
    case Operation::Relu: return std::max(e.sum, 0.0);
    case Operation::Gelu: return gelu(e.sum);
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask:
    case Operation::Positions: return static_cast<double>(e.result);
    default: return e.sum + static_cast<double>(e.bias.value_or(0.0F));
    }
}

inline bool close(double a, double b, double tolerance) {
    return a == b || std::abs(a - b) <= tolerance || (std::isnan(a) && std::isnan(b));
}

/// Every cell of every step from nothing but its contributors, and from its
/// explanation; empty, or the first cell that does not follow.
inline std::string firstUnexplained(const Trace& trace) {
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
        const TraceStep& step = trace[i];
        const bool given =
            step.operation == Operation::Input || step.operation == Operation::Parameter ||
            step.operation == Operation::Mask || step.operation == Operation::Positions;
        Cell cell(step.result.rank(), 0);
        do {
            const std::string where = cellName(qualifiedName(step), step.result, cell);
            const std::vector<Contributor> sources = contributors(trace, i, cell);
            if (sources.empty() != given)
                return where + " has " + std::to_string(sources.size()) + " contributors";
            const auto value = static_cast<double>(step.result.at(cell));
            const Recomputed wanted = recompute(trace, step, cell, sources);
            if (!close(value, wanted.value, wanted.tolerance))
                return where + ": " + std::to_string(value) + " != " + std::to_string(wanted.value);
            const Explanation explanation = explain(trace, i, cell);
            if (!close(static_cast<double>(explanation.result), value, 0) ||
                !close(explained(explanation), value, wanted.tolerance + epsilon * std::abs(value)))
                return where + " is explained as " + std::to_string(explained(explanation));
        } while (advance(cell, step.result.shape()));
    }
    return {};
}

} // namespace headscope::testing
