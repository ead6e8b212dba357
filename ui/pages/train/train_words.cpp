// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_words.h"

#include "pages/train/train_numbers.h"
#include "words/error_text.h"
#include "words/learnt_words.h"
#include "words/numbers/number_format.h"
#include "words/statements.h"

#include <algorithm>

namespace headscope {

namespace {

bool isCross(const std::string& scope) {
    return scope.ends_with("cross_attention");
}

bool ofSource(const TrainScene& scene) {
    return scene.moment.data().isTranslation() && scene.scope.starts_with("encoder/");
}

} // namespace

QStringList shownWords(const TokenList& words) {
    QStringList list;
    for (const std::string& word : words)
        list << visibleWord(word);
    return list;
}

QString taskTitle(TaskKind task) {
    return QCoreApplication::translate("Task", infoOf(task).title);
}

QString TrainText::values(TrainValues values) {
    switch (values) {
    case TrainValues::Weights: return TrainText::tr("weights");
    case TrainValues::Scores: return TrainText::tr("scores");
    case TrainValues::Gradient: return TrainText::tr("∂loss/∂scores");
    }
    return {};
}

QString TrainText::heldOut(const Dataset& data) {
    return data.learnsHeldOut ? TrainText::tr("learnt") : TrainText::tr("held out");
}

QString TrainText::opening(const TrainScene& scene) {
    return scene.display.presentation
               ? TrainText::tr("A small model learns here, from drawn weights to heads that look "
                               "somewhere: S starts it.")
               : TrainText::tr("A small model learns here, from drawn weights to heads that look "
                               "somewhere: press Start and watch them.");
}

QString attentionName(const std::string& scope, const TrainingMoment& moment) {
    const QString kind = isCross(scope) ? TrainText::tr("cross")
                         : scope.starts_with("encoder/") && moment.data().isTranslation()
                             ? TrainText::tr("encoder")
                             : TrainText::tr("self");
    // A path is part/layer/sublayer; a model of one layer has no need of its number.
    const std::size_t slash = scope.find('/');
    if (slash == std::string::npos)
        return kind;
    const bool decoder = scope.starts_with("decoder/");
    const Index layers = decoder ? moment.recipe.decoderLayers : moment.recipe.encoderLayers;
    const int layer = std::atoi(scope.c_str() + slash + 1) + 1;
    return layers > 1 ? QStringLiteral("%1 %2").arg(kind).arg(layer) : kind;
}

bool sameKind(std::string_view scope, std::string_view other) {
    // A path is part/layer/sublayer.
    const auto part = [](std::string_view path) { return path.substr(0, path.find('/')); };
    const auto sublayer = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
    return part(scope) == part(other) && sublayer(scope) == sublayer(other);
}

QString stopName(const StepStop& stop, const TrainScene& scene) {
    using enum StepStop::Kind;
    switch (stop.kind) {
    case Data:
        return scene.moment.data().isTranslation() ? TrainText::tr("pairs") : TrainText::tr("data");
    case Encoder:
    case Self:
    case Cross: return attentionName(stop.scope, scene.moment);
    case Logits: return TrainText::tr("logits");
    case Loss: return TrainText::tr("loss");
    case Gradient: return TrainText::tr("gradient");
    case Optimiser:
        switch (scene.moment.recipe.optimiser.kind) {
        case OptimiserKind::Sgd: return QStringLiteral("SGD");
        case OptimiserKind::Momentum: return TrainText::tr("momentum");
        case OptimiserKind::Adam: return QStringLiteral("Adam");
        }
    }
    return {};
}

QStringList queryWords(const TrainScene& scene) {
    const Dataset& data = scene.moment.data();
    if (ofSource(scene))
        return shownWords(data.watchedSource);
    if (!rowsArePredicted(scene))
        return shownWords(data.watchedTokens);
    QStringList words;
    for (const int target : data.watched.targets)
        words << (target < 0 ? QString()
                             : visibleWord(data.classes[static_cast<std::size_t>(target)]));
    return words;
}

QString rowWord(const TrainScene& scene) {
    return rowsArePredicted(scene) ? TrainText::tr("predicted word") : axisWord(Axis::Query);
}

bool rowsArePredicted(const TrainScene& scene) {
    return isCross(scene.scope) && !ofSource(scene);
}

QStringList keyWords(const TrainScene& scene) {
    const Dataset& data = scene.moment.data();
    return shownWords(ofSource(scene) || isCross(scene.scope) ? data.watchedSource
                                                              : data.watchedTokens);
}

std::vector<int> relationsOf(const TrainScene& scene) {
    std::vector<int> relations;
    const std::vector<Relation>& all = scene.moment.data().relations;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto relation = static_cast<int>(i);
        if (scene.at().evaluation().find(scene.scope, 0, relation))
            relations.push_back(relation);
    }
    return relations;
}

