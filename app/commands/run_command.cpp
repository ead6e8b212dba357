// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/run_command.h"

#include "checkpoint/logit_lens.h"
#include "checkpoint/model_source.h"
#include "command_line.h"
#include "commands/run_remarks.h"
#include "disk/output_folder.h"
#include "exit_code.h"
#include "formats/trace_files.h"
#include "formats/trace_json.h"
#include "json/json_writer.h"
#include "operations/contributors.h"
#include "options/memory_limit.h"
#include "options/model_options.h"
#include "options/option_meaning.h"
#include "options/option_reader.h"
#include "options/run_options.h"
#include "output.h"
#include "run/analyses.h"
#include "support/execution.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> runOptions() {
    return sourceOptions() +
           QList<QCommandLineOption>{
               {u"weight-layout"_s,
                u"how the weights are written: fused (default), or per-head: "
                "one W_Q, W_K and W_V for every head"_s,
                u"LAYOUT"_s},
               targetOption(),
               {u"lens"_s, u"of a trained model: DIR/lens.csv besides, what each layer "
                           "would say at each token of the first text, were it the last: "
                           "its three likeliest tokens"_s},
               {u"out"_s, u"a new folder for the files, or one that is empty"_s, u"DIR"_s},
               {u"help"_s, u"this text"_s},
           };
}

/// The trace with its output unbatched, where the inputs are.
Trace withOutputAsWanted(const Trace& trace, bool unbatched) {
    Trace wanted;
    wanted.reserve(trace.steps().size());
    for (TraceStep step : trace.steps()) {
        if (step.name == TensorName::Output && unbatched)
            step.result = step.result.selected(0, 0);
        wanted.add(std::move(step));
    }
    return wanted;
}

void printFiles(QTextStream& out, const std::vector<std::string>& paths, const Trace& trace) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
        out << QFile::decodeName(paths[i].c_str());
        if (i < trace.steps().size()) {
            const Tensor& tensor = trace[i].result;
            out << "  " << QString::fromStdString(shapeText(tensor.shape())) << "  [";
            for (std::size_t axis = 0; axis < tensor.rank(); ++axis)
                out << (axis ? ", " : "")
                    << QString::fromUtf8(
                           axisName(tensor.axes()[axis]).data(),
                           static_cast<qsizetype>(axisName(tensor.axes()[axis]).size()));
            out << ']';
        }
        out << '\n';
    }
}

Result<WeightLayout> weightLayoutFrom(const QCommandLineParser& parser) {
    WeightLayout layout = WeightLayout::Fused;
    OptionReader reader(parser);
    reader.choice("weight-layout", layout);
    return reader.status() ? Result<WeightLayout>(layout) : reader.status().error();
}

/// {"ids": [[…]], "pieces": [[…]]}, a list for each sequence.
std::string piecesJson(const OpenModel& model, const std::vector<std::vector<Index>>& sequences) {
    QJsonArray ids;
    QJsonArray pieces;
    for (const auto& sequence : sequences) {
        QJsonArray idsHere;
        QJsonArray piecesHere;
        for (const Index id : sequence) {
            idsHere << qint64{id};
            piecesHere << QString::fromStdString(
                model.tokenizer ? model.tokenizer->pieceText(static_cast<TokenId>(id))
                                : std::to_string(id));
        }
        ids << idsHere;
        pieces << piecesHere;
    }
    return QJsonDocument(QJsonObject{{u"ids"_s, ids}, {u"pieces"_s, pieces}})
        .toJson()
        .toStdString();
}

/// The words of each attention, for who opens its weights by themselves.
std::vector<ExtraFile> tokenFilesOf(const Run& run) {
    std::vector<ExtraFile> files;
    for (const TraceStep& step : run.trace()->steps()) {
        const std::string name = tokensFileOf(qualifiedName(step) + ".npy");
        const AxisTokens words = run.tokens(step.scope);
        if (name.empty() || !words.queries || words.queries->empty())
            continue;
        JsonWriter sides;
        sides.needed("query", *words.queries);
        if (words.keys && !words.keys->empty())
            sides.needed("key", *words.keys);
        files.push_back({name, sides.text() + "\n"});
    }
    return files;
}

