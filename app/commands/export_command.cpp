// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export_command.h"

#include "command_line.h"
#include "commands/export_lines.h"
#include "commands/export_page.h"
#include "commands/export_training.h"
#include "commands/paint_command.h"
#include "commands/run_remarks.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "fonts_here.h"
#include "options/block_choice.h"
#include "options/export_options.h"
#include "options/option_meaning.h"
#include "options/train_picture.h"
#include "pages/heads/compare/compare_figure.h"
#include "scene/panels/matrix_panel.h"
#include "shown_page.h"
#include "words/statements.h"
#include "workspace/workspace.h"

#include <QFile>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString exportName = u"export"_s;

QList<QCommandLineOption> allOptions() {
    return withTrainPictureOptions(exportOptions());
}

/// The sentence for a stage, head or sequence that this computation has not.
std::optional<Error> misfit(const FigureRequest& figure) {
    const Trace& trace = *figure.trace;
    if (!trace.find(figure.tensor)) {
        if (figure.run->isInWords())
            return makeError("--words merges attention_weights, dropped_weights and rollout; there "
                             "is no \"%1\" of words here",
                             std::string(snakeCase(figure.tensor)));
        std::string names;
        for (const TraceStep& step : trace.steps()) {
            if (!panelsOf(trace, step.name, 0).empty())
                names += (names.empty() ? "" : ", ") + std::string(snakeCase(step.name));
        }
        return makeError(
            HEADSCOPE_MESSAGE("Message", "this computation has no stage \"%1\"; it has %2"),
            std::string(snakeCase(figure.tensor)), names);
    }
    const Index batch = figure.run->batch();
    if (figure.sequence >= batch)
        return makeError(HEADSCOPE_MESSAGE("Message", "--sequence takes a number from 1 to %1, "
                                                      "not \"%2\""),
                         batch, figure.sequence + 1);
    const std::vector<MatrixPanel> slices = slicesOf(trace, figure.tensor, figure.sequence);
    if (slices.empty())
        return std::nullopt; // whoever draws it says so
    if (figure.part) {
        const Tensor& matrix = slices.front().matrix;
        if (const Status fits = checkPart(*figure.part, matrix.size(0), matrix.size(1)); !fits)
            return fits.error();
    }
    const auto panels = static_cast<int>(slices.size());
    if (figure.mean && !hasMeanOfHeads(trace, figure.tensor))
        return noMeanOfHeads(figure.tensor);
    for (const int head : figure.heads) {
        if (head >= panels)
            return makeError(HEADSCOPE_MESSAGE("Message", "--show: there is no head %1 in "
                                                          "\"%2\", which has %3"),
                             head + 1, std::string(snakeCase(figure.tensor)), panels);
    }
    return std::nullopt;
}

int write(const ExportOptions& options, const Result<QByteArray>& file, QTextStream& out,
          QTextStream& err) {
    if (!file)
        return failed(err, file.error());
    const Status written = writeBytes(options.out.fileName(), *file);
    if (!written)
        return failed(err, written.error());
    out << options.out.path << '\n';
    return exitDone;
}

/// A, what was opened as B, and B − A.
Result<QByteArray> comparison(const ExportOptions& options, const OpenedExperiment& opened) {
    if (const Status fits = checkMemory(opened, options.problem.memoryLimit); !fits)
        return fits.error();
    Workspace workspace(opened.source());
    workspace.setTimed(false);
    DisplayOptions display;
    display.words = options.problem.words;
    workspace.setDisplay(display);
    workspace.comparisons().carryOut(want::Compare{true});
    workspace.comparisons().carryOut(want::CompareSide{false, *options.page.compared});
    workspace.finish();
    if (workspace.error())
        return *workspace.error();
    if (const auto& error = workspace.scene().compared->error)
        return *error;
    if (display.words && !workspace.scene().pieces)
        return nothingToMerge();
    const Run& run = *workspace.scene().run;
    if (options.figure.sequence >= run.batch())
        return makeError(HEADSCOPE_MESSAGE("Message", "--sequence takes a number from 1 to %1, "
                                                      "not \"%2\""),
                         run.batch(), options.figure.sequence + 1);
    if (!options.figure.heads.empty() && options.figure.heads.front() >= run.heads())
        return makeError("--show: there is no head %1; there are %2",
                         options.figure.heads.front() + 1, run.heads());
    if (options.figure.mean && !hasMeanOfHeads(*workspace.scene().trace, options.figure.tensor))
        return noMeanOfHeads(options.figure.tensor);
    CompareFigure figure;
    figure.scene = workspace.scene();
    Selection& selection = figure.scene.selection;
    const FigureRequest& request = options.figure;
    selection.stage = stageOf(request.tensor).value_or(Stage::Weights);
    selection.sequence = request.sequence;
    if (options.page.view.scope)
        selection.scope = *options.page.view.scope;
    if (!request.heads.empty())
        selection.panel = request.heads.front();
    if (request.mean)
        selection.panel = static_cast<int>(run.heads()); // behind them
    figure.scene.display.theme = request.theme;
    figure.scene.display.map = request.map;
    figure.scene.display.range = request.range;
    figure.scene.display.valuesInCells = request.values;
    if (options.sizeGiven)
        figure.size = request.size;
    figure.part = request.part;
    // A file shows no "now".
    auto compared = std::make_shared<Compared>(*figure.scene.compared);
    compared->b.name = runTitle(compared->b.run->origin(),
                                QFile::decodeName(options.problem.files.experiment.c_str()));
    figure.scene.compared = std::move(compared);
    figure.dotsPerInch = request.dotsPerInch;
    return renderComparison(figure, options.format);
}

} // namespace