std::optional<double> shareOf(const TrainScene& scene, const RecordedStep& step, int head,
                              int relation) {
    const Agreement* found = step.evaluation().find(scene.scope, head, relation);
    return found ? std::optional(found->share) : std::nullopt;
}

double chanceOf(const TrainScene& scene, int relation) {
    const Agreement* found = scene.at().evaluation().find(scene.scope, 0, relation);
    return found ? found->chance : 0;
}

const HeadEntropy* entropyOf(const TrainScene& scene, const RecordedStep& step, int head) {
    const auto& all = step.evaluation().entropy;
    const auto found = std::ranges::find_if(
        all, [&](const HeadEntropy& e) { return e.scope == scene.scope && e.head == head; });
    return found == all.end() ? nullptr : &*found;
}

HeadFinding findingOf(const TrainScene& scene, int head) {
    constexpr double aligned = 0.65;
    constexpr double clear = 0.5;
    HeadFinding finding;
    const std::vector<int> relations = relationsOf(scene);
    const std::vector<Relation>& all = scene.moment.data().relations;
    const auto share = [&](int relation) {
        return shareOf(scene, scene.later(), head, relation).value_or(0);
    };
    if (relations.empty()) {
        finding.name = TrainText::tr("no reference is known");
        return finding;
    }
    std::vector<int> byShare = relations;
    std::ranges::stable_sort(byShare, std::ranges::greater(), share);
    const auto isMain = [&](int r) { return all[static_cast<std::size_t>(r)].isMain; };
    const bool severalMain = std::ranges::count_if(relations, isMain) > 1;
    if (severalMain || relations.size() == 1) {
        finding.relation = byShare.front();
        finding.evidence.assign(byShare.begin(),
                                byShare.begin() + std::min<std::ptrdiff_t>(2, std::ssize(byShare)));
        finding.name = share(finding.relation) >= clear
                           ? relationName(all[static_cast<std::size_t>(finding.relation)].name)
                           : TrainText::tr("mixed");
        return finding;
    }
    finding.relation = *std::ranges::find_if(relations, isMain);
    if (share(finding.relation) >= aligned) {
        finding.name = TrainText::tr("each word at its %1")
                           .arg(relationName(all[static_cast<std::size_t>(finding.relation)].name));
    } else {
        const auto other = std::ranges::find_if(byShare, [&](int r) { return !isMain(r); });
        finding.name = other != byShare.end() && share(*other) >= clear
                           ? relationName(all[static_cast<std::size_t>(*other)].name)
                           : TrainText::tr("mixed");
    }
    // Where the grammar is known, the noun decides: at its own word, or at the quantity?
    for (const std::string_view wanted : {"noun → noun", "noun → quantity"}) {
        for (const int r : relations) {
            if (all[static_cast<std::size_t>(r)].name == wanted)
                finding.evidence.push_back(r);
        }
    }
    if (finding.evidence.empty() && relations.size() > 1)
        finding.evidence = {relations[0], relations[1]};
    return finding;
}

QString learntSentence(const TrainScene& scene) {
    const HeadFinding finding = findingOf(scene, scene.head);
    if (finding.relation < 0)
        return finding.name;
    const QString relation = relationName(
        scene.moment.data().relations[static_cast<std::size_t>(finding.relation)].name);
    const auto share = [&](const RecordedStep& step) {
        return fixedText(shareOf(scene, step, scene.head, finding.relation).value_or(0), 2);
    };
    const QString chance = fixedText(chanceOf(scene, finding.relation), 2);
    const QString first = QString::number(scene.earlier().step());
    if (&scene.at() == &scene.atRight())
        return TrainText::tr("%1. “%3” gets %2 of the weight at step %4; %5 by chance")
            .arg(finding.name, share(scene.at()), relation, first, chance);
    return TrainText::tr("%1. “%3” gets %2 of the weight at step %4, %5 at step %6; %7 by chance")
        .arg(finding.name, share(scene.earlier()), relation, first, share(scene.later()),
             QString::number(scene.later().step()), chance);
}

