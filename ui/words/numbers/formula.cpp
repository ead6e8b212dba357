// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers/formula.h"

#include "operations/operation_info.h"
#include "steps/head_sum.h"
#include "words/numbers/number_format.h"

#include <algorithm>

namespace headscope {

namespace {

using Binding = OperationFormula::Binding;

/// A formula and what binds its parts most loosely.
struct Part {
    QString text;
    Binding binding = Binding::Atom;

    /// To be multiplied or divided.
    QString factor() const { return binding == Binding::Sum ? u'(' + text + u')' : text; }
};
Part partOf(const Trace& block, std::size_t step, bool told);

/// Q, K, V and the weights are letters wherever something is made of them.
Part operandPart(const Trace& block, const TraceStep& step, std::size_t operand, bool told) {
    const TraceStep& made = block[step.operands[operand]];
    switch (made.name) {
    case TensorName::Query:
    case TensorName::Key:
    case TensorName::RotatedQuery:
    case TensorName::RotatedKey:
    case TensorName::Value: return {tensorSymbol(made.name)};
    case TensorName::Normalised: return partOf(block, step.operands[operand], told);
    default: break;
    }
    if (made.operation == Operation::Input) {
        // In attention X is one matrix with a letter of its own; elsewhere any row is meant.
        const bool attention = block.find(TensorName::AttentionWeights) != nullptr;
        const QString letter = attention ? tensorSymbol(made.name) : rowSymbol(made.name);
        return {letter.isEmpty() ? QStringLiteral("x") : letter};
    }
    return partOf(block, step.operands[operand], told);
}

QString letterOf(const Trace& block, const TraceStep& step, std::size_t operand) {
    return tensorSymbol(block[step.operands[operand]].name);
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

/// A pattern of the table with what stands for its marks.
QString filled(std::string_view pattern, const Trace& block, std::size_t index, bool told) {
    const TraceStep& step = block[index];
    QString text = QString::fromUtf8(pattern);
    for (std::size_t i = 0; i < step.operands.size(); ++i) {
        const auto put = [&](const QString& mark, const auto& what) {
            if (text.contains(mark))
                text.replace(mark, what());
        };
        put(QStringLiteral("[%1]").arg(i), [&] { return operandPart(block, step, i, told).text; });
        put(QStringLiteral("[%1*]").arg(i),
            [&] { return operandPart(block, step, i, told).factor(); });
        put(QStringLiteral("[%1#]").arg(i), [&] { return letterOf(block, step, i); });
    }
    text.replace(QStringLiteral("[bias]"), biasText(block, step));
    if (step.operation == Operation::Scale)
        text.replace(QStringLiteral("[scale]"), scaleText(block, index, told));
    return text;
}

Part partOf(const Trace& block, std::size_t index, bool told) {
    const TraceStep& step = block[index];
    const OperationFormula& formula = infoOf(step.operation).formula;
    if (step.operation == Operation::Merge)
        return {sideBySide(block[step.operands[0]].result)};
    if (isLayout(step.operation))
        return partOf(block, step.operands[0], told);
    if (formula.binding == Binding::Given)
        return {tensorSymbol(step.name)};
    if (step.operation == Operation::ApplyMask && !appliesMask(step))
        return operandPart(block, step, 0, told);
    if (step.operation == Operation::Rollout && step.operands.size() == 1)
        return {QStringLiteral("½Ā + ½I"), Binding::Sum};
    if (step.operation == Operation::Add &&
        block[step.operands[1]].name == TensorName::PositionalEncoding)
        return {QStringLiteral("X + P"), Binding::Sum};
    if (step.name == TensorName::SwitchedContext)
        return {operandPart(block, step, 0, told).text + QStringLiteral(" + ") +
                    operandPart(block, step, 1, told).text,
                Binding::Sum};
    const bool adds = !biasText(block, step).isEmpty();
    return {filled(formula.text, block, index, told), adds ? Binding::Sum : formula.binding};
}

} // namespace

QString tensorSymbol(TensorName name) {
    return QString::fromUtf8(infoOf(name).symbol);
}

QString rowSymbol(TensorName name) {
    QString letter = tensorSymbol(name);
    if (letter.startsWith(u'X'))
        letter[0] = u'x';
    return letter;
}

QString biasText(const Trace& block, const TraceStep& step) {
    const bool adds = infoOf(step.operation).formula.text.ends_with("[bias]");
    return adds && step.operands.size() > 2 ? QStringLiteral(" + ") + letterOf(block, step, 2)
                                            : QString();
}

QString headSumText(const Trace& block, std::size_t index) {
    if (headsOfProduct(block, index) == 0)
        return {};
    QString weight = letterOf(block, block[index], 1);
    if (weight.endsWith(u'}'))
        weight = weight.chopped(1) + QStringLiteral(",h}");
    return QStringLiteral("Σ_{h} head_{h}·") + weight + biasText(block, block[index]);
}

PointedAt askedScale() {
    PointedAt at;
    at.stage = Stage::Scaled;
    at.letter = QStringLiteral("?");
    return at;
}

bool tellsScale(std::span<const PointedAt> pointed) {
    return std::ranges::find(pointed, askedScale()) == pointed.end();
}

QString scaleText(const Trace& block, std::size_t index, bool told) {
    if (!told)
        return QStringLiteral("÷ ?");
    const TraceStep& step = block[index];
    if (const std::optional<Index> width = rootOfScale(block, index))
        return QStringLiteral("÷ √%1").arg(*width);
    return QStringLiteral("× ") + numberText(step.factor);
}

QString operationText(const Trace& block, std::size_t index, bool told) {
    const TraceStep& step = block[index];
    const OperationFormula& formula = infoOf(step.operation).formula;
    if (step.operation == Operation::ApplyMask && !appliesMask(step))
        return {};
    return formula.alone.empty() ? formulaText(block, index, told)
                                 : filled(formula.alone, block, index, told);
}

QString formulaText(const Trace& block, std::size_t step, bool told) {
    const Operation operation = block[step].operation;
    const bool given = infoOf(operation).formula.binding == Binding::Given;
    return given && operation != Operation::Merge ? QString() : partOf(block, step, told).text;
}

} // namespace headscope