/// Every stage of a trained model.
int runModel(const ModelRequest& request, const QCommandLineParser& parser, QTextStream& out,
             QTextStream& err) {
    const Result<Output> output = readOutput(parser, {});
    if (!output)
        return calledWrongly(err, u"run"_s, printable(output.error()));
    if (const Status writable = OutputFolder::check(output->fileName()); !writable)
        return failed(err, writable.error());
    const auto model = openModel(request.folder);
    if (!model)
        return failed(err, model.error());
    if (const std::optional<Error> remark = remarkOnUnused((*model)->checkpoint))
        err << "headscope: " << printable(*remark) << '\n';
    const bool translates =
        (*model)->checkpoint.config.model.architecture == Architecture::EncoderDecoder;
    if (!translates && !request.ids.target.empty())
        return calledWrongly(
            err, u"run"_s,
            u"--target-ids does nothing in this model: it goes with one that translates"_s);
    WordIds ids = request.ids;
    RunLabels labels;
    if (request.text) {
        ModelSource source;
        source.model = *model;
        source.text = *request.text;
        const Result<ModelWords> words = wordsOf(source);
        if (!words)
            return failed(err, words.error());
        for (const Error& remark : words->remarks)
            err << "headscope: " << printable(remark) << '\n';
        ids.words = words->ids.words;
        if (ids.target.empty()) {
            ids.target = words->ids.target;
            labels = words->labels;
        }
    }
    const Result<std::optional<Index>> limit = memoryLimitFrom(parser);
    if (!limit)
        return calledWrongly(err, u"run"_s, printable(limit.error()));
    const Result<RunOptions> options = optionsWithin(**model, ids, true, WeightsRead::Once, *limit);
    if (!options)
        return failed(err, options.error());
    const Result<Trace> trace = runCheckpoint((*model)->checkpoint, ids, *options, request.off);
    if (!trace)
        return failed(err, trace.error());
    std::string lens;
    if (parser.isSet(u"lens"_s)) {
        const auto seen = logitLens((*model)->checkpoint, *trace, *options);
        if (!seen)
            return failed(err, seen.error());
        lens = lensTable(*seen, (*model)->vocabulary);
    }
    const auto run = withAnalyses(Run(std::make_shared<const Trace>(*trace), std::move(labels)));
    std::vector<ExtraFile> files = tokenFilesOf(*run);
    files.push_back({"pieces.json", piecesJson(**model, ids.words)});
    files.push_back({"lens.csv", lens});
    files.push_back({"logits.npy", {}, "prediction/logits.npy"});
    const auto paths = writeTraceFiles(output->fileName(), *run->trace(), files);
    if (!paths)
        return failed(err, paths.error());
    printFiles(out, *paths, *run->trace());
    return exitDone;
}

} // namespace

CommandManual runManual() {
    return {{u"run --query Q.npy --weights W.safetensors --heads H --out DIR"_s,
             u"run --example NAME --out DIR"_s, u"run FILE.headscope --out DIR"_s,
             u"run --model FOLDER --text TEXT --out DIR"_s},
            u"Computes multi-head attention and writes every stage as DIR/NAME.npy\n"
            "(little-endian float32, C order), and what they are as DIR/trace.json."_s,
            runOptions()};
}

int runCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, u"run"_s, runManual(), arguments, out, err))
        return *ended;
    const Result<std::optional<ModelRequest>> model =
        modelRequest(parser, {u"out"_s, u"memory-limit"_s, u"lens"_s});
    if (!model)
        return calledWrongly(err, u"run"_s, printable(model.error()));
    if (*model)
        return runModel(**model, parser, out, err);
    const Result<ProblemRequest> request = problemRequest(parser);
    if (!request)
        return calledWrongly(err, u"run"_s, printable(request.error()));
    Call call{u"run"_s, parser};
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, call.command, printable(useful.error()));
    const Result<WeightLayout> weightLayout = weightLayoutFrom(parser);
    if (!weightLayout)
        return calledWrongly(err, u"run"_s, printable(weightLayout.error()));
    const Result<Output> output = readOutput(parser, {});
    if (!output)
        return calledWrongly(err, u"run"_s, printable(output.error()));
    if (const Status writable = OutputFolder::check(output->fileName()); !writable)
        return failed(err, writable.error());

    Result<OpenedExperiment> opened = openSource(*request);
    if (!opened)
        return failed(err, opened.error());
    call.experiment = opened->isExperiment() ? &opened->experiment : nullptr;
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, call.command, printable(useful.error()));
    printQuestions(err, *opened);
    opened->experiment.config.weightLayout = *weightLayout;
    const auto run = computeRun(*opened, request->memoryLimit);
    if (!run)
        return failed(err, run.error());
    const Trace trace = withOutputAsWanted(*(*run)->trace(), opened->unbatched);
    const auto paths = writeTraceFiles(output->fileName(), trace, tokenFilesOf(**run));
    if (!paths)
        return failed(err, paths.error());
    printFiles(out, *paths, trace);
    printRunRemarks(err, trace);
    return exitDone;
}

} // namespace headscope
