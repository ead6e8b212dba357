// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/explanation.h"

#include "operations/operation_info.h"
#include "operations/operation_rules.h"

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

} // namespace

namespace explains {

void softmax(const CellValues& of, Explanation& explanation) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    explanation.selected = static_cast<std::size_t>(of.cell[softmaxAxis(of.step.result)]);
    explanation.whenFullyMasked = of.step.fullyMasked;
    float maximum = -infinity;
    bool poisoned = false;
    for (const float score : of.values) {
        maximum = std::max(maximum, score);
        poisoned = poisoned || std::isnan(score);
    }
    explanation.maximum = static_cast<double>(maximum);
    explanation.fullyMasked = maximum == -infinity && !poisoned;
    for (const float score : of.values) {
        const double power = static_cast<double>(score) - explanation.maximum;
        addTerm(explanation, score, 1.0F,
                explanation.fullyMasked ? termOfFullyMasked(explanation.whenFullyMasked)
                                        : std::exp(power));
    }
}

void value(const CellValues& of, Explanation& explanation) {
    addTerm(explanation, of.values[0], 1.0F, static_cast<double>(of.values[0]));
    explanation.numbers = {static_cast<double>(of.values[0])};
}

void sum(const CellValues& of, Explanation& explanation) {
    for (const float value : of.values) {
        addTerm(explanation, value, 1.0F, static_cast<double>(value));
        explanation.numbers.push_back(static_cast<double>(value));
    }
}

void products(const CellValues& of, Explanation& explanation) {
    const std::vector<float>& values = of.values;
    explanation.terms.reserve(values.size() / 2);
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
        addTerm(explanation, values[i], values[i + 1],
                static_cast<double>(values[i]) * static_cast<double>(values[i + 1]));
    if (values.size() % 2 == 1)
        explanation.bias = values.back();
    if (infoOf(of.step.operation).calculation.value)
        explanation.numbers.assign(values.begin(), values.end());
}

void timesFactor(const CellValues& of, Explanation& explanation) {
    const float value = of.values.back();
    addTerm(explanation, value, of.step.factor,
            static_cast<double>(value) * static_cast<double>(of.step.factor));
    if (infoOf(of.step.operation).calculation.value)
        explanation.numbers = {static_cast<double>(value), static_cast<double>(of.step.factor)};
}

void dropout(const CellValues& of, Explanation& explanation) {
    const float value = of.values[0];
    const float computed = explanation.wouldBe.value_or(explanation.result);
    const bool dropped = computed == 0.0F && value != 0.0F;
    const float factor = dropped ? 0.0F : of.step.factor;
    addTerm(explanation, value, factor, static_cast<double>(value) * static_cast<double>(factor));
    explanation.numbers = {static_cast<double>(value), static_cast<double>(factor)};
}

void mask(const CellValues& of, Explanation& explanation) {
    addTerm(explanation, of.values[0], 1.0F, static_cast<double>(of.values[0]));
    for (std::size_t i = 1; i < of.values.size(); ++i) {
        if (of.trace[of.step.operands[i]].name == TensorName::MayAttend)
            explanation.masked = of.values[i] == 0.0F;
        else
            addTerm(explanation, of.values[i], 1.0F, static_cast<double>(of.values[i]));
    }
}

void squares(const CellValues& of, Explanation& explanation) {
    for (const float value : of.values)
        addTerm(explanation, value, 1.0F, static_cast<double>(value) * static_cast<double>(value));
}

void deviations(const CellValues& of, Explanation& explanation) {
    explanation.mean = static_cast<double>(of.values.back());
    for (std::size_t i = 0; i + 1 < of.values.size(); ++i) {
        const double deviation = static_cast<double>(of.values[i]) - explanation.mean;
        addTerm(explanation, of.values[i], 1.0F, deviation * deviation);
    }
}

void normalised(const CellValues& of, Explanation& explanation) {
    const auto x = static_cast<double>(of.values[0]);
    explanation.mean = static_cast<double>(of.values[1]);
    explanation.variance = static_cast<double>(of.values[2]);
    addTerm(explanation, of.values[0], 1.0F, x - explanation.mean);
    explanation.numbers = {x, explanation.mean, explanation.variance,
                           static_cast<double>(of.step.factor)};
}

