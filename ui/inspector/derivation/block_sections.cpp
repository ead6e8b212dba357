// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around attention, with its numbers: sums, norms, activations, positions.
#include "inspector/derivation/derivation_parts.h"
#include "measures/words.h"
#include "operations/operation_info.h"
#include "words/analysis_text.h"
#include "words/asked_words.h"
#include "words/block_text.h"
#include "words/numbers/calculation_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"
#include "words/statements.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

TraceCell sourceOf(const DerivationContext& context, const TraceCell& at,
                   const Contributor& contributor) {
    return {context.trace[at.step].operands[contributor.operand], contributor.cell};
}

/// What tells the numbers of a mean apart: the axes over which it was taken.
QString placeLabel(const DerivationContext& context, const TraceStep& step, const Tensor& reduced,
                   const Cell& cell) {
    QStringList parts;
    for (std::size_t axis = 0; axis < cell.size(); ++axis) {
        if (reduced.size(axis) != 1 || step.result.size(axis) == 1)
            continue;
        const Axis name = step.result.axes()[axis];
        parts << (axisFamily(name) == AxisFamily::Sequence
                      ? indexLabel(context, step, axis, cell[axis])
                      : axisWord(name) + QStringLiteral(" %1").arg(cell[axis] + 1));
    }
    return parts.join(QStringLiteral(", "));
}

/// A number with as many decimals as a printed one; as usual where that has an exponent.
QString textLike(double value, const QString& printed) {
    if (printed.contains(u'e'))
        return numberText(value);
    const qsizetype point = printed.indexOf(u'.');
    const auto decimals = point < 0 ? 0 : static_cast<int>(printed.size() - point - 1);
    return QString::number(value, 'f', decimals);
}

/// The numbers that a mean, a variance or a length was taken of, with what each gives to the
/// sum: all of them, or the largest and the sum of the rest. As printed they come to `printedSum`.
std::vector<DerivationRow> reducedRows(const DerivationContext& context, const TraceCell& at,
                                       const QString& printedSum) {
    const TraceStep& step = context.trace[at.step];
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    const std::vector<Contributor> from = contributors(context.trace, at.step, at.cell);
    const bool squares = step.operation != Operation::Mean;
    const bool reduces = infoOf(step.operation).form == StepForm::Reduction;
    const bool centred = step.operation == Operation::Variance;
    std::vector<std::size_t> chosen(explanation.terms.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    const bool shortened = chosen.size() > static_cast<std::size_t>(mostKeys);
    if (shortened) {
        std::ranges::stable_sort(chosen, std::ranges::greater{}, [&](std::size_t i) {
            return std::fabs(explanation.terms[i].product);
        });
        chosen.resize(largestTerms);
    }
    std::vector<DerivationRow> rows;
    double shown = 0;
    for (const std::size_t i : chosen) {
        const Term& term = explanation.terms[i];
        const TraceCell source = sourceOf(context, at, from[i]);
        DerivationRow row;
        if (squares) {
            row = equationRow({}, computedNumber(static_cast<double>(term.product)), false);
            if (reduces)
                row.numbers.front().source = source;
        } else {
            const QString place =
                placeLabel(context, context.trace[source.step], step.result, source.cell);
            row = equationRow(place, shownNumber(context.trace, source), false);
        }
        shown += static_cast<double>(term.product);
        rows.push_back(std::move(row));
    }
    if (shortened) {
        const auto more = static_cast<int>(explanation.terms.size() - chosen.size());
        rows.push_back(equationRow(
            QCoreApplication::translate("Inspector", "… %n more terms sum to", nullptr, more),
            computedNumber(explanation.sum - shown), false));
    }
    alignSum(rows, 0, printedSum);
    for (std::size_t i = 0; squares && i < chosen.size(); ++i) {
        const Term& term = explanation.terms[chosen[i]];
        const double values[] = {term.left, centred ? explanation.mean : 0};
        // The squares as the column prints them.
        const QString& text = rows[i].numbers.front().text;
        const QStringList texts = operandTexts(
            values, [](auto v) { return (v[0] - v[1]) * (v[0] - v[1]); },
            static_cast<double>(term.product), [](double value) { return numberText(value); },
            [&text](double value) { return textLike(value, text); });
        rows[i].label = squareText(texts[0], centred ? texts[1] : QString());
    }
    return rows;
}

DerivationSection reducedSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    const bool variance = step.operation == Operation::Variance;
    const auto count = static_cast<int>(explanation.terms.size());
    // Over the last axis a norm looks at one token, over the others at one feature.
    const bool layer = step.result.size(step.result.rank() - 1) == 1;
    DerivationSection section;
    section.title = layer ? translate("Inspector", "over the features of this token")
                          : translate("Inspector", "over all tokens of this feature");
    if (variance) {
        const std::vector<Contributor> from = contributors(context.trace, at.step, at.cell);
        section.rows.push_back(
            equationRow(QStringLiteral("μ"),
                        shownNumber(context.trace, sourceOf(context, at, from.back())), false));
    }
    const auto many = static_cast<double>(count);
    const double sums[] = {explanation.sum};
    const QString sum = operandTexts(
        sums, [many](auto v) { return v[0] / many; }, valueOf(context.trace, at))[0];
    std::ranges::move(reducedRows(context, at, sum), std::back_inserter(section.rows));
    section.rows.push_back(equationRow(QStringLiteral("Σ ÷ n = %1 ÷ %2").arg(sum).arg(count),
                                       shownNumber(context.trace, at)));
    if (variance)
        section.rows.push_back(noteRow(translate(
            "Inspector", "Divided by n, not by n − 1: the biased variance, as norms use it.")));
    return section;
}

