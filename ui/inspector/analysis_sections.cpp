// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of an attention beside what it computes.
#include "inspector/derivation_parts.h"
#include "scene/analysis_text.h"
#include "scene/calculation_text.h"
#include "scene/formula.h"
#include "scene/number_format.h"
#include "scene/stage_text.h"

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

} // namespace

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
