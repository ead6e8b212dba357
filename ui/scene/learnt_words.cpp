// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/learnt_words.h"

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
    if (finding.jobs.isEmpty()) {
        const RelationShare& most = evidence->shares.front();
        finding.title = Learnt::tr("has no job that was measured");
        finding.none = Learnt::tr("nothing above %1").arg(shareOf(most.share));
        finding.evidence =
            Learnt::tr("at most %1 of its weight goes to one relation (%2) in "
                       "held-out sentences; by chance %3")
                .arg(shareOf(most.share), relationName(most.relation), shareOf(most.chance));
        return finding;
    }
    finding.title = Learnt::tr("has learnt to find: %1").arg(names.join(QStringLiteral(", ")));
    finding.evidence =
        Learnt::tr("%1 of its weight in held-out sentences; by chance %2")
            .arg(shares.join(QStringLiteral(", ")), chances.join(QStringLiteral(", ")));
    return finding;
}

QString weightsSentence(const RunOrigin& origin, std::string_view scope) {
    QStringList heads;
    for (const HeadEvidence& each :
         origin.learnt ? origin.learnt->heads : std::vector<HeadEvidence>()) {
        const std::optional<HeadLearnt> learnt =
            each.scope == scope ? headLearnt(origin, scope, each.head) : std::nullopt;
        if (!learnt)
            continue;
        QStringList jobs;
        for (const HeadLearnt::Job& job : learnt->jobs)
            jobs << QStringLiteral("%1 %2").arg(job.relation, job.share);
        heads << Learnt::tr("head %1 %2")
                     .arg(each.head + 1)
                     .arg(jobs.isEmpty() ? learnt->none : jobs.join(QStringLiteral(", ")));
    }
    return heads.isEmpty() ? diceSentence(origin)
                           : Learnt::tr("Learnt, in held-out sentences: %1.")
                                 .arg(heads.join(QStringLiteral("; ")));
}

QString diceSentence(const RunOrigin& origin) {
    if (origin.weights != WeightOrigin::Drawn)
        return {};
    return origin.seed ? Learnt::tr("Dice: these weights were drawn (seed %1), nothing was learnt.")
                             .arg(*origin.seed)
                       : Learnt::tr("Dice: these weights were drawn, nothing was learnt.");
}

} // namespace headscope