/// √ of the squares of v·W_O.
DerivationSection lengthSection(const DerivationContext& context, const TraceCell& at) {
    const double sums[] = {explain(context.trace, at.step, at.cell).sum};
    const QString sum = operandTexts(
        sums, [](auto v) { return std::sqrt(v[0]); }, valueOf(context.trace, at))[0];
    DerivationSection section;
    section.title = QStringLiteral("√ Σ (v·W_{O})²");
    section.rows = reducedRows(context, at, sum);
    section.rows.push_back(equationRow(u'√' + sum, shownNumber(context.trace, at)));
    for (const QString& note : analysisNotes(context.trace, context.trace[at.step].name))
        section.rows.push_back(noteRow(note));
    return section;
}

/// How the numbers at one place make the asked one.
QString plainCalculation(const DerivationContext& context, const TraceCell& at) {
    const auto write = [](double value) { return numberText(value); };
    return calculationText(explain(context.trace, at.step, at.cell), write, write);
}

DerivationSection addSection(const DerivationContext& context, const TraceCell& at) {
    DerivationSection section;
    section.title = formulaText(context.trace, at.step);
    std::vector<DerivationRow> rows;
    for (const Contributor& from : contributors(context.trace, at.step, at.cell)) {
        const TraceCell source = sourceOf(context, at, from);
        const QString name = nameOf(context, context.trace[source.step]);
        rows.push_back(equationRow(from.operand == 0 ? name : QStringLiteral("+ ") + name,
                                   shownNumber(context.trace, source), false));
    }
    ShownNumber sum = shownNumber(context.trace, at);
    alignSum(rows, 0, sum);
    section.rows = std::move(rows);
    section.rows.push_back(equationRow(QStringLiteral("="), sum));
    return section;
}

/// The operands under their letters, and what is computed of them.
DerivationSection calculationSection(const DerivationContext& context, const TraceCell& at) {
    DerivationSection section;
    section.title = formulaText(context.trace, at.step);
    for (const Contributor& from : contributors(context.trace, at.step, at.cell)) {
        const TraceCell source = sourceOf(context, at, from);
        const QString letter = tensorSymbol(context.trace[source.step].name);
        section.rows.push_back(
            equationRow(from.operand == 0 || letter.isEmpty() ? QStringLiteral("x") : letter,
                        shownNumber(context.trace, source), false));
    }
    section.rows.push_back(
        equationRow(plainCalculation(context, at), shownNumber(context.trace, at)));
    return section;
}

DerivationSection scaleShiftSection(const DerivationContext& context, const TraceCell& at) {
    DerivationSection section;
    section.title = operationText(context.trace, at.step);
    section.value = shownNumber(context.trace, at);
    section.rows = termRows(context, at);
    return section;
}

