// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_parts.h"
#include "run/masked_pairs.h"
#include "words/statements.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The value of a mask [query, key], [batch or 1, query, key] or
/// [batch or 1, heads or 1, query, key] at [batch, heads, query, key].
std::optional<float> maskValue(const Tensor& mask, const Cell& cell) {
    if (mask.rank() < 2 || mask.rank() > 4 || cell.size() != 4)
        return std::nullopt;
    Cell at(mask.rank(), 0);
    at[mask.rank() - 1] = cell[3];
    at[mask.rank() - 2] = cell[2];
    if (mask.rank() >= 3)
        at[0] = cell[0];
    if (mask.rank() == 4)
        at[1] = cell[1];
    for (std::size_t axis = 0; axis < mask.rank(); ++axis) {
        if (mask.size(axis) == 1)
            at[axis] = 0;
        if (at[axis] >= mask.size(axis))
            return std::nullopt;
    }
    return mask.at(at);
}

const MaskRules& rulesOf(const DerivationContext& context) {
    return context.scene.run->maskRules(context.scene.selection.scope);
}

/// Whether this key lies behind the end of its sequence.
bool isPadding(const DerivationContext& context, const Cell& cell) {
    return rulesOf(context).padding &&
           cell[3] >= paddingBegin(context.tokens(), Axis::Key, cell[0]);
}

/// Why the places alone forbid a pair: the parts of keysInSight().
QStringList reasonsOfPlace(const MaskRules& rules, Index query, Index key, Index queries,
                           Index keys) {
    QStringList all;
    const bool lower = rules.lowerRight && queries != keys;
    const Index place = lower ? query + keys - queries : query;
    const Index free = rules.prefix.value_or(0);
    if ((rules.causal || rules.prefix) && key > place && key >= free) {
        all += rules.prefix
                   ? translate("Inspector", "Prefix: behind the first %1 keys a query sees no key "
                                            "after itself.")
                         .arg(free)
                   : translate("Inspector", "Causal: a query sees no key after itself.");
    }
    const bool outside =
        rules.window && (key >= place + *rules.window || key <= place - *rules.window);
    if (outside)
        all += translate("Inspector",
                         "Window: only keys less than %1 places away from the query are seen.")
                   .arg(*rules.window);
    if (!all.isEmpty() && lower)
        all += translate("Inspector", "Lower-right alignment: the last query stands at the last "
                                      "key, so this one stands at place %1.")
                   .arg(place + 1);
    return all;
}

} // namespace

QStringList maskReasons(const DerivationContext& context, const Cell& cell) {
    QStringList all;
    const MaskRules& rules = rulesOf(context);
    if (const TraceStep* scores = context.trace.find(TensorName::Scores)) {
        const HeadAxes axes = headAxes(scores->result);
        all += reasonsOfPlace(rules, cell[2], cell[3], scores->result.size(axes.row),
                              scores->result.size(axes.column));
    }
    if (rules.painted && maskValue(*rules.painted, cell).value_or(1) == 0)
        all += translate("Inspector", "Painted: this pair is switched off in the mask.");
    if (isPadding(context, cell))
        all += translate("Inspector", "Padding: this key lies behind the end of the sentence.");
    return all;
}

DerivationSection maskSection(const DerivationContext& context, const TraceCell& at) {
    const TraceStep& step = context.trace[at.step];
    DerivationSection section;
    if (!appliesMask(step)) {
        section.rows = {equationRow(translate("Inspector", "mask: none, every pair is allowed"),
                                    computedAt(context.trace, at))};
        addTyped(section, context.trace, at);
        return section;
    }
    const Explanation explanation = explain(context.trace, at.step, at.cell);
    bool masked = explanation.masked;
    const std::vector<Contributor> sources = contributors(context.trace, at.step, at.cell);
    const auto additive = std::ranges::find_if(sources, [&](const Contributor& from) {
        return context.trace[step.operands[from.operand]].name == TensorName::AdditiveMask;
    });
    std::optional<ShownNumber> added;
    if (additive != sources.end()) {
        added = shownNumber(context.trace, {step.operands[additive->operand], additive->cell});
        const TraceStep* const weights = context.trace.find(TensorName::AttentionWeights);
        masked = masked || forbidsPair(static_cast<float>(added->value),
                                       weights ? weights->result.at(at.cell) : 1.0F);
    }
    const bool finite = added && !explanation.masked && std::isfinite(added->value);
    const QString words = !masked ? translate("Inspector", "mask: allowed")
                          : finite
                              ? translate("Inspector", "mask: not allowed, the weight becomes 0")
                              : translate("Inspector", "mask: not allowed");
    section.rows.push_back(equationRow(words, computedAt(context.trace, at)));
    if (added)
        section.rows.push_back(equationRow(translate("Inspector", "+ the value of the added mask"),
                                           std::move(*added), false));
    if (explanation.masked && at.cell.size() == 4) {
        const HeadAxes axes = headAxes(step.result);
        const Cell pair = {at.cell[axes.batch], at.cell[axes.head], at.cell[axes.row],
                           at.cell[axes.column]};
        for (const QString& reason : maskReasons(context, pair))
            section.rows.push_back(noteRow(reason));
    }
    addTyped(section, context.trace, at);
    return section;
}

std::optional<DerivationSection> nonFiniteSection(const DerivationContext& context,
                                                  const TraceCell& at) {
    const float value = valueOf(context.trace, at);
    if (std::isfinite(value))
        return std::nullopt;
    const TraceCell origin = originOfNonFinite(context.trace, at);
    const Operation maker = context.trace[origin.step].operation;
    // −∞ is what a mask is for.
    if (!std::isnan(value) && (maker == Operation::ApplyMask || maker == Operation::Mask ||
                               context.trace[origin.step].name == TensorName::AdditiveMask))
        return std::nullopt;
    DerivationSection section;
    const bool given =
        maker == Operation::Input || maker == Operation::Parameter || maker == Operation::Mask;
    QString words;
    if (given)
        words = translate("Inspector", "It was given so, in the cell below.");
    else if (!std::isnan(value))
        words =
            translate("Inspector", "The exact value lies beyond 3.4·10^{38}, the largest float32.");
    else if (maker == Operation::Softmax &&
             explain(context.trace, origin.step, origin.cell).fullyMasked)
        words = translate("Inspector", "NaN is what was chosen for rows whose keys are all "
                                       "masked; in the softmax 0 is divided by 0.");
    else if (maker == Operation::Softmax)
        words = translate("Inspector", "NaN begins in the softmax: the row holds ∞, "
                                       "and ∞ − ∞ has no value.");
    else
        words = translate("Inspector", "NaN begins in the cell below: its sum meets ∞ − ∞ or "
                                       "0 × ∞, which have no value.");
    section.rows.push_back(noteRow(words, true));
    if (!(origin == at)) {
        const TraceStep& step = context.trace[origin.step];
        QStringList place;
        for (std::size_t axis = 0; axis < origin.cell.size(); ++axis) {
            const Axis name = step.result.axes()[axis];
            if (step.result.size(axis) > 1)
                place += axisWord(name) + QChar(0x00A0) +
                         indexLabel(context, step, axis, origin.cell[axis]);
        }
        section.rows.push_back(
            equationRow(place.join(QStringLiteral(", ")), shownNumber(context.trace, origin)));
    }
    return section;
}

} // namespace headscope