std::vector<AnswerRow> answerRows(const TrainScene& scene, const RecordedStep& step) {
    const Dataset& data = scene.moment.data();
    const std::vector<AnswerWord>& answer = step.evaluation().answer;
    std::vector<AnswerRow> rows;
    const auto groups = static_cast<std::size_t>(data.groups);
    const QStringList words = shownWords(data.watchedTokens);
    for (std::size_t i = 0; i < answer.size(); ++i) {
        AnswerRow row{
            {}, visibleWord(answer[i].word), visibleWord(answer[i].right), answer[i].probability};
        if (!data.isTranslation()) {
            // Of several answers nearly all say that there is nothing to say.
            const bool silent = groups > 1 && answer[i].right == data.classes.back();
            if (answer[i].right.empty() || silent)
                continue;
            row.lead = words.value(static_cast<qsizetype>(i / groups));
            int holder = -1;
            if (i < data.watched.holders.size())
                holder = data.watched.holders[i];
            else if (groups > 1)
                holder = data.watched.targets[i]; // positions: the place is the answer
            if (groups > 1 && holder >= 0)
                row.lead += QStringLiteral(" → ") + words.value(holder);
            if (groups == 1)
                row.lead += QStringLiteral(" →");
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

QString earlySentence(const TrainScene& scene) {
    constexpr double solved = 0.95;
    constexpr double later = 0.1;
    const HeadFinding finding = findingOf(scene, scene.head);
    const RecordedSteps& records = scene.moment.records;
    const auto first = std::ranges::find_if(
        records, [](const auto& record) { return record->evaluation().sentences >= solved; });
    if (finding.relation < 0 || first == records.end() || *first == records.back())
        return {};
    const auto then = shareOf(scene, **first, scene.head, finding.relation);
    const auto now = shareOf(scene, *records.back(), scene.head, finding.relation);
    if (!then || !now || *now - *then < later)
        return {};
    return TrainText::tr(
               "%1 of the sentences at step %2 already, when head %3 agrees only %4: the answer is "
               "right before the picture is clear (%5 now)")
        .arg(percentText((*first)->evaluation().sentences), QString::number((*first)->step()),
             QString::number(scene.head + 1), fixedText(*then, 2), fixedText(*now, 2));
}

QString progressText(const TrainingMoment& moment) {
    const QString done =
        TrainText::tr("step %1 of %2")
            .arg(QString::number(moment.stepsDone), QString::number(moment.recipe.steps));
    using enum TrainingMoment::State;
    switch (moment.state) {
    case None: return {};
    case Preparing: return TrainText::tr("reading the data");
    case Paused:
        return moment.stepsDone == 0 ? TrainText::tr("not begun")
                                     : TrainText::tr("paused: %1").arg(done);
    case Running: return TrainText::tr("training: %1").arg(done);
    case Finished: return TrainText::tr("trained: %1").arg(done);
    case Failed: return TrainText::tr("stopped: %1").arg(done);
    }
    return {};
}

QString statusOf(const TrainScene& scene) {
    const TrainingMoment& moment = scene.moment;
    if (moment.error)
        return translated(*moment.error);
    if (scene.isEmpty())
        return progressText(moment);
    QStringList facts{progressText(moment)};
    if (moment.state == TrainingMoment::State::Running && moment.stepsPerSecond) {
        facts << TrainText::tr("%1 steps/s").arg(QString::number(qRound(*moment.stepsPerSecond)));
        facts << TrainText::tr("%1 s left").arg(fixedText(moment.secondsLeft().value_or(0), 1));
    }
    if (moment.canBringBack() && moment.stepsDone == 0)
        facts << TrainText::tr("Ctrl+Z brings the training before back");
    const Evaluation& at = scene.at().evaluation();
    facts << (moment.data().learnsHeldOut
                  ? TrainText::tr("playhead at step %1: loss %2 nats, %3 of the learnt words")
                  : TrainText::tr("playhead at step %1: held-out loss %2 nats, %3 of the words"))
                 .arg(QString::number(scene.at().step()), fixedText(at.loss, 3),
                      percentText(at.words));
    if (moment.thinning > 1)
        facts << TrainText::tr("more than %1 records: one of every %2 is kept")
                     .arg(TrainingHistory::mostRecords)
                     .arg(moment.thinning);
    facts << TrainText::tr("← → previous / next recorded step");
    facts << TrainText::tr("seed %1").arg(moment.recipe.seed);
    return facts.join(QStringLiteral("  •  "));
}

} // namespace headscope
