// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/learnt_words.h"

#include "words/error_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace headscope {

namespace {

struct Learnt {
    Q_DECLARE_TR_FUNCTIONS(Learnt)
};

/// ".99", "1.00"
QString shareOf(double share) {
    QString text = QString::number(share, 'f', 2);
    return text.startsWith(u'0') ? text.mid(1) : text;
}

} // namespace

QString relationName(const std::string& relation) {
    return QCoreApplication::translate("Relation", relation.c_str());
}

std::optional<HeadLearnt> headLearnt(const RunOrigin& origin, std::string_view scope, Index head) {
    const HeadEvidence* const evidence = origin.learnt ? origin.learnt->find(scope, head) : nullptr;
    if (!evidence || evidence->shares.empty())
        return std::nullopt;
    HeadLearnt finding;
    QStringList names;
    QStringList shares;
    QStringList chances;
    for (const RelationShare& job : evidence->jobs()) {
        finding.jobs.append({relationName(job.relation), shareOf(job.share)});
        names << relationName(job.relation);
        shares << QStringLiteral("%1 %2").arg(names.last(), shareOf(job.share));
        if (!chances.contains(shareOf(job.chance)))
            chances << shareOf(job.chance);
    }
    const bool newWords = !origin.unlearnt.isEmpty();
    finding.brief = shares.join(QStringLiteral(", "));
    if (finding.jobs.isEmpty()) {
        const RelationShare& most = evidence->shares.front();
        finding.title = Learnt::tr("has no job that was measured");
        finding.brief = Learnt::tr("nothing above %1").arg(shareOf(most.share));
        finding.evidence =
            Learnt::tr("at most %1 of its weight goes to one relation (%2) in "
                       "held-out sentences; by chance %3")
                .arg(shareOf(most.share), relationName(most.relation), shareOf(most.chance));
    } else {
        const QString all = names.join(QStringLiteral(", "));
        finding.title = newWords ? Learnt::tr("has learnt in its training to find: %1").arg(all)
                                 : Learnt::tr("has learnt to find: %1").arg(all);
        finding.evidence = Learnt::tr("%1 of its weight in held-out sentences; by chance %2")
                               .arg(finding.brief, chances.join(QStringLiteral(", ")));
    }
    // What was measured is of sentences that had none of them.
    if (newWords)
        finding.evidence =
            Learnt::tr("nothing is known of words marked *; %1").arg(finding.evidence);
    return finding;
}

QString HeadLearnt::sentence(Index head) const {
    return Learnt::tr("Head %1 %2 (%3)").arg(QString::number(head + 1), title, evidence);
}

namespace {

/// `name`: "head %1 %2", of the number and what it has learnt.
QStringList learntHeads(const RunOrigin& origin, std::string_view scope, const QString& name) {
    QStringList heads;
    for (const HeadEvidence& each :
         origin.learnt ? origin.learnt->heads : std::vector<HeadEvidence>()) {
        const std::optional<HeadLearnt> learnt =
            each.scope == scope ? headLearnt(origin, scope, each.head) : std::nullopt;
        if (learnt)
            heads << name.arg(QString::number(each.head + 1), learnt->brief);
    }
    return heads;
}

/// ".10": what the shares of the heads would be by chance; empty where none was measured.
QString chances(const RunOrigin& origin, std::string_view scope) {
    QStringList all;
    for (const HeadEvidence& each :
         origin.learnt ? origin.learnt->heads : std::vector<HeadEvidence>()) {
        for (const RelationShare& share :
             each.scope == scope ? each.shares : std::vector<RelationShare>()) {
            const bool said =
                share.share >= HeadEvidence::leastShare || &share == &each.shares.front();
            if (const QString chance = shareOf(share.chance); said && !all.contains(chance))
                all << chance;
        }
    }
    all.sort();
    return all.join(QStringLiteral(", "));
}

} // namespace

QString weightsBriefly(const RunOrigin& origin, std::string_view scope) {
    const QStringList heads = learntHeads(origin, scope, QStringLiteral("%1 %2"));
    return heads.isEmpty() ? weightsSentence(origin, scope) : heads.join(QStringLiteral("; "));
}