DerivationSection activationSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const ActivationInfo& function = *infoOf(step.operation).activation;
    const std::vector<Contributor> from = contributors(context.trace, at.step, at.cell);
    const TraceCell source = sourceOf(context, at, from.front());
    const double x = valueOf(context.trace, source);
    DerivationSection section;
    section.title = operationText(context.trace, at.step) + QStringLiteral(": ") +
                    QString::fromUtf8(function.meaning);
    section.rows.push_back(
        equationRow(QStringLiteral("x"), shownNumber(context.trace, source), false));
    if (!function.share) {
        section.rows.push_back(
            equationRow(plainCalculation(context, at), shownNumber(context.trace, at)));
        return section;
    }
    const double share = function.share(x);
    QString letter = QString::fromUtf8(function.shareSymbol);
    if (!function.shareFormula.empty())
        letter += QStringLiteral(" = ") + QString::fromUtf8(function.shareFormula);
    section.rows.push_back(equationRow(letter, computedNumber(share), false));
    const double two[] = {x, share};
    const QStringList factors = operandTexts(
        two, [](auto v) { return v[0] * v[1]; }, valueOf(context.trace, at));
    section.rows.push_back(
        equationRow(QStringLiteral("%1 × %2").arg(factors[0], inBrackets(factors[1])),
                    shownNumber(context.trace, at)));
    if (function.shareFormula.empty())
        section.rows.push_back(noteRow(translate(
            "Inspector", "Φ(x) is the share of a normal distribution that lies below x.")));
    return section;
}

DerivationSection positionSection(const DerivationContext& context, const TraceCell& at) {
    const Tensor& tensor = context.trace[at.step].result;
    const Index width = tensor.size(tensor.rank() - 1);
    const Index feature = at.cell.back();
    const Index position = at.cell[0];
    const Index even = feature / 2 * 2;
    const double period = std::pow(10000.0, static_cast<double>(even) / static_cast<double>(width));
    DerivationSection section;
    section.title = translate("Inspector", "of the position alone");
    ShownNumber place;
    place.value = static_cast<double>(position);
    place.text = place.full = QString::number(position);
    section.rows.push_back(
        equationRow(translate("Inspector", "p, counted from 0"), std::move(place), false));
    section.rows.push_back(equationRow(QStringLiteral("10000^{%1÷%2}").arg(even).arg(width),
                                       computedNumber(period), false));
    const auto angle = [&](double of) { return static_cast<double>(position) / of; };
    const double periods[] = {period};
    const QString divisor = operandTexts(
        periods,
        [&](auto v) { return feature % 2 == 0 ? std::sin(angle(v[0])) : std::cos(angle(v[0])); },
        valueOf(context.trace, at))[0];
    const QString function = feature % 2 == 0 ? QStringLiteral("sin") : QStringLiteral("cos");
    section.rows.push_back(
        equationRow(QStringLiteral("%1(%2 ÷ %3)").arg(function).arg(position).arg(divisor),
                    shownNumber(context.trace, at)));
    return section;
}

/// The angle of a pair at a position, and its cosine or sine.
DerivationSection angleSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    const Index half = step.result.shape().back() / 2;
    const Index position = at.cell[0];
    const Index pair = at.cell[1] % half;
    const double turns = std::pow(static_cast<double>(step.factor),
                                  -static_cast<double>(pair) / static_cast<double>(half));
    DerivationSection section;
    section.title = translate("Inspector", "of the position alone");
    ShownNumber place;
    place.value = static_cast<double>(position);
    place.text = place.full = QString::number(position);
    section.rows.push_back(
        equationRow(translate("Inspector", "p, counted from 0"), std::move(place), false));
    section.rows.push_back(equationRow(QStringLiteral("%1^{−%2÷%3}")
                                           .arg(rangeText(static_cast<double>(step.factor)))
                                           .arg(pair)
                                           .arg(half),
                                       computedNumber(turns), false));
    const bool cosine = step.operation == Operation::RotaryCosine;
    const double frequencies[] = {turns};
    const QString frequency = operandTexts(
        frequencies,
        [&](auto v) {
            const double angle = static_cast<double>(position) * v[0];
            return cosine ? std::cos(angle) : std::sin(angle);
        },
        valueOf(context.trace, at))[0];
    section.rows.push_back(
        equationRow(QStringLiteral("%1(%2 × %3)")
                        .arg(cosine ? QStringLiteral("cos") : QStringLiteral("sin"))
                        .arg(position)
                        .arg(frequency),
                    shownNumber(context.trace, at)));
    return section;
}

