// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/contributors.h"
#include "support/exact_activation.h"

#include <cmath>
#include <stdexcept>
#include <vector>

/// A trace computed once more in double: every step from the values of its operands, by the
/// formula of its operation and nothing of the engine's arithmetic. What central differences
/// are taken of.
class DoubleRun {
public:
    using Values = std::vector<double>; ///< of a tensor, in C order

    explicit DoubleRun(const headscope::Trace& trace)
        : m_trace(trace) {
        using namespace headscope;
        for (const TraceStep& step : trace.steps()) {
            Values values;
            Cell cell(step.result.rank(), 0);
            do
                values.push_back(static_cast<double>(step.result.at(cell)));
            while (advance(cell, step.result.shape()));
            m_values.push_back(std::move(values));
        }
    }

    Values& operator[](std::size_t step) { return m_values[step]; }
    /// Whether a step is given: nothing computes it.
    bool isGiven(std::size_t step) const { return m_trace[step].operands.empty(); }

    /// Computes all that is not given.
    void compute() {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            if (!isGiven(i))
                computeStep(i);
        }
    }

private:
    static std::size_t placeOf(const headscope::Tensor& tensor, const headscope::Cell& cell) {
        headscope::Index place = 0;
        for (std::size_t i = 0; i < cell.size(); ++i)
            place = place * tensor.size(i) + cell[i];
        return static_cast<std::size_t>(place);
    }

    void computeStep(std::size_t index) {
        using namespace headscope;
        const TraceStep& step = m_trace[index];
        if (step.operation == Operation::CrossEntropy) {
            m_values[index] = {loss(step)};
            return;
        }
        Cell cell(step.result.rank(), 0);
        std::size_t place = 0;
        do {
            std::vector<double> values;
            for (const Contributor& each : contributors(m_trace, index, cell)) {
                const std::size_t operand = step.operands[each.operand];
                values.push_back(m_values[operand][placeOf(m_trace[operand].result, each.cell)]);
            }
            m_values[index][place++] = valueOf(step, cell, values);
        } while (advance(cell, step.result.shape()));
    }

    double valueOf(const headscope::TraceStep& step, const headscope::Cell& cell,
                   const std::vector<double>& v) const {
        using headscope::Operation;
        const auto factor = static_cast<double>(step.factor);
        switch (step.operation) {
        case Operation::Linear:
        case Operation::HeadLinear:
        case Operation::QueryKeyProduct:
        case Operation::WeightedSum: {
            double sum = v.size() % 2 ? v.back() : 0;
            for (std::size_t i = 0; i + 1 < v.size(); i += 2)
                sum += v[i] * v[i + 1];
            return sum;
        }
        case Operation::View:
        case Operation::Transpose:
        case Operation::Merge: return v.at(0);
        case Operation::Scale: return v.at(0) * factor;
        case Operation::Lookup: return v.at(1) * factor;
        case Operation::ApplyMask: {
            double sum = v.at(0);
            bool allowed = true;
            for (std::size_t i = 1; i < v.size(); ++i) {
                if (m_trace[step.operands[i]].name == headscope::TensorName::MayAttend)
                    allowed = v[i] != 0;
                else
                    sum += v[i];
            }
            return allowed ? sum : -HUGE_VAL;
        }
        case Operation::Softmax: {
            const double maximum = *std::max_element(v.begin(), v.end());
            if (maximum == -HUGE_VAL)
                return static_cast<double>(step.result.at(cell));
            double sum = 0;
            for (const double each : v)
                sum += std::exp(each - maximum);
            const auto own = static_cast<std::size_t>(cell[headscope::softmaxAxis(step.result)]);
            return std::exp(v[own] - maximum) / sum;
        }
        case Operation::Dropout: return step.result.at(cell) == 0.0F ? 0.0 : v.at(0) * factor;
        case Operation::Add: return v.at(0) + v.at(1);
        case Operation::Mean: {
            double sum = 0;
            for (const double each : v)
                sum += each;
            return sum / static_cast<double>(v.size());
        }
        case Operation::Variance: {
            double sum = 0;
            for (std::size_t i = 0; i + 1 < v.size(); ++i)
                sum += (v[i] - v.back()) * (v[i] - v.back());
            return sum / static_cast<double>(v.size() - 1);
        }
        case Operation::Normalise: return (v.at(0) - v.at(1)) / std::sqrt(v.at(2) + factor);
        case Operation::Rotate: {
            const bool first = cell.back() < step.result.shape().back() / 2;
            return v.at(0) * v.at(1) + (first ? -v.at(2) : v.at(2)) * v.at(3);
        }
        case Operation::MeanSquare: {
            double sum = 0;
            for (const double each : v)
                sum += each * each;
            return sum / static_cast<double>(v.size());
        }
        case Operation::RootNormalise: return v.at(0) / std::sqrt(v.at(1) + factor);
        case Operation::Multiply: return v.at(0) * v.at(1);
        case Operation::ScaleShift: return v.at(0) * v.at(1) + v.at(2);
        default:
            if (const auto value = headscope::testing::exactActivation(step.operation, v.at(0)))
                return *value;
            throw std::logic_error("there is no such operation");
        }
    }

    /// −ln of the probabilities of a row, from its logits.
    static Values surprises(const double* logits, std::size_t count) {
        const double maximum = *std::max_element(logits, logits + count);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i)
            sum += std::exp(logits[i] - maximum);
        Values all;
        for (std::size_t i = 0; i < count; ++i)
            all.push_back(maximum + std::log(sum) - logits[i]);
        return all;
    }

    double loss(const headscope::TraceStep& step) const {
        const Values& logits = m_values[step.operands[0]];
        const Values& targets = m_values[step.operands[1]];
        const auto last = static_cast<std::size_t>(m_trace[step.operands[0]].result.shape().back());
        const auto groups =
            static_cast<std::size_t>(m_trace[step.operands[1]].result.shape().back());
        const std::size_t classes = last / groups;
        const auto smoothing = static_cast<double>(step.factor);
        double sum = 0;
        double count = 0;
        for (std::size_t row = 0; row < logits.size() / classes; ++row) {
            if (targets[row] < 0)
                continue;
            const Values surprise = surprises(&logits[row * classes], classes);
            for (std::size_t k = 0; k < classes; ++k) {
                const double q = smoothing / static_cast<double>(classes) +
                                 (static_cast<double>(k) == targets[row] ? 1 - smoothing : 0);
                sum += q * surprise[k];
            }
            ++count;
        }
        return count > 0 ? sum / count : 0;
    }

    const headscope::Trace& m_trace;
    std::vector<Values> m_values;
};
