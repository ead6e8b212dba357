// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/formula.h"

#include "scene/number_format.h"
#include "steps/head_sum.h"

namespace headscope {

namespace {

/// A formula and what binds its parts most loosely.
struct Part {
    enum class Binding : std::uint8_t { Sum, Product, Atom };
    QString text;
    Binding binding = Binding::Atom;

    /// To be multiplied or divided.
    QString factor() const { return binding == Binding::Sum ? u'(' + text + u')' : text; }
};
using Binding = Part::Binding;

Part partOf(const Trace& block, std::size_t step);

/// Q, K, V and the weights are letters wherever something is made of them.
Part operandPart(const Trace& block, const TraceStep& step, std::size_t operand) {
    const TraceStep& made = block[step.operands[operand]];
    switch (made.name) {
    case TensorName::Query:
    case TensorName::Key:
    case TensorName::Value: return {tensorSymbol(made.name)};
    case TensorName::Normalised: return partOf(block, step.operands[operand]);
    default: break;
    }
    if (made.operation == Operation::Input) {
        // In attention X is one matrix with a letter of its own; elsewhere any row is meant.
        const bool attention = block.find(TensorName::AttentionWeights) != nullptr;
        const QString letter = attention ? tensorSymbol(made.name) : rowSymbol(made.name);
        return {letter.isEmpty() ? QStringLiteral("x") : letter};
    }
    return partOf(block, step.operands[operand]);
}

QString letterOf(const Trace& block, const TraceStep& step, std::size_t operand) {
    return tensorSymbol(block[step.operands[operand]].name);
}

Part linearPart(const Trace& block, const TraceStep& step) {
    const QString bias = biasText(block, step);
    return {operandPart(block, step, 0).factor() + u'·' + letterOf(block, step, 1) + bias,
            bias.isEmpty() ? Binding::Product : Binding::Sum};
}

/// "[head_{1} … head_{8}]", of a tensor that still has its heads apart.
QString sideBySide(const Tensor& heads) {
    const Index count = heads.size(heads.axisOf(Axis::Heads));
    const QString first = QStringLiteral("head_{1}");
    const QString last = QStringLiteral("head_{%1}").arg(count);
    return u'[' +
           (count == 1   ? first
            : count == 2 ? first + u' ' + last
                         : first + QStringLiteral(" … ") + last) +
           u']';
}

Part scaleShiftPart(const Trace& block, const TraceStep& step) {
    return {operandPart(block, step, 0).factor() + QStringLiteral(" · ") +
                letterOf(block, step, 1) + biasText(block, step),
            Binding::Sum};
}

Part partOf(const Trace& block, std::size_t index) {
    const TraceStep& step = block[index];
    const auto first = [&] { return operandPart(block, step, 0); };
    const auto function = [&](const QString& name) -> Part {
        return {name + u'(' + first().text + u')'};
    };
    switch (step.operation) {
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask:
    case Operation::Positions: return {tensorSymbol(step.name)};
    case Operation::Linear:
    case Operation::HeadLinear: return linearPart(block, step);
    case Operation::View:
    case Operation::Transpose: return partOf(block, step.operands[0]);
    case Operation::Merge: return {sideBySide(block[step.operands[0]].result)};
    case Operation::QueryKeyProduct:
        return {first().factor() + u'·' + operandPart(block, step, 1).factor() +
                    QStringLiteral("^{T}"),
                Binding::Product};
    case Operation::Scale:
        return {first().factor() + u' ' + scaleText(block, index), Binding::Product};
    case Operation::ApplyMask:
        return appliesMask(step) ? Part{first().text + QStringLiteral(" + M"), Binding::Sum}
                                 : first();
    case Operation::Softmax: return function(QStringLiteral("softmax"));
    case Operation::Dropout: return function(QStringLiteral("dropout"));
    case Operation::WeightedSum:
        return {first().factor() + u'·' + operandPart(block, step, 1).factor(), Binding::Product};
    case Operation::Add:
        if (block[step.operands[1]].name == TensorName::PositionalEncoding)
            return {QStringLiteral("X + P"), Binding::Sum};
        return {QStringLiteral("x + f(x)"), Binding::Sum};
    case Operation::Mean: return {QStringLiteral("Σ x ÷ n"), Binding::Product};
    case Operation::Variance: return {QStringLiteral("Σ (x − μ)² ÷ n"), Binding::Product};
    case Operation::Normalise: return {QStringLiteral("(x − μ) ÷ √(σ² + ε)"), Binding::Product};
    case Operation::ScaleShift: return scaleShiftPart(block, step);
    case Operation::Relu: return function(QStringLiteral("relu"));
    case Operation::Gelu: return function(QStringLiteral("gelu"));
    case Operation::Lookup: return {QStringLiteral("E[id]"), Binding::Product};
    case Operation::CrossEntropy: return {QStringLiteral("−Σ q ln p ÷ n"), Binding::Sum};
    case Operation::KlDivergence: return {QStringLiteral("Σ t ln(t ÷ p) ÷ n"), Binding::Sum};
    }
    return {};
}

bool isGivenOrMoved(Operation operation) {
    switch (operation) {
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask:
    case Operation::Positions:
    case Operation::View:
    case Operation::Transpose: return true;
    default: return false;
    }
}

} // namespace

QString tensorSymbol(TensorName name) {
    switch (name) {
    case TensorName::QueryInput: return QStringLiteral("X");
    case TensorName::KeyInput: return QStringLiteral("X_{K}");
    case TensorName::ValueInput: return QStringLiteral("X_{V}");
    case TensorName::QueryWeight: return QStringLiteral("W_{Q}");
    case TensorName::KeyWeight: return QStringLiteral("W_{K}");
    case TensorName::ValueWeight: return QStringLiteral("W_{V}");
    case TensorName::OutputWeight: return QStringLiteral("W_{O}");
    case TensorName::QueryBias: return QStringLiteral("b_{Q}");
    case TensorName::KeyBias: return QStringLiteral("b_{K}");
    case TensorName::ValueBias: return QStringLiteral("b_{V}");
    case TensorName::OutputBias: return QStringLiteral("b_{O}");
    case TensorName::ProjectedQuery:
    case TensorName::SplitQuery:
    case TensorName::Query: return QStringLiteral("Q");
    case TensorName::ProjectedKey:
    case TensorName::SplitKey:
    case TensorName::Key: return QStringLiteral("K");
    case TensorName::ProjectedValue:
    case TensorName::SplitValue:
    case TensorName::Value: return QStringLiteral("V");
    case TensorName::MayAttend:
    case TensorName::AdditiveMask: return QStringLiteral("M");
    case TensorName::PositionalEncoding: return QStringLiteral("P");
    case TensorName::Mean: return QStringLiteral("μ");
    case TensorName::Variance: return QStringLiteral("σ²");
    case TensorName::NormGain: return QStringLiteral("γ");
    case TensorName::NormShift: return QStringLiteral("β");
    case TensorName::HiddenWeight: return QStringLiteral("W_{1}");
    case TensorName::HiddenBias: return QStringLiteral("b_{1}");
    case TensorName::FeedForwardWeight: return QStringLiteral("W_{2}");
    case TensorName::FeedForwardBias: return QStringLiteral("b_{2}");
    case TensorName::VocabularyWeight: return QStringLiteral("W_{vocabulary}");
    case TensorName::VocabularyBias: return QStringLiteral("b_{vocabulary}");
    case TensorName::EmbeddingWeight: return QStringLiteral("E");
    case TensorName::PositionWeight: return QStringLiteral("W_{P}");
    default: return {};
    }
}

QString rowSymbol(TensorName name) {
    QString letter = tensorSymbol(name);
    if (letter.startsWith(u'X'))
        letter[0] = u'x';
    return letter;
}

QString biasText(const Trace& block, const TraceStep& step) {
    switch (step.operation) {
    case Operation::Linear:
    case Operation::HeadLinear:
    case Operation::ScaleShift: break;
    default: return {};
    }
    return step.operands.size() > 2 ? QStringLiteral(" + ") + letterOf(block, step, 2) : QString();
}

QString headSumText(const Trace& block, std::size_t index) {
    if (headsOfProduct(block, index) == 0)
        return {};
    QString weight = letterOf(block, block[index], 1);
    if (weight.endsWith(u'}'))
        weight = weight.chopped(1) + QStringLiteral(",h}");
    return QStringLiteral("Σ_{h} head_{h}·") + weight + biasText(block, block[index]);
}

QString scaleText(const Trace& block, std::size_t index) {
    const TraceStep& step = block[index];
    if (const std::optional<Index> width = rootOfScale(block, index))
        return QStringLiteral("÷ √%1").arg(*width);
    return QStringLiteral("× ") + numberText(step.factor);
}

QString operationText(const Trace& block, std::size_t index) {
    const TraceStep& step = block[index];
    switch (step.operation) {
    case Operation::Linear:
    case Operation::HeadLinear:
    case Operation::ScaleShift:
        return QStringLiteral("· ") + letterOf(block, step, 1) + biasText(block, step);
    case Operation::Scale: return scaleText(block, index);
    case Operation::ApplyMask: return appliesMask(step) ? QStringLiteral("+ M") : QString();
    case Operation::Softmax: return QStringLiteral("softmax");
    case Operation::Dropout: return QStringLiteral("dropout");
    case Operation::Relu: return QStringLiteral("relu");
    case Operation::Gelu: return QStringLiteral("gelu");
    case Operation::WeightedSum: return QStringLiteral("· ") + operandPart(block, step, 1).factor();
    default: return formulaText(block, index);
    }
}

QString formulaText(const Trace& block, std::size_t step) {
    return isGivenOrMoved(block[step].operation) ? QString() : partOf(block, step).text;
}

} // namespace headscope
