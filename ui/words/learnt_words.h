// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"

#include <QString>

#include <string_view>

namespace headscope {

// What is said of where weights come from and of what heads have learnt, wherever it is said.

/// "object", "source word"; translated.
QString relationName(const std::string& relation);

/// What one head has learnt, with its evidence.
struct HeadLearnt {
    /// A relation with at least HeadEvidence::leastShare of the weight, and that share: ".99".
    struct Job {
        QString relation;
        QString share;
    };
    QList<Job> jobs;
    QString title;    ///< "has learnt to find: object"
    QString evidence; ///< "object .99 of its weight on held-out sentences; by chance .10"
    QString brief;    ///< "doer .99, coreferent .98", or "nothing above .23" without a job

    /// "Head 1 has learnt to find: object (object .99 …)".
    QString sentence(Index head) const;
};
/// Nothing where the weights were not learnt, or nothing was measured of that head.
std::optional<HeadLearnt> headLearnt(const RunOrigin& origin, std::string_view scope, Index head);

/// What all heads of an attention have learnt, or that its weights are dice; empty where nothing is
/// known: "Learnt, in held-out sentences: head 1 object .99; …; by chance .10."
QString weightsSentence(const RunOrigin& origin, std::string_view scope);

/// Of all heads alone, in little room: "1 object .99; 2 nothing above .32; …". What
/// weightsSentence() says where nothing was measured.
QString weightsBriefly(const RunOrigin& origin, std::string_view scope);

/// "Dice: these weights were drawn (seed 3066), nothing was learnt.", with how many numbers were
/// changed since; the same of learnt weights that were changed, or whose heads are not those that
/// were measured. Empty for others.
QString diceSentence(const RunOrigin& origin);

/// That weights are dice, unless that stands in it, and the sentence of an example, as long as it
/// is just that; else diceSentence().
QString runNote(const RunOrigin& origin);

/// The least of it, for a figure or little room: "dice: nothing was learnt", "learnt, then
/// changed"; of heads whose shares stand there, what these are. Empty for others.
QString weightsNote(const RunOrigin& origin, std::string_view scope);

/// Of learnt weights: for how many words of this sentence they learnt nothing, and why: "3 of 8
/// words, marked *, are new to these weights: their numbers are drawn". Empty where there are none.
QString unlearntSentence(const RunOrigin& origin, const RunLabels& labels);

/// "“The” has the numbers of “the”": words that learnt weights know in another form. Empty where
/// there are none.
QString meantSentence(const RunOrigin& origin);

} // namespace headscope
