// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"

#include <QCoreApplication>
#include <QStringList>

namespace headscope {

// What is said on the Train page. Every sentence is composed here, out of what was measured.

/// Words as they are shown: what is invisible gets a sign.
QStringList shownWords(const TokenList& words);

/// Names that core gives in English.
QString taskTitle(TaskKind task);
/// "cross", "self", "encoder": the attention at a stop; "cross 2" where there are several layers.
QString stopName(const StepStop& stop, const TrainScene& scene);
QString attentionName(const std::string& scope, const TrainingMoment& moment);

/// Whether two attentions differ in nothing but their layer.
bool sameKind(std::string_view scope, std::string_view other);

/// The words at the sides of the shown attention. Rows of cross-attention are called by the
/// word that they produce.
QStringList queryWords(const TrainScene& scene);
/// Whether a row is named after the word that it predicts, and not after that of its query, which
/// is the one before.
bool rowsArePredicted(const TrainScene& scene);
/// What the rows are: "query", or "predicted word".
QString rowWord(const TrainScene& scene);
QStringList keyWords(const TrainScene& scene);

/// The relations that heads of an attention are measured by, by their place in the data.
std::vector<int> relationsOf(const TrainScene& scene);
/// What of its weight a head gives to a relation; nothing where nobody knows.
std::optional<double> shareOf(const TrainScene& scene, const RecordedStep& step, int head,
                              int relation);
double chanceOf(const TrainScene& scene, int relation);
const HeadEntropy* entropyOf(const TrainScene& scene, const RecordedStep& step, int head);

/// What a head has learnt, with the numbers that decide it.
struct HeadFinding {
    QString name;
    int relation = -1;         ///< whose history is shown; −1: none is known
    std::vector<int> evidence; ///< at most two relations
};
/// By the record beside the playhead: agreement ≥ .65 with what the task is about; else the
/// largest other relation ≥ .5; else it is mixed.
HeadFinding findingOf(const TrainScene& scene, int head);

/// The same in one sentence, with what the playhead's record has of it.
QString learntSentence(const TrainScene& scene);

/// One line of what the model says about the watched sentence.
struct AnswerRow {
    QString lead; ///< whom it is about; empty: the words are the answer themselves
    QString said;
    QString right; ///< empty where nothing is asked
    double probability = 0;
    bool isRight() const { return said == right; }
};
std::vector<AnswerRow> answerRows(const TrainScene& scene, const RecordedStep& step);

/// Whether the answer is right long before the picture is; empty where that does not show.
QString earlySentence(const TrainScene& scene);
/// The status line.
QString statusOf(const TrainScene& scene);
/// What stands at the right of the tabs, and why nothing else is to be seen.
QString progressText(const TrainingMoment& moment);

/// Words of the page that several of its parts use.
class TrainText {
    Q_DECLARE_TR_FUNCTIONS(TrainText)
public:
    static QString values(TrainValues values);
    /// What is measured is called: "held out", or "learnt" where a text repeats itself.
    static QString heldOut(const Dataset& data);
    /// What the page is for and what to do first, as long as nothing was learnt.
    static QString opening(const TrainScene& scene);
};

} // namespace headscope
