// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/train_command.h"

#include "command_line.h"
#include "disk/file_io.h"
#include "disk/output_folder.h"
#include "disk/target_check.h"
#include "document/experiment_json.h"
#include "exit_code.h"
#include "learning/history/summary.h"
#include "learning/history/training_files.h"
#include "learning/history/training_json.h"
#include "options/train_options.h"
#include "output.h"
#include "stop_signals.h"
#include "support/visible_text.h"
#include "tensor/block_cache.h"

#include <QElapsedTimer>
#include <QFile>

#include <functional>
#include <new>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString command = u"train"_s;

QList<QCommandLineOption> trainCommandOptions() {
    return recipeOptions() +
           QList<QCommandLineOption>{
               {u"out"_s,
                u"where the learnt model goes, as an experiment on the watched sentence, with "
                "the training that made it"_s,
                u"FILE.headscope"_s},
               {u"history"_s,
                u"a new folder, or one that is empty, for the parameters at every record, and "
                "what is needed to go on"_s,
                u"DIR"_s},
               {u"log"_s, u"a table with the loss of every step"_s, u"FILE.csv"_s},
               {u"resume"_s, u"goes on where a training ended that was written with --history"_s,
                u"DIR"_s},
               {u"help"_s, u"this text"_s},
           };
}

/// What the command line says.
struct TrainRequest {
    TrainingRecipe recipe;
    std::optional<TrainingState> state;
    Index stepsBefore = 0; ///< that the recipe of the state had
    TrainingHistory history;
    Output out;
    std::string historyFolder;
    std::string log;
};

std::string fileOption(const QCommandLineParser& parser, const QString& name) {
    return QFile::encodeName(parser.value(name)).toStdString();
}

/// Held out data of the newest record as a short line.
void say(QTextStream& err, const TrainingRecord& record, Index steps, const StepReport* last) {
    err << "step " << record.step << " of " << steps;
    if (last)
        err << ": loss " << QString::number(last->loss, 'f', 3);
    err << "; held out: loss " << QString::number(record.evaluation.loss, 'f', 3) << ", words "
        << QString::number(100 * record.evaluation.words, 'f', 1) << " %, sentences "
        << QString::number(100 * record.evaluation.sentences, 'f', 1) << " %\n";
    err.flush();
}

/// All steps that are left, or those until a signal comes, with a record wherever one is wanted
/// and at the end.
Status learn(Training& training, TrainingHistory& history, QTextStream& err) {
    const TrainingRecipe& recipe = training.recipe();
    const block_cache::Rounds rounds;
    const auto record = [&] {
        history.add({training.stepsDone(), training.parameters(), training.evaluate()});
        say(err, *history.records().back(), recipe.steps,
            history.losses().empty() ? nullptr : &history.losses().back());
    };
    if (history.records().empty())
        record();
    while (!training.isFinished() && StopSignals::received() == 0) {
        const Result<StepReport> report = training.advance();
        if (!report)
            return report.error();
        history.add(*report);
        if (history.wantsRecord(training.stepsDone(), recipe.recordEvery, recipe.steps))
            record();
    }
    if (history.records().back()->step != training.stepsDone())
        record();
    return Done{};
}

/// What somebody who goes on with a training may not expect.
void sayWhatResumes(QTextStream& err, const Training& training, Index stepsBefore) {
    const TrainingRecipe& recipe = training.recipe();
    if (training.isFinished())
        err << u"the training is at step %1 already, its last one; --steps says how far it goes on\n"_s
                   .arg(training.stepsDone());
    else if (recipe.optimiser.decay != Decay::None && recipe.steps != stepsBefore)
        err << u"the learning rate falls to 0 at step %1 now, not at %2: it starts again higher "
               u"than "
               "it was, and what is learnt is not what %1 steps at once teach\n"_s.arg(recipe.steps)
                   .arg(stepsBefore);
}

Result<TrainRequest> readRequest(const Call& call) {
    const QCommandLineParser& parser = call.parser;
    TrainRequest request;
    const Result<Output> out = readOutput(parser, {u".headscope"_s});
    if (!out)
        return out.error();
    request.out = *out;
    request.historyFolder = fileOption(parser, u"history"_s);
    request.log = fileOption(parser, u"log"_s);
    if (parser.isSet(u"resume"_s))
        return request;
    Result<TrainingRecipe> recipe = recipeFrom(call);
    if (!recipe)
        return recipe.error();
    request.recipe = std::move(*recipe);
    return request;
}

/// The data or the training that the options name, from the disk.
Status readFiles(const QCommandLineParser& parser, TrainRequest& request) {
    if (parser.isSet(u"resume"_s)) {
        Result<SavedTraining> saved = readTraining(fileOption(parser, u"resume"_s));
        if (!saved)
            return saved.error();
        request.stepsBefore = saved->recipe.steps;
        Result<TrainingRecipe> recipe = recipeToGoOn(parser, std::move(saved->recipe));
        if (!recipe)
            return recipe.error();
        request.recipe = std::move(*recipe);
        // What is learnt is not forgotten: a recipe of fewer steps would contradict it.
        request.recipe.steps = std::max(request.recipe.steps, saved->state.step);
        request.state = std::move(saved->state);
        request.history = std::move(saved->history);
        return Done{};
    }
    if (!parser.isSet(u"data"_s))
        return Done{};
    Result<std::string> text = readFile(fileOption(parser, u"data"_s));
    if (!text)
        return text.error();
    request.recipe.text = std::move(*text);
    // An empty text would be the task's own.
    if (request.recipe.text.empty())
        request.recipe.text = "\n";
    return Done{};
}

