// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_parts.h"
#include "run/masked_pairs.h"
#include "words/asked_words.h"
#include "words/fully_masked_words.h"
#include "words/numbers/formula.h"
#include "words/numbers/range_words.h"
#include "words/quoted_word.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

/// The steps from Q · Kᵀ to the asked one, by what they do.
struct Chain {
    std::optional<std::size_t> product, scale, mask, softmax, dropout;
};

Chain chainTo(const Trace& trace, std::size_t step) {
    Chain chain;
    while (true) {
        switch (trace[step].operation) {
        case Operation::QueryKeyProduct: chain.product = step; return chain;
        case Operation::Scale: chain.scale = step; break;
        case Operation::ApplyMask: chain.mask = step; break;
        case Operation::Softmax: chain.softmax = step; break;
        case Operation::Dropout: chain.dropout = step; break;
        default: return chain;
        }
        if (trace[step].operands.empty())
            return chain;
        step = trace[step].operands[0];
    }
}

TraceCell operandCell(const Trace& trace, const TraceCell& at, std::size_t i) {
    const auto from = contributors(trace, at.step, at.cell);
    return {trace[at.step].operands[from[i].operand], from[i].cell};
}

/// A query as it stands in a sentence: a word in quotation marks.
QString queryInWords(const DerivationContext& context, const TraceStep& step, std::size_t axis,
                     Index place) {
    return plainMarkup(quotedWord(*context.scene.run, context.scene.selection.scope,
                                  step.result.axes()[axis], step.result.size(axis),
                                  context.sequence, place),
                       48);
}

/// "÷ √d_{k} = ÷ √4 = ÷ 2", or what stands in the place of it.
QString scaleWords(const DerivationContext& context, std::size_t step) {
    const bool told = tellsScale(context.scene.pointed);
    const QString scale = scaleText(context.trace, step, told);
    if (!told)
        return scale;
    const std::optional<Index> width = rootOfScale(context.trace, step);
    if (!width) {
        const TraceStep& product = context.trace[context.trace[step].operands[0]];
        const Tensor& query = context.trace[product.operands[0]].result;
        return translate("Inspector", "%1 instead of ÷ √%2")
            .arg(scale)
            .arg(query.size(query.rank() - 1));
    }
    const QString words = QStringLiteral("÷ √d_{k} = ") + scale;
    const double root = std::sqrt(static_cast<double>(*width));
    const bool whole = root == std::floor(root) && root > 1;
    return whole ? words + QStringLiteral(" = ÷ %1").arg(root) : words;
}

/// "1.2 × −0.53" of a row of three numbers, as many digits as its product takes.
QString productText(const DerivationRow& row) {
    const double two[] = {row.numbers[0].value, row.numbers[1].value};
    return operandTexts(
               two, [](auto v) { return v[0] * v[1]; }, row.numbers[2].value)
        .join(QStringLiteral(" × "));
}

DerivationSection scoreSection(const DerivationContext& context, const Chain& chain,
                               const Cell& cell) {
    const TraceCell product{*chain.product, cell};
    DerivationSection section;
    QString label = translate("Inspector", "score  q · k");
    std::vector<DerivationRow> terms = termRows(context, product);
    if (terms.size() == 1) {
        label += QStringLiteral(" = ") + productText(terms[0]);
        terms.clear();
    }
    section.rows.push_back(equationRow(label, computedAt(context.trace, product)));
    std::ranges::move(terms, std::back_inserter(section.rows));
    addTyped(section, context.trace, product);
    if (chain.scale) {
        const TraceCell scaled{*chain.scale, cell};
        section.rows.push_back(
            equationRow(scaleWords(context, *chain.scale), computedAt(context.trace, scaled)));
        addTyped(section, context.trace, scaled);
    }
    return section;
}