CommandManual exportManual() {
    return {{u"export --out FILE [--example NAME] [OPTIONS]"_s,
             u"export --out FILE FILE.headscope [OPTIONS]"_s,
             u"export --out FILE --attention FILE [--tokens FILE] [OPTIONS]"_s,
             u"export --out FILE --view lines [--ask-query N] [OPTIONS]"_s,
             u"export --out FILE --view train [--task TASK] [OPTIONS]"_s,
             u"export --out FILE --view steps [--stage NAME] [OPTIONS]"_s,
             u"export --out FILE --view shapes [--step NAME] [OPTIONS]"_s,
             u"export --out FILE --lesson NAME [--question N] [OPTIONS]"_s,
             u"export --out FILE --query FILE.npy --weights FILE.safetensors --heads "
             "H [OPTIONS]"_s},
            u"Computes multi-head attention and writes the figure of its heads, with\n"
            "tokens, axes and colour bar, as a PNG, SVG or PDF; or who looks at whom as\n"
            "lines; or the film and the curves of a training, and its numbers as a\n"
            "CSV; or what any other page of the window shows; or the slide of a lesson. No\n"
            "display is needed."_s,
            allOptions()};
}

int exportCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    if (namesPaintView(arguments))
        return exportPainting(arguments, out, err);
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, exportName, exportManual(), arguments, out, err))
        return *ended;
    const Result<QString> view = exportedView(parser);
    if (!view)
        return calledWrongly(err, exportName, printable(view.error()));
    Call call{exportName, parser, *view};
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, exportName, printable(useful.error()));
    if (call.view == "train"_L1)
        return exportTraining(call, out, err);
    // These have more options than a page draws by, and need no window.
    if (call.view != "heads"_L1 && call.view != "compare"_L1 && call.view != "lines"_L1)
        return exportPage(call, out, err);
    Result<ExportOptions> options = readExportOptions(call);
    if (!options)
        return calledWrongly(err, exportName, printable(options.error()));

    if (const Status writable = checkOutput(options->out); !writable)
        return failed(err, writable.error());
    Result<OpenedExperiment> opened = openSource(options->problem);
    if (!opened)
        return failed(err, opened.error());
    printQuestions(err, *opened);
    call.experiment = opened->isExperiment() ? &opened->experiment : nullptr;
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, exportName, printable(useful.error()));
    opened->experiment.config.layout = Layout::BatchFirst; // the picture is the same
    if (options->page.compared && options->figure.mean &&
        !isQueryKeyStage(stageOf(options->figure.tensor).value_or(Stage::Weights)))
        return calledWrongly(err, exportName, printable(noMeanOfHeads(options->figure.tensor)));
    if (options->page.compared) {
        const FontsWithoutDisplay fonts;
        useLanguage(options->language);
        if (const Status readable = checkFonts(wordsOf(opened->source()), err); !readable)
            return failed(err, readable.error());
        return write(*options, comparison(*options, *opened), out, err);
    }
    const auto run = computeRun(*opened, options->problem);
    if (!run)
        return failed(err, run.error());
    printNoNumbers(err, *(*run)->trace());
    options->figure.run = *run;
    const Result<ChosenBlock> block =
        chooseBlock((*run)->trace(), options->figure.tensor, options->page.view.scope);
    if (!block)
        return calledWrongly(err, exportName, printable(block.error()));
    options->figure.trace = block->trace;
    options->figure.blocks = block->blocks;
    if (const auto error = misfit(options->figure))
        return calledWrongly(err, exportName, printable(*error));

    const FontsWithoutDisplay fonts;
    useLanguage(options->language);
    if (const Status readable = checkFonts(
            wordsOf(opened->source()) + options->figure.title + options->figure.subtitle, err);
        !readable)
        return failed(err, readable.error());
    options->figure.source =
        runTitle((*run)->origin(), QFile::decodeName(options->problem.files.experiment.c_str()));
    if (call.view == "lines"_L1)
        return write(*options, exportLines(*options, err), out, err);
    FigureNotes notes;
    const Result<QByteArray> file = renderFigure(options->figure, options->format, {}, &notes);
    const int code = write(*options, file, out, err);
    for (const QString& note : notes)
        err << "headscope: " << note << '\n';
    return code;
}

} // namespace headscope
