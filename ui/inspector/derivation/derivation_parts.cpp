// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_parts.h"

#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/statements.h"
#include "words/word_notes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

QString plainMarkup(const QString& text, int most) {
    QString plain = text.simplified();
    if (plain.size() > most) {
        const int half = (most - 1) / 2;
        plain = plain.left(half) + QChar(0x2026) + plain.right(half);
    }
    // A word joiner keeps the text as it reads and is no markup any more.
    plain.replace(QStringLiteral("_{"), QStringLiteral("_\u2060{"));
    plain.replace(QStringLiteral("^{"), QStringLiteral("^\u2060{"));
    return plain;
}

QStringList tokenLabels(const DerivationContext& context, Axis axis, Index count) {
    return labelsWithNotes(*context.scene.run, context.scene.selection.scope, axis, count,
                           context.sequence);
}

QString indexLabel(const DerivationContext& context, const TraceStep& step, std::size_t axis,
                   Index i) {
    const Axis name = step.result.axes()[axis];
    if (name == Axis::Vocabulary)
        return plainMarkup(
            axisLabels(context.tokens(), name, context.sequence, step.result.size(axis))
                .value(static_cast<qsizetype>(i)));
    if (axisFamily(name) != AxisFamily::Sequence)
        return QString::number(i + 1);
    // In cross-attention what keys and values are made of has the keys' tokens.
    const bool keySide = name == Axis::Key || countsKeys(step.name);
    const QStringList labels =
        tokenLabels(context, keySide ? Axis::Key : Axis::Query, step.result.size(axis));
    return plainMarkup(labels.value(static_cast<qsizetype>(i)));
}

QString nameOf(const DerivationContext& context, const TraceStep& step) {
    const QString letter = rowSymbol(step.name);
    return letter.isEmpty() ? statementOf(context.scene, step.name).title : letter;
}

Cell HeadAxes::cell(Index sequence, Index headIndex, Index rowIndex, Index columnIndex) const {
    Cell at(4, 0);
    at[batch] = sequence;
    at[head] = headIndex;
    at[row] = rowIndex;
    at[column] = columnIndex;
    return at;
}

HeadAxes headAxes(const Tensor& tensor) {
    HeadAxes places;
    std::size_t next = 0;
    for (std::size_t axis = 0; axis < tensor.rank(); ++axis) {
        if (tensor.axes()[axis] == Axis::Batch)
            places.batch = axis;
        else if (tensor.axes()[axis] == Axis::Heads)
            places.head = axis;
        else
            (next++ == 0 ? places.row : places.column) = axis;
    }
    return places;
}

ShownNumber shownNumber(const Trace& trace, const TraceCell& at) {
    const float value = valueOf(trace, at);
    return {value, numberText(value), fullText(value), at};
}

ShownNumber computedNumber(double value) {
    return {value, numberText(value), fullNumber(value), std::nullopt};
}

ShownNumber computedAt(const Trace& trace, const TraceCell& at) {
    const TypedCell* const typed = typedAt(trace[at.step], at.cell);
    if (!typed)
        return shownNumber(trace, at);
    ShownNumber number = computedNumber(static_cast<double>(typed->wouldBe));
    number.full = fullText(typed->wouldBe);
    return number;
}

void addTyped(DerivationSection& section, const Trace& trace, const TraceCell& at) {
    if (typedAt(trace[at.step], at.cell))
        section.rows.push_back(
            equationRow(translate("Inspector", "typed instead"), shownNumber(trace, at)));
}

void alignColumn(std::span<DerivationRow> rows, std::size_t number, int significant, Small small) {
    std::vector<double> values;
    for (const DerivationRow& row : rows) {
        if (number < row.numbers.size())
            values.push_back(row.numbers[number].value);
    }
    const QStringList texts = columnTexts(values, significant, small);
    qsizetype next = 0;
    for (DerivationRow& row : rows) {
        if (number < row.numbers.size())
            row.numbers[number].text = texts[next++];
    }
}