/// A key of a softmax row: score, bar, weight.
DerivationRow keyRow(const DerivationContext& context, const QString& label, const TraceCell& score,
                     const TraceCell& weight, bool masked) {
    DerivationRow row;
    row.kind = DerivationRow::Kind::Key;
    const bool typed = typedAt(context.trace[score.step], score.cell) ||
                       typedAt(context.trace[weight.step], weight.cell);
    row.label = typed ? translate("Inspector", "%1, typed").arg(label) : label;
    row.numbers = {shownNumber(context.trace, score), shownNumber(context.trace, weight)};
    const double value = row.numbers[1].value;
    row.fraction = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0;
    row.masked = masked;
    return row;
}

/// The keys that a table shows: all, or the largest few and the asked one.
std::vector<Index> keysToShow(const Tensor& weights, const Cell& cell) {
    const std::size_t keyAxis = headAxes(weights).column;
    const Index count = weights.size(keyAxis);
    std::vector<Index> keys(static_cast<std::size_t>(count));
    std::iota(keys.begin(), keys.end(), Index{0});
    if (count <= mostKeys)
        return keys;
    const auto weight = [&](Index key) {
        Cell at = cell;
        at[keyAxis] = key;
        const float value = weights.at(at);
        return std::isnan(value) ? std::numeric_limits<float>::infinity() : value;
    };
    std::ranges::stable_sort(keys, std::ranges::greater{}, weight);
    const auto place = std::ranges::find(keys, cell[keyAxis]);
    const bool among = place - keys.begin() < static_cast<std::ptrdiff_t>(largestKeys);
    keys.resize(largestKeys);
    if (!among)
        keys.push_back(cell[keyAxis]);
    return keys;
}

/// The weight of a pair of the masked scores; 1 where there is none.
float weightAt(const Trace& trace, const Cell& cell) {
    const TraceStep* const weights = trace.find(TensorName::AttentionWeights);
    return weights ? weights->result.at(cell) : 1.0F;
}

bool isMaskedPair(const Trace& trace, const Chain& chain, const Cell& cell) {
    if (!chain.mask || !appliesMask(trace[*chain.mask]))
        return false;
    const TraceStep& step = trace[*chain.mask];
    for (const Contributor& from : contributors(trace, *chain.mask, cell)) {
        const TraceStep& operand = trace[step.operands[from.operand]];
        const float value = operand.result.at(from.cell);
        if (operand.name == TensorName::MayAttend && value == 0)
            return true;
        if (operand.name == TensorName::AdditiveMask && forbidsPair(value, weightAt(trace, cell)))
            return true;
    }
    return false;
}

/// Where a key lies that is not in view: "← outside"; empty where it is.
QString outsideText(const DerivationContext& context, Index key) {
    if (!context.seen)
        return {};
    const bool before = key < context.seen->firstColumn;
    if (!before && key < context.seen->endColumn)
        return {};
    if (context.scene.isTurned())
        return before ? translate("Inspector", "↑ outside") : translate("Inspector", "↓ outside");
    return before ? translate("Inspector", "← outside") : translate("Inspector", "outside →");
}

