// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_parts.h"

#include "scene/value_range.h"
#include "steps/head_sum.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/statements.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// "1·18 + 1·2 + 2·6": index · stride of every axis.
QString offsetFormula(const Tensor& tensor, const Cell& cell) {
    QStringList parts;
    if (tensor.offset() != 0)
        parts += QString::number(tensor.offset());
    for (std::size_t axis = 0; axis < cell.size(); ++axis)
        parts += QStringLiteral("%1·%2").arg(cell[axis]).arg(tensor.stride(axis));
    return parts.join(QStringLiteral(" + "));
}

/// Which tensor, which index on every axis, which place in memory.
DerivationSection placeSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const Tensor& tensor = step.result;
    DerivationSection section;
    const TensorStatement said = statementOf(context.scene, step.name);
    section.title = said.name();
    section.remark = said.shape;
    for (std::size_t axis = 0; axis < at.cell.size(); ++axis) {
        const Axis name = tensor.axes()[axis];
        DerivationRow row;
        row.kind = DerivationRow::Kind::Position;
        row.axis = axisFamily(name);
        row.label = axisWord(name);
        ShownNumber number;
        number.value = static_cast<double>(at.cell[axis] + 1);
        number.text =
            translate("Inspector", "%1 of %2").arg(at.cell[axis] + 1).arg(tensor.size(axis));
        const QString label = indexLabel(context, step, axis, at.cell[axis]);
        if (*row.axis == AxisFamily::Sequence)
            row.label += QStringLiteral(" ") + label;
        row.numbers = {std::move(number)};
        section.rows.push_back(std::move(row));
    }
    // Numbers that follow each other as their axes do say nothing by their places in memory.
    if (tensor.isContiguous())
        return section;
    ShownNumber offset;
    offset.value = static_cast<double>(tensor.storageIndex(at.cell));
    offset.text = QString::number(tensor.storageIndex(at.cell));
    offset.full = offset.text;
    section.rows.push_back(equationRow(
        translate("Inspector", "memory: %1").arg(offsetFormula(tensor, at.cell)), offset, false));
    return section;
}

/// The axis that counts tokens.
std::size_t tokenAxisOf(const Tensor& tensor) {
    for (std::size_t axis = 0; axis < tensor.rank(); ++axis) {
        if (axisFamily(tensor.axes()[axis]) == AxisFamily::Sequence)
            return axis;
    }
    return tensor.rank() - 1;
}

/// "row 机票 × column 3 of W_{Q}" with its products.
DerivationSection linearSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    DerivationSection section;
    if (const auto projection = infoOf(step.name).projection)
        section.badge = projectionBadge(*projection);
    const TraceStep& input = context.trace[step.operands[0]];
    const TraceStep& weight = context.trace[step.operands[1]];
    const std::size_t tokenAxis = tokenAxisOf(step.result);
    const QString from = input.name == TensorName::ConcatenatedContext ? QStringLiteral("concat")
                         : input.name == TensorName::Activated         ? QStringLiteral("a")
                                                                       : nameOf(context, input);
    const QString token = indexLabel(context, step, tokenAxis, at.cell[tokenAxis]);
    const QString column = indexLabel(context, step, at.cell.size() - 1, at.cell.back());
    section.title = step.operation == Operation::HeadLinear
                        ? translate("Inspector", "%1(%2) · %3 of head %4, column %5")
                              .arg(from, token, nameOf(context, weight),
                                   QString::number(at.cell[headAxes(step.result).head] + 1), column)
                        : translate("Inspector", "%1(%2) · %3, column %4")
                              .arg(from, token, nameOf(context, weight), column);
    section.value = shownNumber(context.trace, at);
    section.rows = termRows(context, at);
    return section;
}

/// The same product as what each head adds.
DerivationSection headSumSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    DerivationSection section;
    section.title = headSumText(context.trace, at.step);
    int head = 0;
    for (const double part : headParts(explanation, headsOfProduct(context.trace, at.step)))
        section.rows.push_back(equationRow(translate("Inspector", "head %1").arg(++head),
                                           computedNumber(part), false));
    if (explanation.bias && step.operands.size() > 2)
        section.rows.push_back(
            equationRow(QStringLiteral("+ ") + nameOf(context, context.trace[step.operands[2]]),
                        computedNumber(static_cast<double>(*explanation.bias)), false));
    ShownNumber sum = computedAt(context.trace, at);
    alignSum(section.rows, 0, sum);
    section.rows.push_back(equationRow(QStringLiteral("="), sum));
    return section;
}

DerivationSection weightedSumSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const TraceStep& value = context.trace[step.operands[1]];
    DerivationSection section;
    section.badge = projectionBadge(Projection::Value);
    section.title = translate("Inspector", "Σ weight × v(key)");
    section.value = shownNumber(context.trace, at);
    const Index keys = value.result.size(headAxes(value.result).row);
    section.rows = termRows(context, at, tokenLabels(context, Axis::Key, keys));
    return section;
}