QString weightsSentence(const RunOrigin& origin, std::string_view scope) {
    const QStringList heads = learntHeads(origin, scope, Learnt::tr("head %1 %2"));
    if (!heads.isEmpty())
        return Learnt::tr("Learnt, in held-out sentences: %1; by chance %2.")
            .arg(heads.join(QStringLiteral("; ")), chances(origin, scope));
    return origin.weights == WeightOrigin::Learnt && !origin.unclaimed
               ? Learnt::tr("These weights were learnt; what each head looks for was not measured.")
               : diceSentence(origin);
}

QString diceSentence(const RunOrigin& origin) {
    const QString changed = QString::number(origin.changedWeights);
    const QString all = QString::number(origin.weightNumbers);
    if (origin.weights == WeightOrigin::Altered)
        return Learnt::tr("These weights were learnt, then %1 of %2 numbers were changed: what was "
                          "measured of them holds no more.")
            .arg(changed, all);
    if (origin.unclaimed == Unclaimed::OtherWords)
        return Learnt::tr("These weights were learnt, but know none of these words: what their "
                          "heads look for is not claimed here.");
    if (origin.unclaimed == Unclaimed::OtherHeads)
        return Learnt::tr("These weights were learnt; what their heads look for was measured with "
                          "other heads or masks, and is not claimed of these.");
    if (origin.weights != WeightOrigin::Drawn)
        return {};
    if (origin.seed && origin.changedWeights > 0)
        return Learnt::tr("Dice in part: these weights were drawn (seed %1), then %2 of %3 numbers "
                          "were changed; nothing was learnt.")
            .arg(QString::number(*origin.seed), changed, all);
    return origin.seed ? Learnt::tr("Dice: these weights were drawn (seed %1), nothing was learnt.")
                             .arg(*origin.seed)
                       : Learnt::tr("Dice: these weights were drawn, nothing was learnt.");
}

QString runNote(const RunOrigin& origin) {
    // It speaks of the example's own words and sizes.
    if (origin.likeness != Likeness::Example)
        return diceSentence(origin);
    const QString own = QCoreApplication::translate("Example", origin.explanation.c_str());
    const bool saysIt = origin.explanation.find("dice") != origin.explanation.npos;
    return origin.weights != WeightOrigin::Drawn || saysIt
               ? own
               : Learnt::tr("The weights are dice: nothing was learnt. %1").arg(own);
}

QString weightsNote(const RunOrigin& origin, std::string_view scope) {
    if (origin.weights == WeightOrigin::Drawn)
        return Learnt::tr("dice: nothing was learnt");
    if (origin.weights == WeightOrigin::Altered)
        return Learnt::tr("learnt, then changed");
    if (origin.unclaimed)
        return Learnt::tr("learnt; nothing is claimed of these heads");
    const QString chance = chances(origin, scope);
    return chance.isEmpty()
               ? QString()
               : Learnt::tr("learnt; shares in held-out sentences, by chance %1").arg(chance);
}

QString unlearntSentence(const RunOrigin& origin, const RunLabels& labels) {
    Index all = 0;
    for (const TokenLists* const side :
         {&labels.tokens, labels.keyTokens ? &*labels.keyTokens : nullptr}) {
        for (const TokenList& sentence : side ? *side : TokenLists())
            all += std::ssize(sentence);
    }
    QStringList said;
    const auto count = [&](NotLearnt why) { return static_cast<int>(origin.unlearnt.count(why)); };
    if (const int words = count(NotLearnt::Word))
        said << Learnt::tr("%n of %1 words, marked *, are new to these weights: their numbers are "
                           "drawn",
                           nullptr, words)
                    .arg(qlonglong{all});
    if (const int places = count(NotLearnt::Place))
        said << Learnt::tr("%n word(s), marked *, stand behind the longest sentence of the "
                           "training: their places are drawn",
                           nullptr, places);
    if (const int numbers = count(NotLearnt::Numbers))
        said << Learnt::tr("%n word(s), marked *, have other numbers than the learnt ones", nullptr,
                           numbers);
    return said.join(QStringLiteral("; "));
}

QString meantSentence(const RunOrigin& origin) {
    QStringList said;
    for (const MeantWord& word : origin.meant)
        said << Learnt::tr("“%1” has the numbers of “%2”")
                    .arg(visibleWord(word.typed), visibleWord(word.known));
    return said.join(QStringLiteral("; "));
}

} // namespace headscope