void addSoftmax(const DerivationContext& context, const Chain& chain, const Cell& cell,
                Derivation& derivation) {
    const Trace& trace = context.trace;
    const std::size_t softmax = *chain.softmax;
    const std::size_t scores = trace[softmax].operands[0];
    const Tensor& weights = trace[softmax].result;
    const HeadAxes axes = headAxes(weights);
    const Index keyCount = weights.size(axes.column);
    const Explanation explanation = explain(trace, softmax, cell);
    const QStringList labels = tokenLabels(context, Axis::Key, keyCount);
    const QString query = queryInWords(context, trace[softmax], axes.row, cell[axes.row]);

    DerivationSection section;
    section.title = translate("Inspector", "softmax of the query %1").arg(query);
    section.remark = QStringLiteral("e^(s − max) ÷ Σ");
    const bool many = keyCount > mostKeys;
    if (many) {
        RowOfKeys row;
        row.labels = labels;
        row.asked = cell[axes.column];
        Cell at = cell;
        for (Index key = 0; key < keyCount; ++key) {
            at[axes.column] = key;
            row.weights.push_back(weights.at(at));
            row.scores.push_back(trace[scores].result.at(at));
            row.masked.push_back(isMaskedPair(trace, chain, at));
        }
        derivation.chart = std::move(row);
        DerivationRow room;
        room.kind = DerivationRow::Kind::Chart;
        section.rows.push_back(std::move(room));
    }
    std::vector<DerivationRow> rows;
    for (const Index key : keysToShow(weights, cell)) {
        Cell at = cell;
        at[axes.column] = key;
        rows.push_back(keyRow(context, plainMarkup(labels.value(static_cast<qsizetype>(key))),
                              {scores, at}, {softmax, at}, isMaskedPair(trace, chain, at)));
        rows.back().asked = key == cell[axes.column];
    }
    double shown = 0;
    for (DerivationRow& row : rows) {
        shown += row.numbers[1].value;
        if (many)
            row.outside = outsideText(context, row.numbers[1].source->cell[axes.column]);
    }
    alignColumn(rows, 0, 3);
    alignColumn(rows, 1, 4, Small::Bound);
    // The one in question as the result above says it, where the column says less.
    for (DerivationRow& row : rows) {
        if (row.asked)
            row.numbers[1].text = resultText(row.numbers[1].value);
    }
    const auto others = static_cast<int>(keyCount) - static_cast<int>(rows.size());
    std::ranges::move(rows, std::back_inserter(section.rows));
    if (others > 0 && !explanation.fullyMasked && std::isfinite(shown)) {
        double all = 0;
        for (const float weight : derivation.chart->weights)
            all += static_cast<double>(weight);
        section.rows.push_back(equationRow(
            QCoreApplication::translate("Inspector", "%n other key(s)", nullptr, others),
            computedNumber(std::max(0.0, all - shown)), false));
    }
    if (explanation.fullyMasked) {
        const bool byMask = isMaskedPair(trace, chain, cell);
        section.rows.push_back(noteRow(
            byMask ? translate("Inspector", "Every key is masked for this query. Softmax has "
                                            "nothing to share out.")
                   : translate("Inspector",
                               "Every score of this row is −∞, as if all keys were masked."),
            true));
        section.rows.push_back(noteRow(fullyMaskedWords(explanation.whenFullyMasked)));
    }
    derivation.sections.push_back(std::move(section));
    if (many)
        derivation.sections.push_back(
            textSection(context, {softmax, cell}, derivation.chart->masked));

    const float weight = explanation.wouldBe.value_or(weights.at(cell));
    if (explanation.fullyMasked || std::isnan(weight)) {
        DerivationSection typed;
        addTyped(typed, trace, {softmax, cell});
        if (!typed.rows.empty())
            derivation.sections.push_back(std::move(typed));
        return;
    }
    DerivationSection quotient;
    quotient.rows.push_back(
        equationRow(quotientText(explanation), computedAt(trace, {softmax, cell})));
    addTyped(quotient, trace, {softmax, cell});
    derivation.sections.push_back(std::move(quotient));
}

void addDropout(const DerivationContext& context, const TraceCell& at, Derivation& derivation) {
    const TraceStep& step = context.trace[at.step];
    const float before = valueOf(context.trace, {step.operands[0], at.cell});
    const TypedCell* const typed = typedAt(step, at.cell);
    const float after = typed ? typed->wouldBe : valueOf(context.trace, at);
    const bool dropped = after == 0 && before != 0;
    DerivationSection section;
    const QString words =
        before == 0 ? translate("Inspector", "dropout: 0 stays 0")
        : dropped   ? translate("Inspector", "dropout: dropped")
                    : translate("Inspector", "dropout: kept, × %1").arg(numberText(step.factor));
    section.rows.push_back(equationRow(words, computedAt(context.trace, at)));
    addTyped(section, context.trace, at);
    section.rows.push_back(noteRow(
        translate("Inspector", "What is kept is scaled by 1 ÷ (1 − p) = %1, so that the sum stays "
                               "the same on average. A single row need not sum to 1.")
            .arg(numberText(step.factor))));
    derivation.sections.push_back(std::move(section));
}

