// SPDX-License-Identifier: GPL-3.0-or-later
#include "explanation/explanation.h"

#include <cmath>
#include <limits>

namespace headscope {

namespace {

/// Adds `product` to the running sum, as one more line of the calculation.
void addTerm(Explanation& explanation, float left, float right, double product) {
    explanation.sum += product;
    explanation.terms.push_back({left, right, static_cast<float>(product), explanation.sum});
}

/// −∞ − −∞ is not a number, which is what NaN leaves it at; the other two say what
/// every key of such a row counts instead.
double termOfFullyMasked(FullyMasked choice) {
    switch (choice) {
    case FullyMasked::Zeros: return 0;
    case FullyMasked::NaN: return std::numeric_limits<double>::quiet_NaN();
    case FullyMasked::Uniform: return 1;
    }
    return 0;
}

void explainSoftmax(Explanation& explanation, const std::vector<float>& scores) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    float maximum = -infinity;
    bool poisoned = false;
    for (const float score : scores) {
        maximum = std::max(maximum, score);
        poisoned = poisoned || std::isnan(score);
    }
    explanation.maximum = static_cast<double>(maximum);
    explanation.fullyMasked = maximum == -infinity && !poisoned;
    for (const float score : scores) {
        const double power = static_cast<double>(score) - explanation.maximum;
        addTerm(explanation, score, 1.0F,
                explanation.fullyMasked ? termOfFullyMasked(explanation.whenFullyMasked)
                                        : std::exp(power));
    }
}

} // namespace

Explanation explain(const Trace& trace, std::size_t stepIndex, const Cell& cell) {
    const TraceStep& step = trace[stepIndex];
    const std::vector<Contributor> sources = contributors(trace, stepIndex, cell);
    std::vector<float> values;
    values.reserve(sources.size());
    for (const Contributor& source : sources)
        values.push_back(trace[step.operands[source.operand]].result.at(source.cell));

    Explanation explanation;
    explanation.operation = step.operation;
    explanation.factor = step.factor;
    explanation.result = step.result.at(cell);
    if (const HeldCell* const held = heldAt(step, cell))
        explanation.wouldBe = held->wouldBe;
    const float computed = explanation.wouldBe.value_or(explanation.result);
    switch (step.operation) {
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask:
    case Operation::Positions:
    case Operation::CrossEntropy: // too many terms to be read: the number alone
    case Operation::KlDivergence: break;
    case Operation::Lookup:
        addTerm(explanation, values[1], step.factor,
                static_cast<double>(values[1]) * static_cast<double>(step.factor));
        break;
    case Operation::Add:
    case Operation::Mean: // the sum; its quotient by the number of terms is the result
        for (const float value : values)
            addTerm(explanation, value, 1.0F, static_cast<double>(value));
        break;
    case Operation::Variance: // squares of the deviations
        explanation.mean = static_cast<double>(values.back());
        for (std::size_t i = 0; i + 1 < values.size(); ++i) {
            const double deviation = static_cast<double>(values[i]) - explanation.mean;
            addTerm(explanation, values[i], 1.0F, deviation * deviation);
        }
        break;
    case Operation::Normalise:
        explanation.mean = static_cast<double>(values[1]);
        explanation.variance = static_cast<double>(values[2]);
        addTerm(explanation, values[0], 1.0F, static_cast<double>(values[0]) - explanation.mean);
        break;
    case Operation::ScaleShift:
        addTerm(explanation, values[0], values[1],
                static_cast<double>(values[0]) * static_cast<double>(values[1]));
        explanation.bias = values[2];
        break;
    case Operation::HeadLinear:
    case Operation::Linear:
    case Operation::QueryKeyProduct:
    case Operation::WeightedSum:
        explanation.terms.reserve(values.size() / 2);
        for (std::size_t i = 0; i + 1 < values.size(); i += 2)
            addTerm(explanation, values[i], values[i + 1],
                    static_cast<double>(values[i]) * static_cast<double>(values[i + 1]));
        if (values.size() % 2 == 1)
            explanation.bias = values.back();
        break;
    case Operation::View:
    case Operation::Transpose:
    case Operation::Merge:
    case Operation::Relu:
    case Operation::Gelu:
        addTerm(explanation, values[0], 1.0F, static_cast<double>(values[0]));
        break;
    case Operation::Scale:
        addTerm(explanation, values[0], step.factor,
                static_cast<double>(values[0]) * static_cast<double>(step.factor));
        break;
    case Operation::Dropout: {
        const bool dropped = computed == 0.0F && values[0] != 0.0F;
        const float factor = dropped ? 0.0F : step.factor;
        addTerm(explanation, values[0], factor,
                static_cast<double>(values[0]) * static_cast<double>(factor));
        break;
    }
    case Operation::ApplyMask:
        addTerm(explanation, values[0], 1.0F, static_cast<double>(values[0]));
        for (std::size_t i = 1; i < values.size(); ++i) {
            if (trace[step.operands[i]].name == TensorName::MayAttend)
                explanation.masked = values[i] == 0.0F;
            else
                addTerm(explanation, values[i], 1.0F, static_cast<double>(values[i]));
        }
        break;
    case Operation::Softmax:
        explanation.selected = static_cast<std::size_t>(cell[softmaxAxis(step.result)]);
        explanation.whenFullyMasked = step.fullyMasked;
        explainSoftmax(explanation, values);
        break;
    }
    return explanation;
}

} // namespace headscope