/// The softmax over the vocabulary: the likeliest words in their order, and the asked one.
void addWordSections(const DerivationContext& context, const TraceCell& at,
                     Derivation& derivation) {
    const TraceStep& step = context.trace[at.step];
    const std::size_t logits = step.operands[0];
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    const std::size_t axis = at.cell.size() - 1;
    const Index words = step.result.size(axis);
    std::vector<Index> chosen(static_cast<std::size_t>(words));
    std::iota(chosen.begin(), chosen.end(), Index{0});
    Cell cell = at.cell;
    const auto weight = [&](Index word) {
        cell[axis] = word;
        const float value = step.result.at(cell);
        return std::isnan(value) ? -1.0F : value;
    };
    std::ranges::stable_sort(chosen, std::ranges::greater{}, weight);
    const auto rank = std::ranges::find(chosen, at.cell[axis]) - chosen.begin();
    if (words > mostKeys) {
        chosen.resize(static_cast<std::size_t>(mostKeys));
        if (rank >= mostKeys)
            chosen.push_back(at.cell[axis]);
    }
    DerivationSection section;
    section.title = translate("Inspector", "softmax over the vocabulary");
    section.remark = QStringLiteral("e^(s − max) ÷ Σ");
    std::vector<DerivationRow> rows;
    for (const Index word : chosen) {
        const bool isAsked = word == at.cell[axis];
        const auto place = isAsked ? rank : std::ssize(rows);
        cell[axis] = word;
        DerivationRow row;
        row.kind = DerivationRow::Kind::Key;
        row.label = QStringLiteral("%1. %2")
                        .arg(qint64{place} + 1)
                        .arg(indexLabel(context, step, axis, word));
        row.numbers = {shownNumber(context.trace, {logits, cell}),
                       shownNumber(context.trace, {at.step, cell})};
        const double value = row.numbers[1].value;
        row.fraction = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0;
        row.asked = isAsked;
        rows.push_back(std::move(row));
    }
    alignColumn(rows, 0, 3);
    alignColumn(rows, 1, 4, Small::Bound);
    section.rows = std::move(rows);
    derivation.sections.push_back(std::move(section));
    if (std::isnan(derivation.result.value))
        return;
    DerivationSection quotient;
    quotient.rows.push_back(equationRow(quotientText(explanation), shownNumber(context.trace, at)));
    derivation.sections.push_back(std::move(quotient));
}

} // namespace

std::optional<std::size_t> receivedFrom(const DerivationContext& context, std::size_t step) {
    const auto& blocks = context.scene.blocks;
    if (!blocks || step >= blocks->origins.size())
        return std::nullopt;
    const std::size_t origin = blocks->origins[step];
    const TraceStep& maker = (*blocks->whole)[origin];
    const bool given =
        maker.operation == Operation::Input || maker.operation == Operation::Parameter;
    if (given || maker.scope == context.scene.selection.scope)
        return std::nullopt;
    return origin;
}

DerivationSection receivedSection(const DerivationContext& context, const TraceCell& at,
                                  std::size_t origin) {
    const Trace& whole = *context.scene.blocks->whole;
    const TraceStep& maker = whole[origin];
    DerivationSection section;
    section.title = translate("Inspector", "Received from another block");
    ShownNumber number = shownNumber(context.trace, at);
    number.source.reset();
    number.elsewhere = TraceCell{origin, at.cell};
    const std::string scope(withoutPieces(maker.scope));
    section.rows.push_back(
        equationRow(blockName(scope, addsResidual(whole, scope)), std::move(number)));
    section.rows.push_back(noteRow(translate("Inspector", "%1; a click on the number goes there.")
                                       .arg(tensorTitle(maker.name))));
    return section;
}

void addBlockSections(const DerivationContext& context, const TraceCell& at,
                      Derivation& derivation) {
    const OperationInfo& info = infoOf(context.trace[at.step].operation);
    auto& sections = derivation.sections;
    if (info.activation)
        return sections.push_back(activationSection(context, at));
    if (info.form == StepForm::Reduction)
        return sections.push_back(reducedSection(context, at));
    switch (info.operation) {
    case Operation::RotaryCosine:
    case Operation::RotarySine: return sections.push_back(angleSection(context, at));
    case Operation::Positions: return sections.push_back(positionSection(context, at));
    case Operation::Add: return sections.push_back(addSection(context, at));
    case Operation::ProjectedNorm: return sections.push_back(lengthSection(context, at));
    case Operation::ScaleShift: return sections.push_back(scaleShiftSection(context, at));
    case Operation::Softmax: return addWordSections(context, at, derivation);
    default:
        if (info.calculation.value)
            sections.push_back(calculationSection(context, at));
    }
}

} // namespace headscope
