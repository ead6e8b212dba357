// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of an attention beside what it computes.
#include "inspector/derivation/derivation_parts.h"
#include "words/analysis_text.h"
#include "words/numbers/calculation_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

TraceCell madeOf(const DerivationContext& context, const TraceCell& at, const Contributor& from) {
    return {context.trace[at.step].operands[from.operand], from.cell};
}

/// |w| × ‖v·W_O‖.
DerivationSection weightedNormSection(const DerivationContext& context, const TraceCell& at) {
    const std::vector<Contributor> from = contributors(context.trace, at.step, at.cell);
    const TraceCell weight = madeOf(context, at, from[0]);
    const TraceCell norm = madeOf(context, at, from[1]);
    DerivationSection section;
    section.title = formulaText(context.trace, at.step);
    section.rows.push_back(
        equationRow(QStringLiteral("w, ") + tensorTitle(context.trace[weight.step].name),
                    shownNumber(context.trace, weight), false));
    section.rows.push_back(equationRow(tensorSymbol(context.trace[norm.step].name),
                                       shownNumber(context.trace, norm), false));
    const auto write = [](double value) { return numberText(value); };
    section.rows.push_back(
        equationRow(calculationText(explain(context.trace, at.step, at.cell), write, write),
                    shownNumber(context.trace, at)));
    return section;
}

/// One key between both: what of it the query takes, times how much of the asked key it had.
DerivationRow passedRow(const DerivationContext& context, const TraceCell& at, const Term& term,
                        Index between) {
    const TraceStep& step = context.trace[at.step];
    const std::size_t query = step.result.axisOf(Axis::Query);
    TraceCell before{step.operands[1], at.cell};
    before.cell[query] = between;
    ShownNumber had = shownNumber(context.trace, before);
    if (const auto origin = receivedFrom(context, before.step))
        had.elsewhere = TraceCell{*origin, before.cell};
    had.source.reset();
    DerivationRow row;
    row.kind = DerivationRow::Kind::Term;
    row.label = indexLabel(context, step, query, between);
    row.numbers = {computedNumber(static_cast<double>(term.left)), std::move(had),
                   computedNumber(static_cast<double>(term.product))};
    return row;
}

DerivationSection rolloutSection(const DerivationContext& context, const TraceCell& at) {
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    DerivationSection section;
    section.title = formulaText(context.trace, at.step);
    section.value = shownNumber(context.trace, at);
    std::vector<std::size_t> chosen(explanation.terms.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    if (context.trace[at.step].operands.size() == 1)
        return section;
    const bool shortened = chosen.size() > static_cast<std::size_t>(mostKeys);
    if (shortened) {
        std::ranges::stable_sort(chosen, std::ranges::greater{}, [&](std::size_t i) {
            return std::fabs(explanation.terms[i].product);
        });
        chosen.resize(largestTerms);
    }
    double shown = 0;
    for (const std::size_t i : chosen) {
        section.rows.push_back(passedRow(context, at, explanation.terms[i], static_cast<Index>(i)));
        shown += static_cast<double>(explanation.terms[i].product);
    }
    for (std::size_t number = 0; number < 3; ++number)
        alignColumn(section.rows, number);
    if (shortened) {
        const auto more = static_cast<int>(explanation.terms.size() - chosen.size());
        section.rows.push_back(equationRow(
            QCoreApplication::translate("Inspector", "… %n more terms sum to", nullptr, more),
            computedNumber(explanation.sum - shown), false));
    }
    return section;
}

/// ½ Ā + ½ I at this place, the mean being that of the weights that were read.
DerivationSection halfMixedSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const Index query = at.cell[step.result.axisOf(Axis::Query)];
    const bool itself = query == at.cell[step.result.axisOf(Axis::Key)];
    const double result = valueOf(context.trace, at);
    const double mean[] = {2 * result - (itself ? 1 : 0)};
    const QString written = operandTexts(
        mean, [&](auto v) { return v[0] / 2 + (itself ? 0.5 : 0); }, result)[0];
    DerivationSection section;
    section.rows.push_back(equationRow(translate("Inspector", "Ā, mean of the heads"),
                                       computedNumber(mean[0]), false));
    section.rows.push_back(equationRow(QStringLiteral("½ × ") + written +
                                           (itself ? QStringLiteral(" + ½") : QString()),
                                       shownNumber(context.trace, at)));
    return section;
}

/// A piece with its number in its text, so that like ones are told apart.
QString pieceLabel(const DerivationContext& context, Axis axis, Index place) {
    const AxisTokens tokens = context.scene.pieces->tokens(context.scene.selection.scope);
    const TokenLists& lists = axis == Axis::Key ? *tokens.keys : *tokens.queries;
    const auto sequence = static_cast<std::size_t>(context.sequence);
    const Index count = sequence < lists.size() ? std::ssize(lists[sequence]) : 0;
    return plainMarkup(axisLabels(tokens, axis, context.sequence, std::max(count, place + 1))
                           .value(static_cast<qsizetype>(place)));
}

/// A line for each piece of the query, or of the key where the query is one piece.
std::vector<DerivationRow> pieceRows(const DerivationContext& context, const TraceCell& at) {
    const Tensor& pieces = context.trace[context.trace[at.step].operands[0]].result;
    const std::size_t query = pieces.axisOf(Axis::Query);
    const std::size_t key = pieces.axisOf(Axis::Key);
    const std::vector<Contributor> from = contributors(context.trace, at.step, at.cell);
    const bool one = std::ranges::all_of(from, [&](const Contributor& each) {
        return each.cell[query] == from.front().cell[query];
    });
    std::vector<DerivationRow> rows;
    std::vector<Index> places;
    for (const Contributor& each : from) {
        const Index place = each.cell[one ? key : query];
        if (places.empty() || places.back() != place) {
            places.push_back(place);
            rows.push_back(equationRow(pieceLabel(context, one ? Axis::Key : Axis::Query, place),
                                       computedNumber(0), false));
        }
        rows.back().numbers[0] = computedNumber(rows.back().numbers[0].value +
                                                static_cast<double>(pieces.at(each.cell)));
    }
    return rows;
}

} // namespace

void addPieceSections(const DerivationContext& context, const TraceCell& at,
                      Derivation& derivation) {
    DerivationSection section;
    section.title = formulaText(context.trace, at.step);
    if (context.scene.pieces)
        section.rows = pieceRows(context, at);
    alignColumn(section.rows, 0);
    section.rows.push_back(
        equationRow(formulaText(context.trace, at.step), shownNumber(context.trace, at)));
    section.rows.push_back(noteRow(capitalised(mergedWordsText())));
    derivation.sections.push_back(std::move(section));
}

void addAnalysisSections(const DerivationContext& context, const TraceCell& at,
                         Derivation& derivation) {
    const TraceStep& step = context.trace[at.step];
    if (step.operation == Operation::WeightedNorm)
        derivation.sections.push_back(weightedNormSection(context, at));
    if (step.operation == Operation::Rollout)
        derivation.sections.push_back(rolloutSection(context, at));
    if (step.operation == Operation::Rollout && step.operands.size() == 1)
        derivation.sections.push_back(halfMixedSection(context, at));
    for (const QString& note : analysisNotes(context.trace, step.name))
        derivation.sections.back().rows.push_back(noteRow(note));
}

} // namespace headscope
