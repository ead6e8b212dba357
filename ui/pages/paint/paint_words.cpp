// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_words.h"

#include "words/numbers/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace headscope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Paint)
};

QString bitsText(double bits) {
    return fixedText(bits, 2);
}

QString joined(const QStringList& words) {
    return words.join(Words::tr(", ", "between tokens in a list"));
}

QString tokenNames(const QStringList& labels, const std::vector<Index>& places) {
    QStringList names;
    for (const Index place : places)
        names += labels.value(place);
    return joined(names);
}

/// What twins cost, in words, with the rows that pay.
void addTwins(const PaintScene& scene, std::vector<PaintReason>& reasons) {
    const TwinCost& cost = scene.fit->limits.twins;
    if (cost.bits < 1e-4)
        return;
    QStringList groups;
    for (const auto& group : cost.keyTwins)
        groups += tokenNames(scene.keyLabels, group);
    for (const auto& group : cost.queryTwins) {
        const QString names = tokenNames(scene.queryLabels, group);
        if (!groups.contains(names))
            groups += names;
    }
    const auto paying = std::ranges::count_if(cost.rowBits, [](double bits) { return bits > 0; });
    reasons.push_back({Words::tr("The limit: %1 are twins").arg(groups.join(QStringLiteral("; "))),
                       Words::tr("The same row in X: %1 of %2 rows lose by it, %3 bits on average.")
                           .arg(paying)
                           .arg(qint64{scene.fit->problem.target.paintedRows()})
                           .arg(bitsText(cost.bits))});
}

/// Whether what was found answers what is painted; while a search follows the brush, what was a
/// moment ago.
bool isAnswered(const PaintScene& scene) {
    return scene.fit && scene.problem &&
           (scene.isBusy || scene.fit->problem.target == scene.problem->target);
}

} // namespace

QString keyDimText(Index keyDim) {
    return QStringLiteral("d_{k} = %1").arg(qint64{keyDim});
}

QString openingSentence(const PaintScene& scene) {
    return scene.display.presentation
               ? Words::tr("Paint where each word is to look, with arrows and Enter: a search then "
                           "says whether one head can look there.")
               : Words::tr("Paint where each word is to look, in the square or from a pattern: "
                           "Start then says whether one head can look there.");
}

QString verdictTitle(const PaintScene& scene) {
    if (!isAnswered(scene))
        return scene.problem && scene.problem->target.paintedRows() == 0
                   ? Words::tr("Nothing is painted")
                   : Words::tr("Not looked for yet");
    if (scene.fit->isWalk)
        return Words::tr("At step %1: %2 bits missing")
            .arg(qint64{scene.step()})
            .arg(bitsText(scene.now.bits));
    const FitVerdict& verdict = scene.fit->verdict;
    const QString keyDim = keyDimText(scene.fit->options.keyDim);
    if (verdict.isDone())
        return Words::tr("Yes, with %1").arg(keyDim);
    switch (verdict.kind) {
    case FitVerdict::Kind::Proof: return Words::tr("Cannot with %1, by proof").arg(keyDim);
    case FitVerdict::Kind::Exact: return Words::tr("No, not with %1").arg(keyDim);
    case FitVerdict::Kind::BestFound: break;
    }
    return Words::tr("Not found with %1").arg(keyDim);
}

QString verdictSource(const PaintScene& scene) {
    if (!isAnswered(scene))
        return {};
    const FitOptions& options = scene.fit->options;
    if (scene.fit->isWalk)
        return scene.byKeyDim.contains(options.keyDim)
                   ? Words::tr("One start with %1, step by step; a click on its bar brings back "
                               "what was found")
                         .arg(keyDimText(options.keyDim))
                   : Words::tr("One start with %1, step by step; Start looks from all of them")
                         .arg(keyDimText(options.keyDim));
    if (scene.fit->verdict.kind == FitVerdict::Kind::Exact)
        return Words::tr("Exact: computed to the optimum");
    if (options.from)
        return Words::tr("Gone on from the weights before, %1 steps").arg(qint64{options.steps});
    if (scene.fit->verdict.kind == FitVerdict::Kind::BestFound)
        return Words::tr("Best of %1 starts, %2 steps each; no proof")
            .arg(qint64{options.starts})
            .arg(qint64{options.steps});
    return Words::tr("Best of %1 starts, %2 steps each")
        .arg(qint64{options.starts})
        .arg(qint64{options.steps});
}

