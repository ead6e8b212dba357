// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_command.h"

#include "command_line.h"
#include "exit_code.h"
#include "formats/trace_files.h"
#include "run_options.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <span>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> runOptions() {
    return problemOptions() + QList<QCommandLineOption>{
                                  {u"out"_s, u"where the files go; made if missing"_s, u"DIR"_s},
                                  {u"help"_s, u"this text"_s},
                              };
}

QString help() {
    return commandHelp({u"run --query Q.npy --weights W.safetensors --heads H --out DIR"_s,
                        u"run --example NAME --out DIR"_s},
                       u"Computes multi-head attention and writes every stage as DIR/NAME.npy\n"
                       "(little-endian float32, C order), and what they are as DIR/trace.json."_s,
                       runOptions());
}

/// The trace with its output in the layout of the inputs.
Trace withOutputAsWanted(const Trace& trace, const LoadedProblem& loaded) {
    Trace wanted;
    wanted.reserve(trace.steps().size());
    for (TraceStep step : trace.steps()) {
        if (step.name == TensorName::Output && loaded.unbatched)
            step.result = step.result.selected(0, 0);
        else if (step.name == TensorName::Output && loaded.sequenceFirst)
            step.result = step.result.transposed(0, 1);
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

/// What people should know of the numbers, though nothing failed.
void printRemarks(QTextStream& err, const Trace& trace) {
    Index masked = 0;
    Index broken = 0;
    for (const TraceStep& step : trace.steps()) {
        if (step.name != TensorName::AttentionWeights)
            continue;
        const Tensor weights = step.result.contiguous();
        const Index keys = weights.size(3);
        const std::span<const float> values = weights.values();
        for (std::size_t row = 0; keys > 0 && row < values.size();
             row += static_cast<std::size_t>(keys)) {
            const auto cells = values.subspan(row, static_cast<std::size_t>(keys));
            const bool nan =
                std::any_of(cells.begin(), cells.end(), [](float v) { return std::isnan(v); });
            broken += nan;
            masked +=
                !nan && std::all_of(cells.begin(), cells.end(), [](float v) { return v == 0; });
        }
    }
    if (masked > 0)
        err << "headscope: " << masked
            << " rows of attention_weights are fully masked: no key is allowed, so they are "
               "zeros\n";
    if (broken > 0)
        err << "headscope: " << broken
            << " rows of attention_weights hold NaN: the scores are too large for float32\n";
}

} // namespace

int runCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    parser.addOptions(runOptions());
    const bool understood = parser.parse(QStringList{u"headscope"_s} + arguments);
    if (parser.isSet(u"help"_s)) {
        out << help();
        return exitDone;
    }
    if (!understood)
        return calledWrongly(err, u"run"_s, parser.errorText());
    if (!parser.positionalArguments().isEmpty())
        return calledWrongly(
            err, u"run"_s,
            u"\"%1\" belongs to no option"_s.arg(parser.positionalArguments().constFirst()));
    const Result<ProblemRequest> request = problemRequest(parser);
    if (!request)
        return calledWrongly(err, u"run"_s, printable(request.error()));
    const QString folder = parser.value(u"out"_s);
    if (folder.isEmpty())
        return calledWrongly(err, u"run"_s, u"--out is missing: where should the files go?"_s);

    const Result<LoadedProblem> loaded = loadProblem(*request);
    if (!loaded)
        return failed(err, loaded.error());
    const Result<Trace> computed = computeProblem(*loaded);
    if (!computed)
        return failed(err, computed.error());
    const Trace trace = withOutputAsWanted(*computed, *loaded);
    const auto paths = writeTraceFiles(QFile::encodeName(folder).toStdString(), trace);
    if (!paths)
        return failed(err, paths.error());
    printFiles(out, *paths, trace);
    printRemarks(err, trace);
    return exitDone;
}

} // namespace headscope