void turned(const CellValues& of, Explanation& explanation) {
    const bool first = of.cell.back() < of.step.result.shape().back() / 2;
    const float other = first ? -of.values[2] : of.values[2];
    addTerm(explanation, of.values[0], of.values[1],
            static_cast<double>(of.values[0]) * static_cast<double>(of.values[1]));
    addTerm(explanation, other, of.values[3],
            static_cast<double>(other) * static_cast<double>(of.values[3]));
    for (const float number : {of.values[0], of.values[1], other, of.values[3]})
        explanation.numbers.push_back(static_cast<double>(number));
}

void rootNormalised(const CellValues& of, Explanation& explanation) {
    const auto x = static_cast<double>(of.values[0]);
    explanation.variance = static_cast<double>(of.values[1]);
    addTerm(explanation, of.values[0], 1.0F, x);
    explanation.numbers = {x, explanation.variance, static_cast<double>(of.step.factor)};
}

void projectedNorm(const CellValues& of, Explanation& explanation) {
    const TraceStep& step = of.step;
    const auto width = static_cast<std::size_t>(of.trace[step.operands[0]].result.shape().back());
    const auto out = static_cast<std::size_t>(of.trace[step.operands[1]].result.size(1));
    for (std::size_t j = 0; j < out; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < width; ++i)
            sum += static_cast<double>(of.values[i]) *
                   static_cast<double>(of.values[width + i * out + j]);
        const auto component = static_cast<float>(sum);
        addTerm(explanation, component, component, sum * sum);
    }
}

void weightedNorm(const CellValues& of, Explanation& explanation) {
    const auto weight = static_cast<double>(of.values[0]);
    const auto norm = static_cast<double>(of.values[1]);
    addTerm(explanation, of.values[0], of.values[1], std::fabs(weight) * norm);
    explanation.numbers = {weight, norm};
}

void rolledOut(const CellValues& of, Explanation& explanation) {
    const Tensor& weights = of.trace[of.step.operands[0]].result;
    const auto heads = static_cast<std::size_t>(weights.size(weights.axisOf(Axis::Heads)));
    const auto query = of.cell[of.step.result.axisOf(Axis::Query)];
    const auto key = of.cell[of.step.result.axisOf(Axis::Key)];
    const bool first = of.step.operands.size() == 1;
    const std::size_t stride = heads + (first ? 0 : 1);
    for (std::size_t i = 0; i * stride < of.values.size(); ++i) {
        double sum = 0;
        for (std::size_t head = 0; head < heads; ++head)
            sum += static_cast<double>(of.values[i * stride + head]);
        const Index between = first ? key : static_cast<Index>(i);
        const double share = sum / static_cast<double>(heads) / 2 + (between == query ? 0.5 : 0.0);
        const float before = first ? 1.0F : of.values[i * stride + heads];
        addTerm(explanation, static_cast<float>(share), before,
                share * static_cast<double>(before));
    }
}

void piecesOfWords(const CellValues& of, Explanation& explanation) {
    const Tensor& owners = of.trace[of.step.operands[1]].result;
    const Index sequence = of.cell[of.step.result.axisOf(Axis::Batch)];
    const auto word = static_cast<float>(of.cell[of.step.result.axisOf(Axis::Query)]);
    Index queries = 0;
    for (Index place = 0; place < owners.size(1); ++place)
        queries += owners(sequence, place) == word ? 1 : 0;
    const double share = 1 / static_cast<double>(std::max<Index>(1, queries));
    for (const float value : of.values)
        addTerm(explanation, value, static_cast<float>(share), static_cast<double>(value) * share);
}

} // namespace explains

Explanation explain(const Trace& trace, std::size_t stepIndex, const Cell& cell) {
    const TraceStep& step = trace[stepIndex];
    CellValues of{trace, step, cell, {}};
    const std::vector<Contributor> sources = contributors(trace, stepIndex, cell);
    of.values.reserve(sources.size());
    for (const Contributor& source : sources)
        of.values.push_back(trace[step.operands[source.operand]].result.at(source.cell));

    Explanation explanation;
    explanation.operation = step.operation;
    explanation.factor = step.factor;
    explanation.result = step.result.at(cell);
    if (const TypedCell* const typed = typedAt(step, cell))
        explanation.wouldBe = typed->wouldBe;
    if (const auto rule = infoOf(step.operation).explain)
        rule(of, explanation);
    return explanation;
}

} // namespace headscope