Status checkTargets(const TrainRequest& request) {
    Status status = checkOutput(request.out);
    if (status && !request.historyFolder.empty())
        status = OutputFolder::check(request.historyFolder);
    if (status && !request.log.empty())
        status = checkFileTarget(request.log);
    return status;
}

/// As the window keeps it with a model that is taken over.
PackedTraining::Content packedTraining(const Training& training, const TrainingHistory& history) {
    TakenTraining taken;
    taken.training = {training.recipe(), training.state(), history};
    taken.shown = training.stepsDone();
    return trainingToJson(taken);
}

/// Writes all that was asked for. What cannot be written costs none of the others: each is tried,
/// and each error said.
bool write(const TrainRequest& request, const Training& training, const TrainingHistory& history,
           QTextStream& err) {
    bool complete = true;
    QStringList done;
    const auto attempt = [&](const std::string& place, const std::function<Status()>& make) {
        if (place.empty())
            return;
        Status status = Done{};
        try {
            status = make();
        } catch (const std::bad_alloc&) {
            status = makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory to write "
                                                            "%1"),
                               place);
        }
        if (status)
            done << QString::fromStdString(visibleText(place));
        else
            failed(err, status.error());
        complete = complete && status;
    };
    attempt(request.out.fileName(), [&] {
        const PackedTraining::Content kept = packedTraining(training, history);
        if (kept.kept < kept.made)
            err << u"the file holds %1 of the %2 recorded steps: a history may have %3 MB there\n"_s
                       .arg(kept.kept)
                       .arg(kept.made)
                       .arg(mostHistoryBytes >> 20U);
        const Experiment experiment =
            training.learner().experiment(training.parameters(), training.data().watched);
        return writeFileAtomically(
            request.out.fileName(),
            experimentToJson(experiment, {}, std::make_shared<const PackedTraining>(kept.json)));
    });
    attempt(request.log, [&] { return writeFileAtomically(request.log, trainingLog(history)); });
    attempt(request.historyFolder, [&] {
        return writeTraining(request.historyFolder, training.recipe(), training.state(), history);
    });
    if (!complete && !done.isEmpty())
        err << "headscope: written all the same: " << done.join(u", "_s) << '\n';
    return complete;
}

/// What is left of a training that a signal ended; its exit status.
int stopped(QTextStream& err, const TrainRequest& request, const Training& training) {
    err << u"stopped at step %1 of %2: what was learnt until then is written"_s
               .arg(training.stepsDone())
               .arg(training.recipe().steps);
    if (!request.historyFolder.empty())
        err << u"; --resume %1 goes on"_s.arg(
            QString::fromStdString(visibleText(request.historyFolder)));
    err << '\n';
    return exitSignalled + StopSignals::received();
}

} // namespace

CommandManual trainManual() {
    return {{u"train --task TASK --out FILE.headscope [OPTIONS]"_s,
             u"train --resume DIR [--steps N] --out FILE.headscope"_s},
            u"Teaches a small model a task and writes what it became. On the standard\n"
            "output: one JSON object with the task, the steps, the seed, the seconds,\n"
            "the loss, what it can do with held-out data, and how much of its weight\n"
            "each head gives to each relation. The same options give the same model.\n"
            "Ctrl+C ends it behind the step it is at and writes what is learnt by then;\n"
            "a second one ends it at once and writes nothing."_s,
            trainCommandOptions()};
}

int trainCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, command, trainManual(), arguments, out, err))
        return *ended;
    if (!parser.positionalArguments().isEmpty())
        return calledWrongly(err, command,
                             u"\"%1\" is too much: data are named with --data"_s.arg(
                                 parser.positionalArguments().constFirst()));
    const Call call{command, parser};
    Result<TrainRequest> request = readRequest(call);
    if (!request)
        return calledWrongly(err, command, printable(request.error()));
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, command, printable(useful.error()));
    if (const Status writable = checkTargets(*request); !writable)
        return failed(err, writable.error());
    if (const Status read = readFiles(parser, *request); !read)
        return failed(err, read.error());

    QElapsedTimer clock;
    clock.start();
    Result<Training> training = request->state ? Training::resume(request->recipe, *request->state)
                                               : Training::create(request->recipe);
    if (!training && request->state)
        return failed(err, inFile(fileOption(parser, u"resume"_s), training.error()));
    if (!training)
        return failed(
            err, withItsOption(request->recipe, fileOption(parser, u"data"_s), training.error()));
    if (request->state)
        sayWhatResumes(err, *training, request->stepsBefore);
    TrainingHistory history = std::move(request->history);
    const StopSignals listening;
    if (const Status learnt = learn(*training, history, err); !learnt)
        return failed(err, learnt.error());
    const double seconds = static_cast<double>(clock.elapsed()) / 1000;
    if (!write(*request, *training, history, err))
        return exitFailure;
    out << QString::fromStdString(trainingSummary(*training, history, seconds)) << '\n';
    if (!training->isFinished())
        return stopped(err, *request, *training);
    return exitDone;
}

} // namespace headscope