std::vector<PaintReason> paintReasons(const PaintScene& scene) {
    std::vector<PaintReason> reasons;
    if (!isAnswered(scene))
        return reasons;
    const FitLimits& limits = scene.fit->limits;
    const Index enough = limits.optimum.enoughKeyDim;
    if (limits.single.bits >= FitVerdict::doneBits && limits.single.differentKeys > 2)
        reasons.push_back({Words::tr("%1 cannot, by proof").arg(keyDimText(1)),
                           Words::tr("Only the largest and the smallest k can win a row; %1 "
                                     "different keys are painted.")
                               .arg(qint64{limits.single.differentKeys})});
    if (limits.optimum.isCertain())
        reasons.push_back({Words::tr("%1 and more: exact").arg(keyDimText(enough)),
                           Words::tr("Convex in W_{Q}·W_{K}^{T}: none comes below %1.")
                               .arg(bitsText(limits.optimum.bits))});
    addTwins(scene, reasons);
    const double features = limits.optimum.bits - limits.twins.bits;
    if (features > FitVerdict::doneBits)
        reasons.push_back(
            {Words::tr("The features do not carry it"),
             scene.positions || scene.positionsFixed
                 ? Words::tr(
                       "%1 bits are lost beyond the twins: what X holds is not enough. A mask "
                       "can do what weights cannot.")
                       .arg(bitsText(features))
                 : Words::tr(
                       "%1 bits are lost beyond the twins: what X holds is not enough. A mask "
                       "can do what weights cannot; positions may help, or hurt.")
                       .arg(bitsText(features))});
    return reasons;
}

QString rowTitle(const PaintScene& scene, Index query) {
    const PaintTarget& target = scene.problem->target;
    Index most = 0;
    Index painted = 0;
    for (Index key = 0; key < target.keys; ++key) {
        if (target.at(query, key) > target.at(query, most))
            most = key;
        painted += target.at(query, key) > 0 ? 1 : 0;
    }
    const QString what =
        painted == 1 ? scene.keyLabels.value(most) : Words::tr("%1 keys").arg(qint64{painted});
    return QStringLiteral("%1 → %2").arg(scene.queryLabels.value(query), what);
}

QString cellSentence(const PaintScene& scene, const PaintCell& cell) {
    const PaintTarget& target = scene.problem->target;
    const QString where =
        Words::tr("query %1, key %2")
            .arg(scene.queryLabels.value(cell.query), scene.keyLabels.value(cell.key));
    if (!target.allows(cell.query, cell.key))
        return Words::tr("%1: masked, nothing can be painted here").arg(where);
    const QString painted =
        target.isPainted(cell.query)
            ? Words::tr("painted %1")
                  .arg(fixedText(static_cast<double>(target.at(cell.query, cell.key)), 2))
            : Words::tr("row not painted, it does not count");
    if (scene.now.attention.empty())
        return QStringLiteral("%1: %2").arg(where, painted);
    return Words::tr("%1: %2; the head gives %3")
        .arg(where, painted, fixedText(scene.now.attention[target.place(cell.query, cell.key)], 3));
}

QString rightRowsText(const PaintScene& scene, bool brief) {
    if (brief)
        return Words::tr("%1 of %2 rows right")
            .arg(qint64{scene.now.rightRows})
            .arg(qint64{scene.problem->target.paintedRows()});
    return Words::tr("painted: mass %1, %2 of %3 rows right")
        .arg(fixedText(scene.now.paintedMass, 2))
        .arg(qint64{scene.now.rightRows})
        .arg(qint64{scene.problem->target.paintedRows()});
}

QString statusSentence(const PaintScene& scene) {
    if (scene.isEmpty())
        return {};
    if (scene.isBusy && scene.stepsAll > 0)
        return Words::tr("looking for weights: %1 of %2 steps")
            .arg(qint64{scene.stepsDone})
            .arg(qint64{scene.stepsAll});
    if (scene.asked)
        return cellSentence(scene, *scene.asked);
    return {};
}

} // namespace headscope
