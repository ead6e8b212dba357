// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_parts.h"

#include "words/block_text.h"
#include "words/numbers/formula.h"
#include "words/statements.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr Index mostComponents = 8;

std::size_t slot(Projection projection) {
    return static_cast<std::size_t>(projection);
}

QString letterOf(Projection projection) {
    switch (projection) {
    case Projection::Query: return QStringLiteral("q");
    case Projection::Key: return QStringLiteral("k");
    case Projection::Value: return QStringLiteral("v");
    }
    return {};
}

bool isProjection(Operation operation) {
    return operation == Operation::Linear || operation == Operation::HeadLinear;
}

TraceCell componentAt(const TraceCell& first, Index component) {
    TraceCell at = first;
    at.cell.back() = component;
    return at;
}

/// In cross-attention keys and values are made of something else than X: what it is, and
/// of which block, where it came from one. Nothing for X.
std::optional<DerivationRow> sourceRow(const DerivationContext& context, const TraceStep& step) {
    const TraceStep& input = context.trace[step.operands[0]];
    if (input.name != TensorName::KeyInput && input.name != TensorName::ValueInput)
        return std::nullopt;
    QString words = nameOf(context, input) + QStringLiteral(": ") +
                    statementOf(context.scene, input.name).title;
    if (const auto origin = receivedFrom(context, step.operands[0])) {
        const Trace& whole = *context.scene.blocks->whole;
        const std::string& scope = whole[*origin].scope;
        words += QStringLiteral(", ") + blockName(scope, addsResidual(whole, scope));
    }
    return noteRow(words);
}

/// "q = x(机票) · W_{Q} + b_{Q}, head 2", or "q(机票), head 2" where it was not projected.
QString projectionTitle(const DerivationContext& context, const TraceCell& first,
                        Projection projection) {
    const HeadAxes axes = headAxes(context.trace[first.step].result);
    const QString token =
        indexLabel(context, context.trace[first.step], axes.row, first.cell[axes.row]);
    const QString head = QString::number(first.cell[axes.head] + 1);
    const TraceCell maker = makerOf(context.trace, first);
    const TraceStep& step = context.trace[maker.step];
    if (!isProjection(step.operation) || step.operands.size() < 2)
        return translate("Inspector", "%1(%2), head %3").arg(letterOf(projection), token, head);
    return translate("Inspector", "%1 = %2(%3) · %4, head %5")
        .arg(letterOf(projection), nameOf(context, context.trace[step.operands[0]]), token,
             nameOf(context, context.trace[step.operands[1]]) + biasText(context.trace, step),
             head);
}

} // namespace

Badge projectionBadge(Projection projection) {
    return {letterOf(projection).toUpper(), projectionColour(projection)};
}

std::vector<DerivationRow> componentRows(const DerivationContext& context, const TraceCell& first,
                                         Projection projection) {
    const Tensor& tensor = context.trace[first.step].result;
    const Index width = tensor.size(tensor.rank() - 1);
    const bool all = context.unfolding.all[slot(projection)];
    const Index count = all ? width : std::min(width, mostComponents);
    std::vector<DerivationRow> cells;
    for (Index i = 0; i < count; ++i) {
        DerivationRow one;
        one.numbers = {shownNumber(context.trace, componentAt(first, i))};
        cells.push_back(std::move(one));
    }
    alignColumn(cells, 0, 3);

    DerivationRow row;
    row.kind = DerivationRow::Kind::Components;
    for (DerivationRow& one : cells)
        row.numbers.push_back(std::move(one.numbers.front()));
    std::vector<DerivationRow> rows = {std::move(row)};
    if (width > mostComponents) {
        DerivationRow more;
        more.kind = DerivationRow::Kind::Unfold;
        more.action = UnfoldAction{projection, std::nullopt};
        more.label = all ? translate("Inspector", "show the first %1").arg(mostComponents)
                         : translate("Inspector", "… show all %1").arg(width);
        rows.push_back(std::move(more));
    }
    return rows;
}

DerivationSection projectionSection(const DerivationContext& context, const TraceCell& first,
                                    Projection projection) {
    DerivationSection section;
    section.badge = projectionBadge(projection);
    section.title = projectionTitle(context, first, projection);
    const Tensor& tensor = context.trace[first.step].result;
    const Index width = tensor.size(tensor.rank() - 1);
    const TraceCell maker = makerOf(context.trace, first);
    const bool projected = isProjection(context.trace[maker.step].operation);
    if (width == 1) {
        section.value = shownNumber(context.trace, first);
        if (projected) {
            section.rows = termRows(context, maker);
            if (auto source = sourceRow(context, context.trace[maker.step]))
                section.rows.push_back(std::move(*source));
        }
        return section;
    }
    section.rows = componentRows(context, first, projection);
    if (!projected)
        return section;
    DerivationRow& numbers = section.rows.front();
    numbers.action = UnfoldAction{projection, Index{0}};
    const std::optional<Index> open = context.unfolding.component[slot(projection)];
    if (open && *open < width) {
        const auto shown = static_cast<Index>(numbers.numbers.size());
        if (*open < shown)
            numbers.marked = static_cast<std::size_t>(*open);
        const TraceCell at = componentAt(first, *open);
        section.rows.push_back(
            equationRow(QStringLiteral("%1_{%2}").arg(letterOf(projection)).arg(*open + 1),
                        shownNumber(context.trace, at)));
        for (DerivationRow& row : termRows(context, makerOf(context.trace, at)))
            section.rows.push_back(std::move(row));
    }
    if (auto source = sourceRow(context, context.trace[maker.step]))
        section.rows.push_back(std::move(*source));
    return section;
}

} // namespace headscope