namespace {
/// Whether there were such digits.
bool alignsSum(std::span<DerivationRow> rows, std::size_t number, const QString& result) {
    const auto addsUp = [&] {
        double sum = 0;
        for (const DerivationRow& row : rows)
            sum += number < row.numbers.size() ? readNumber(row.numbers[number].text) : 0;
        return equalsSign(sum, result) == QStringLiteral("=");
    };
    constexpr int mostDigits = 9; // float32 has no more
    for (int significant = 4; significant <= mostDigits; ++significant) {
        alignColumn(rows, number, significant);
        if (addsUp())
            return true;
    }
    // Numbers below 1 need more decimals than columns have elsewhere, huge ones more digits before
    // their exponent.
    for (int decimals = 5; decimals <= mostDigits; ++decimals) {
        for (DerivationRow& row : rows) {
            if (number >= row.numbers.size() || !std::isfinite(row.numbers[number].value))
                continue;
            const double value = row.numbers[number].value;
            constexpr double largestFixed = 1e7;
            row.numbers[number].text = std::fabs(value) < largestFixed
                                           ? fixedText(value, decimals)
                                           : digitsText(value, decimals);
        }
        if (addsUp())
            return true;
    }
    alignColumn(rows, number);
    return false;
}
} // namespace

void alignSum(std::span<DerivationRow> rows, std::size_t number, const QString& result) {
    alignsSum(rows, number, result);
}

void alignSum(std::span<DerivationRow> rows, std::size_t number, ShownNumber& result) {
    if (alignsSum(rows, number, result.text))
        return;
    const double values[] = {result.value};
    const QString longer = columnTexts(values, 5).front();
    if (alignsSum(rows, number, longer))
        result.text = longer;
}

DerivationRow noteRow(const QString& words, bool warning) {
    DerivationRow row;
    row.kind = DerivationRow::Kind::Note;
    row.label = words;
    row.warning = warning;
    return row;
}

DerivationRow equationRow(const QString& label, ShownNumber number, bool strong) {
    DerivationRow row;
    row.kind = DerivationRow::Kind::Equation;
    row.label = label;
    row.numbers = {std::move(number)};
    row.strong = strong;
    return row;
}

std::vector<DerivationRow> termRows(const DerivationContext& context, const TraceCell& at,
                                    const QStringList& labels) {
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    const std::vector<Contributor> from = contributors(context.trace, at.step, at.cell);
    const TraceStep& step = context.trace[at.step];
    const auto source = [&](std::size_t i) -> std::optional<TraceCell> {
        if (i >= from.size())
            return std::nullopt;
        return TraceCell{step.operands[from[i].operand], from[i].cell};
    };

    std::vector<std::size_t> chosen(explanation.terms.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    const bool shortened =
        chosen.size() > std::max<std::size_t>(mostTerms, labels.isEmpty() ? 0 : mostKeys);
    if (shortened) {
        const auto magnitude = [&](std::size_t i) {
            const float product = std::fabs(explanation.terms[i].product);
            return std::isnan(product) ? std::numeric_limits<float>::infinity() : product;
        };
        std::ranges::stable_sort(chosen, std::ranges::greater{}, magnitude);
        chosen.resize(largestTerms);
    }

    std::vector<DerivationRow> rows;
    double shown = 0;
    for (const std::size_t i : chosen) {
        const Term& term = explanation.terms[i];
        DerivationRow row;
        row.kind = DerivationRow::Kind::Term;
        if (!labels.isEmpty())
            row.label = plainMarkup(labels.value(static_cast<qsizetype>(i)));
        else if (shortened)
            row.label = QString::number(i + 1);
        row.numbers = {{term.left, {}, fullText(term.left), source(2 * i)},
                       {term.right, {}, fullText(term.right), source(2 * i + 1)},
                       {term.product, {}, fullText(term.product), std::nullopt}};
        shown += term.product;
        rows.push_back(std::move(row));
    }
    for (std::size_t number = 0; number < 3; ++number)
        alignColumn(rows, number);
    if (shortened) {
        const auto more = static_cast<int>(explanation.terms.size() - chosen.size());
        const QString words =
            QCoreApplication::translate("Inspector", "… %n more terms sum to", nullptr, more);
        rows.push_back(equationRow(words, computedNumber(explanation.sum - shown), false));
    }
    if (explanation.bias && step.operands.size() > 2) {
        const TraceStep& bias = context.trace[step.operands[2]];
        const QString symbol = tensorSymbol(bias.name);
        ShownNumber number = computedNumber(*explanation.bias);
        number.full = fullText(*explanation.bias);
        number.source = source(2 * explanation.terms.size());
        rows.push_back(
            equationRow(QStringLiteral("+ ") + (symbol.isEmpty() ? QStringLiteral("b") : symbol),
                        std::move(number), false));
    }
    return rows;
}

} // namespace headscope
