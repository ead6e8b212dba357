// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_command.h"

#include "command_line.h"
#include "exit_code.h"
#include "formats/trace_files.h"
#include "output.h"
#include "run_options.h"
#include "trace/dependencies.h"

#include <QFile>

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> runOptions() {
    return problemOptions() + QList<QCommandLineOption>{
                                  {u"weight-layout"_s,
                                   u"how the weights are written: fused (default), or per-head: "
                                   "one W_Q, W_K and W_V for every head"_s,
                                   u"LAYOUT"_s},
                                  {u"out"_s,
                                   u"where the files go; made if missing. What an earlier "
                                   "run wrote there is replaced as a whole, or not at all; other "
                                   "files in it stay"_s,
                                   u"DIR"_s},
                                  {u"help"_s, u"this text"_s},
                              };
}

QString runHelp() {
    return commandHelp({u"run --query Q.npy --weights W.safetensors --heads H --out DIR"_s,
                        u"run --example NAME --out DIR"_s, u"run FILE.headscope --out DIR"_s},
                       u"Computes multi-head attention and writes every stage as DIR/NAME.npy\n"
                       "(little-endian float32, C order), and what they are as DIR/trace.json."_s,
                       runOptions());
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

const char* wordsFor(FullyMasked choice) {
    switch (choice) {
    case FullyMasked::Zeros:
        return "zeros, as scaled_dot_product_attention has them since PyTorch 2.5";
    case FullyMasked::NaN: return "NaN, as nn.MultiheadAttention has them";
    case FullyMasked::Uniform:
        return "1/keys, as in models that mask with the smallest finite number";
    }
    return "";
}

/// Rows of attention_weights that no key, or no number, is in.
struct OddRows {
    Index masked = 0;
    Index broken = 0;
};

void countOddRows(const Trace& trace, const TraceStep& step, OddRows& odd) {
    const auto rows = [&](const Tensor& tensor) {
        return tensor.transposed(softmaxAxis(tensor), tensor.rank() - 1).contiguous();
    };
    const Tensor weights = rows(step.result);
    const Tensor scores = rows(trace[step.operands[0]].result);
    const auto keys = static_cast<std::size_t>(weights.size(weights.rank() - 1));
    for (std::size_t row = 0; row < weights.values().size(); row += keys) {
        const auto isMasked = [](float score) { return score == -HUGE_VALF; };
        const auto isNan = [](float weight) { return std::isnan(weight); };
        if (std::ranges::all_of(scores.values().subspan(row, keys), isMasked))
            ++odd.masked;
        else if (std::ranges::any_of(weights.values().subspan(row, keys), isNan))
            ++odd.broken;
    }
}

/// What people should know of the numbers, though nothing failed.
void printRemarks(QTextStream& err, const Trace& trace) {
    OddRows odd;
    bool dropped = false;
    FullyMasked choice = FullyMasked::Zeros;
    for (const TraceStep& step : trace.steps()) {
        dropped = dropped || step.name == TensorName::DroppedWeights;
        if (step.name != TensorName::AttentionWeights)
            continue;
        countOddRows(trace, step, odd);
        choice = step.fullyMasked;
    }
    const auto rows = [](Index count, const char* one, const char* several) {
        return u"%1 %2"_s.arg(count).arg(QLatin1String(count == 1 ? one : several));
    };
    if (odd.masked > 0)
        err << "headscope: "
            << rows(odd.masked,
                    "row of attention_weights is fully masked: no key is allowed, so it is ",
                    "rows of attention_weights are fully masked: no key is allowed, so they are ")
            << wordsFor(choice) << " (--fully-masked)\n";
    if (odd.broken > 0)
        err << "headscope: "
            << rows(odd.broken, "row of attention_weights holds", "rows of attention_weights hold")
            << " NaN: the scores are too large for float32\n";
    if (dropped)
        err << "headscope: after dropout the rows of dropped_weights need not sum to 1\n";
}

Result<WeightLayout> weightLayoutFrom(const QCommandLineParser& parser) {
    const QString layout = parser.value(u"weight-layout"_s);
    if (layout.isEmpty() || layout == "fused"_L1)
        return WeightLayout::Fused;
    if (layout == "per-head"_L1)
        return WeightLayout::PerHead;
    return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is \"%2\": one of %3 is needed"),
                     "weight-layout", layout.toStdString(), "fused, per-head");
}

} // namespace

int runCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended =
            parseOrEnd(parser, u"run"_s, runOptions(), runHelp(), arguments, out, err))
        return *ended;
    const Result<ProblemRequest> request = problemRequest(parser);
    if (!request)
        return calledWrongly(err, u"run"_s, printable(request.error()));
    const Result<WeightLayout> weightLayout = weightLayoutFrom(parser);
    if (!weightLayout)
        return calledWrongly(err, u"run"_s, printable(weightLayout.error()));
    const Result<Output> output = readOutput(parser, {});
    if (!output)
        return calledWrongly(err, u"run"_s, printable(output.error()));
    if (const Status writable = checkOutput(*output); !writable)
        return failed(err, writable.error());
    if (const Status stay =
            checkInputsStay(*output, traceFilesIn(output->fileName()), filesOf(request->files));
        !stay)
        return failed(err, stay.error());

    Result<OpenedExperiment> opened = openProblem(*request);
    if (!opened)
        return failed(err, opened.error());
    printQuestions(err, *opened);
    opened->experiment.config.weightLayout = *weightLayout;
    const auto run = computeRun(opened->experiment, request->memoryLimit);
    if (!run)
        return failed(err, run.error());
    const Trace trace = withOutputAsWanted(*(*run)->trace(), opened->unbatched);
    const auto paths = writeTraceFiles(output->fileName(), trace);
    if (!paths)
        return failed(err, paths.error());
    printFiles(out, *paths, trace);
    printRemarks(err, trace);
    return exitDone;
}

} // namespace headscope