/// The operand's cell that it is, with what happened in memory.
void addMove(const DerivationContext& context, const TraceCell& at, Derivation& derivation) {
    const Trace& trace = context.trace;
    TraceCell here = at;
    DerivationSection section;
    section.title = translate("Inspector", "The same number, moved");
    while (true) {
        const TraceStep& step = trace[here.step];
        const auto from = contributors(trace, here.step, here.cell);
        if (!isLayout(step.operation) || from.empty())
            break;
        const TraceCell before{step.operands[0], from[0].cell};
        QString words;
        switch (step.operation) {
        case Operation::View:
            words = translate("Inspector", "view: %1 in another shape, memory untouched");
            break;
        case Operation::Transpose:
            words = translate("Inspector", "transpose of %1: strides exchanged, memory untouched");
            break;
        default: words = translate("Inspector", "copied from %1, head after head"); break;
        }
        const QString shape = QString::fromStdString(shapeText(trace[before.step].result.shape()));
        section.rows.push_back(equationRow(words.arg(shape), shownNumber(trace, before), false));
        here = before;
    }
    derivation.sections.push_back(std::move(section));
    if (trace[here.step].operation == Operation::Linear)
        derivation.sections.push_back(linearSection(context, here));
    else if (trace[here.step].operation == Operation::WeightedSum)
        derivation.sections.push_back(weightedSumSection(context, here));
}

DerivationSection givenSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    if (const auto origin = receivedFrom(context, at.step))
        return receivedSection(context, at, *origin);
    DerivationSection section;
    section.title = translate("Inspector", "Given, not computed");
    if (step.name == TensorName::MayAttend) {
        section.rows.push_back(
            noteRow(translate("Inspector", "1: this query may look at this key. 0: it may not. "
                                           "Made of the mask options in Setup.")));
        const std::size_t rank = at.cell.size();
        if (rank < 3 || valueOf(context.trace, at) != 0)
            return section;
        Cell pair(4, 0); // [batch, head, query, key]
        for (std::size_t axis = 0; axis < rank; ++axis) {
            const Axis name = step.result.axes()[axis];
            pair[name == Axis::Batch   ? 0
                 : name == Axis::Heads ? 1
                 : name == Axis::Query ? 2
                                       : 3] = at.cell[axis];
        }
        for (const QString& reason : maskReasons(context, pair))
            section.rows.push_back(noteRow(reason));
    } else if (step.name == TensorName::AttentionWeights || step.name == TensorName::MaskedScores) {
        section.rows.push_back(noteRow(translate(
            "Inspector", "It was computed elsewhere, and its file does not say of what.")));
    } else {
        section.rows.push_back(noteRow(
            translate("Inspector", "To change it, double-click it in Tensors and type a number.")));
    }
    return section;
}

} // namespace

void addCellSections(const DerivationContext& context, const TraceCell& at,
                     Derivation& derivation) {
    const Operation operation = context.trace[at.step].operation;
    switch (operation) {
    case Operation::Input:
    case Operation::Parameter:
    case Operation::Mask: derivation.sections.push_back(givenSection(context, at)); break;
    case Operation::Linear:
    case Operation::HeadLinear:
        derivation.sections.push_back(linearSection(context, at));
        if (headsOfProduct(context.trace, at.step) > 0)
            derivation.sections.push_back(headSumSection(context, at));
        break;
    case Operation::WeightedSum:
        derivation.sections.push_back(weightedSumSection(context, at));
        break;
    case Operation::View:
    case Operation::Transpose:
    case Operation::Merge: addMove(context, at, derivation); break;
    case Operation::ApplyMask: derivation.sections.push_back(maskSection(context, at)); break;
    case Operation::Softmax:
        if (context.trace[at.step].name == TensorName::Probabilities) {
            addBlockSections(context, at, derivation);
            break;
        }
        addQueryKeySections(context, at, derivation);
        break;
    case Operation::QueryKeyProduct:
    case Operation::Scale:
    case Operation::Dropout: addQueryKeySections(context, at, derivation); break;
    case Operation::MergeWords: addPieceSections(context, at, derivation); break;
    case Operation::WeightedNorm:
    case Operation::Rollout: addAnalysisSections(context, at, derivation); break;
    default: addBlockSections(context, at, derivation);
    }
    derivation.sections.push_back(placeSection(context, at));
}

void addSummarySections(const DerivationContext& context, const std::vector<MatrixPanel>& panels,
                        const PanelCell& cell, Derivation& derivation) {
    const MatrixPanel& asked = panels[static_cast<std::size_t>(cell.panel)];
    const bool mean = asked.kind == MatrixPanel::Kind::MeanHead;
    std::vector<DerivationRow> rows;
    double sum = 0;
    for (const MatrixPanel& panel : panels) {
        if (panel.kind != MatrixPanel::Kind::Head)
            continue;
        DerivationRow row;
        row.kind = DerivationRow::Kind::Key;
        row.label = translate("Inspector", "head %1").arg(panel.head + 1);
        const ShownNumber number =
            shownNumber(context.trace, {panel.step, panel.cellAt(cell.row, cell.column)});
        sum += number.value;
        row.masked = panel.isMasked(cell.row, cell.column);
        // Weights have a whole that a bar can be a part of; scores have none.
        if (isShare(panel.name))
            row.fraction = std::isfinite(number.value) ? std::clamp(number.value, 0.0, 1.0) : 0;
        row.asked = !mean && number.value == derivation.result.value;
        row.numbers = {number};
        rows.push_back(std::move(row));
    }
    alignColumn(rows, 0, 4, isShare(asked.name) ? Small::Bound : Small::Exponent);
    const auto heads = static_cast<int>(rows.size());
    DerivationSection section;
    section.title = mean ? translate("Inspector", "mean of the heads")
                         : translate("Inspector", "largest of the heads");
    section.rows = std::move(rows);
    if (mean) {
        const double sums[] = {sum};
        const QString all = operandTexts(
            sums, [heads](auto v) { return v[0] / heads; }, derivation.result.value)[0];
        section.rows.push_back(
            equationRow(QStringLiteral("%1 ÷ %2").arg(all).arg(heads), derivation.result));
    }
    derivation.sections.push_back(std::move(section));
}

} // namespace headscope