/// weight × v(key), and the context that all keys make together.
void addValue(const DerivationContext& context, const TraceCell& weight, Derivation& derivation) {
    const Trace& trace = context.trace;
    const auto sum = consumerOf(trace, weight.step, Operation::WeightedSum);
    if (!sum || trace[*sum].operands.size() < 2)
        return;
    const Cell& cell = weight.cell;
    const std::size_t value = trace[*sum].operands[1];
    const HeadAxes axes = headAxes(trace[weight.step].result);
    const HeadAxes ofValue = headAxes(trace[value].result);
    const Index head = cell[axes.head];
    const TraceCell v{value, ofValue.cell(cell[axes.batch], head, cell[axes.column], 0)};
    const TraceCell z{*sum,
                      headAxes(trace[*sum].result).cell(cell[axes.batch], head, cell[axes.row], 0)};
    const QString key = indexLabel(context, trace[value], ofValue.row, cell[axes.column]);
    const QString query = queryInWords(context, trace[weight.step], axes.row, cell[axes.row]);
    const Index width = trace[value].result.size(ofValue.column);
    const auto keys = static_cast<int>(trace[weight.step].result.size(axes.column));
    const QString together =
        QCoreApplication::translate("Inspector", "Σ over %n keys = context of %1", nullptr, keys)
            .arg(query);
    const double share = valueOf(trace, weight);

    DerivationSection section;
    section.badge = projectionBadge(Projection::Value);
    std::vector<DerivationRow> rows;
    for (Index i = 0; i < std::min<Index>(width, static_cast<Index>(mostTerms)); ++i) {
        TraceCell at = v;
        at.cell[ofValue.column] = i;
        DerivationRow row;
        row.kind = DerivationRow::Kind::Term;
        row.numbers = {shownNumber(trace, weight), shownNumber(trace, at),
                       computedNumber(share * static_cast<double>(valueOf(trace, at)))};
        rows.push_back(std::move(row));
    }
    for (std::size_t number = 0; number < 3; ++number)
        alignColumn(rows, number);
    if (width == 1) {
        section.title = QStringLiteral("× v(%1) = %2").arg(key, productText(rows[0]));
        section.quiet = true;
        section.value = rows[0].numbers[2];
        section.rows = {equationRow(together, shownNumber(trace, z), false)};
        derivation.sections.push_back(std::move(section));
        return;
    }
    section.title = translate("Inspector", "× v(%1), head %2").arg(key, QString::number(head + 1));
    if (width <= static_cast<Index>(mostTerms))
        section.rows = std::move(rows);
    else
        section.rows = componentRows(context, v, Projection::Value);
    derivation.sections.push_back(std::move(section));
    DerivationSection result;
    result.title = together;
    result.rows = componentRows(context, z, Projection::Value);
    derivation.sections.push_back(std::move(result));
}

} // namespace

void addQueryKeySections(const DerivationContext& context, const TraceCell& at,
                         Derivation& derivation) {
    const Trace& trace = context.trace;
    const Chain chain = chainTo(trace, at.step);
    if (chain.product) {
        const TraceCell product{*chain.product, at.cell};
        TraceCell q = operandCell(trace, product, 0);
        TraceCell k = operandCell(trace, product, 1);
        q.cell.back() = 0;
        k.cell.back() = 0;
        derivation.sections.push_back(projectionSection(context, q, Projection::Query));
        derivation.sections.push_back(projectionSection(context, k, Projection::Key));
        derivation.sections.push_back(scoreSection(context, chain, at.cell));
    }
    // Without a mask the step is there, but says nothing until somebody asks about it.
    if (chain.mask && (chain.mask == at.step || appliesMask(trace[*chain.mask]) ||
                       typedAt(trace[*chain.mask], at.cell)))
        derivation.sections.push_back(maskSection(context, {*chain.mask, at.cell}));
    if (!chain.softmax)
        return;
    addSoftmax(context, chain, at.cell, derivation);
    std::size_t weight = *chain.softmax;
    if (const auto dropout = consumerOf(trace, weight, Operation::Dropout)) {
        weight = *dropout;
        addDropout(context, {weight, at.cell}, derivation);
    }
    addValue(context, {weight, at.cell}, derivation);
}

} // namespace headscope
