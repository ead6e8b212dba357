// SPDX-License-Identifier: GPL-3.0-or-later
#include "export_command.h"

#include "block_choice.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "export_options.h"
#include "formats/file_io.h"
#include "scene/matrix_panel.h"
#include "scene/statements.h"

#include <QCommandLineParser>
#include <QGuiApplication>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString name = u"export"_s;

QString help() {
    return commandHelp({u"export --out FILE [--example NAME] [OPTIONS]"_s,
                        u"export --out FILE --query FILE.npy --weights FILE.safetensors --heads "
                        "H [OPTIONS]"_s},
                       u"Computes multi-head attention and writes the figure of its heads, with\n"
                       "tokens, axes and colour bar, as a PNG, SVG or PDF. No display is needed."_s,
                       exportOptions());
}

/// What the figure's labels come from: the example, or the bare sizes of files.
Experiment experimentOf(const LoadedProblem& loaded) {
    if (loaded.example)
        return *loaded.example;
    Experiment experiment;
    experiment.queryInput = loaded.problem.queryInput;
    experiment.keyInput = loaded.problem.keyInput;
    experiment.valueInput = loaded.problem.valueInput;
    experiment.config = loaded.problem.config;
    experiment.weights = loaded.problem.weights;
    if (experiment.keyInput)
        experiment.keyTokens.emplace();
    return experiment;
}

/// The sentence for a stage, head or sequence that this computation has not.
std::optional<Error> misfit(const FigureRequest& figure) {
    const Trace& trace = *figure.trace;
    if (!trace.find(figure.tensor)) {
        std::string names;
        for (const TraceStep& step : trace.steps()) {
            if (!panelsOf(trace, step.name, 0).empty())
                names += (names.empty() ? "" : ", ") + std::string(snakeCase(step.name));
        }
        return makeError(
            HEADSCOPE_MESSAGE("Message", "this computation has no stage \"%1\"; it has %2"),
            std::string(snakeCase(figure.tensor)), names);
    }
    const Index batch = figure.experiment->batch();
    if (figure.sequence >= batch)
        return makeError(HEADSCOPE_MESSAGE("Message", "--sequence takes a number from 1 to %1, "
                                                      "not \"%2\""),
                         batch, figure.sequence + 1);
    const auto panels = static_cast<int>(panelsOf(trace, figure.tensor, figure.sequence).size());
    for (const int head : figure.heads) {
        if (head >= panels)
            return makeError(HEADSCOPE_MESSAGE("Message", "--heads: there is no head %1 in "
                                                          "\"%2\", which has %3"),
                             head + 1, std::string(snakeCase(figure.tensor)), panels);
    }
    return std::nullopt;
}

int write(const ExportOptions& options, QTextStream& out, QTextStream& err) {
    const auto file = renderFigure(options.figure, options.format);
    if (!file)
        return failed(err, file.error());
    const Status written = writeFileAtomically(
        options.out.fileName(), {file->constData(), static_cast<std::size_t>(file->size())});
    if (!written)
        return failed(err, written.error());
    out << options.out.path << '\n';
    return exitDone;
}

} // namespace

int exportCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    parser.addOptions(exportOptions());
    const bool understood = parser.parse(QStringList{u"headscope"_s} + arguments);
    if (parser.isSet(u"help"_s)) {
        out << help();
        return exitDone;
    }
    if (!understood)
        return calledWrongly(err, name, parser.errorText());
    if (!parser.positionalArguments().isEmpty())
        return calledWrongly(
            err, name,
            u"\"%1\" belongs to no option"_s.arg(parser.positionalArguments().constFirst()));
    Result<ExportOptions> options = readExportOptions(parser);
    if (!options)
        return calledWrongly(err, name, printable(options.error()));

    if (const Status writable = checkOutput(options->out); !writable)
        return failed(err, writable.error());
    const Result<LoadedProblem> loaded = loadProblem(options->problem);
    if (!loaded)
        return failed(err, loaded.error());
    printQuestions(err, *loaded);
    Result<Trace> trace = computeProblem(*loaded);
    if (!trace)
        return failed(err, trace.error());
    options->figure.experiment = std::make_shared<const Experiment>(experimentOf(*loaded));
    const Result<ChosenBlock> block = chooseBlock(std::make_shared<const Trace>(std::move(*trace)),
                                                  options->figure.tensor, options->scope);
    if (!block)
        return calledWrongly(err, name, printable(block.error()));
    options->figure.trace = block->trace;
    options->figure.blocks = block->blocks;
    if (const auto error = misfit(options->figure))
        return calledWrongly(err, name, printable(*error));

    // Fonts need an application object, but no display and no widgets.
    std::optional<QGuiApplication> application;
    int count = 1;
    char program[] = "headscope";
    char* values[] = {program, nullptr};
    if (!QCoreApplication::instance()) {
        useOffscreenPlatform();
        application.emplace(count, values);
    }
    useLanguage(options->language);
    if (loaded->example)
        options->figure.title = runTitle(*loaded->example);
    return write(*options, out, err);
}

} // namespace headscope
