// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/animate_steps.h"

#include "application.h"
#include "command_line.h"
#include "commands/animate_training.h"
#include "display.h"
#include "exit_code.h"
#include "fonts_here.h"
#include "options/block_choice.h"
#include "options/model_options.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "options/run_options.h"
#include "output.h"
#include "pages/steps/steps_animation.h"
#include "window/main_window.h"
#include "words/statements.h"

#include <QRegularExpression>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString commandName = u"animate"_s;

/// What the options say, before anything is computed.
struct StepsRequest {
    ProblemRequest problem;
    Language language = Language::English;
    ThemeKind theme = ThemeKind::Light;
    CodeDialect dialect = CodeDialect::PyTorch;
    std::optional<std::string> scope;
    int head = 1;
    Index sequence = 1;
    QString from;
    QString to;
};

QString nameOfStop(const Trace& block, const ComputedStep& stop) {
    return QString::fromStdString(std::string(snakeCase(block[stop.step].name)));
}

/// The stop that a name means; a sentence where there is none.
Result<std::size_t> stopNamed(const Trace& block, const StepStops& stops, const QString& name,
                              const char* option) {
    QStringList names;
    for (std::size_t i = 0; i < stops.steps.size(); ++i) {
        names << nameOfStop(block, stops.steps[i]);
        if (names.last() == name)
            return i;
    }
    return makeError("--%1: this block has no stage \"%2\"; it has %3", option, name.toStdString(),
                     names.join(u", "_s).toStdString());
}

Status read(const QCommandLineParser& parser, StepsRequest& request, StepsAnimation& animation) {
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return whole.error();
    request.problem.example = openingExample(parser);
    request.problem = whole->value_or(request.problem);
    OptionReader reader(parser);
    reader.choice("theme", request.theme);
    reader.choice("language", request.language);
    if (reader.isSet("size"))
        reader.size("size", smallestSteps, {4096, 4096}, "1000x720", animation.choice.size);
    reader.number("fps", filmRates, animation.choice.framesPerSecond);
    readSpeed(reader, animation.choice.speed);
    reader.number("head", 1, 100000, request.head);
    reader.number("sequence", Index{1}, Index{100000}, request.sequence);
    reader.choice("dialect", request.dialect);
    reader.choice("order", animation.steps.order);
    if (reader.isSet("cell")) {
        static const QRegularExpression pair(u"^([1-9][0-9]{0,5}),([1-9][0-9]{0,5})$"_s);
        const auto match = pair.match(reader.text("cell"));
        if (match.hasMatch())
            animation.cell = MatrixGeometry::Position{match.captured(1).toLongLong() - 1,
                                                      match.captured(2).toLongLong() - 1};
        else
            reader.refuse("cell", "a query and a key from 1, such as 10,6");
    }
    request.from = reader.text("from");
    request.to = reader.text("to");
    const Result<std::optional<std::string>> scope = scopeNamed(parser);
    if (!scope)
        reader.fail(scope.error());
    else
        request.scope = *scope;
    return reader.status();
}

/// Chooses block, head, sequence and stretch; the Error is one of usage.
Status choose(MainWindow& window, const StepsRequest& request, StepsAnimation& animation) {
    Workspace& workspace = window.workspace();
    const auto& scopes = workspace.scene().blocks->scopes;
    if (request.scope) {
        if (std::ranges::find(scopes, *request.scope, &TraceScope::path) == scopes.end())
            return noSuchBlock(*request.scope, scopes);
        workspace.showScope(*request.scope);
    }
    if (request.sequence > workspace.scene().run->batch())
        return makeError("--sequence %1: the example has %2 sequences", request.sequence,
                         workspace.scene().run->batch());
    if (request.head > workspace.scene().run->heads())
        return makeError("--head %1: the example has %2 heads", request.head,
                         workspace.scene().run->heads());
    workspace.showSequence(request.sequence - 1);
    workspace.showPanel(request.head - 1);
    window.settle();
    animation.scene = workspace.scene();
    const Trace& block = *animation.scene.trace;
    const auto stops = stepStops(block);
    if (stops->steps.empty())
        return makeError("this block computes nothing");
    if (animation.cell) {
        const TraceStep* scores = block.find(TensorName::Scores);
        if (!scores)
            return makeError("--cell: no query looks at a key in this block");
        const Index rows = scores->result.size(scores->result.axisOf(Axis::Query));
        const Index columns = scores->result.size(scores->result.axisOf(Axis::Key));
        if (animation.cell->row >= rows || animation.cell->column >= columns)
            return makeError("--cell %1,%2: there are %3 queries and %4 keys",
                             animation.cell->row + 1, animation.cell->column + 1, rows, columns);
    }
    animation.choice.to = stops->steps.size() - 1;
    for (const auto& [option, text, stop] :
         {std::tuple{"from", request.from, &animation.choice.from},
          std::tuple{"to", request.to, &animation.choice.to}}) {
        if (text.isEmpty())
            continue;
        const Result<std::size_t> found = stopNamed(block, *stops, text, option);
        if (!found)
            return found.error();
        *stop = *found;
    }
    if (animation.choice.from > animation.choice.to)
        return makeError("--from %1 comes after --to %2", request.from.toStdString(),
                         request.to.toStdString());
    StepScene& steps = animation.steps;
    steps.run = animation.scene.run;
    steps.trace = animation.scene.trace;
    steps.scope = animation.scene.selection.scope;
    steps.block = blockTitle(animation.scene.blocks.get());
    steps.stops = stops;
    steps.sequence = animation.scene.selection.sequence;
    steps.display = animation.scene.display;
    steps.display.theme = request.theme;
    steps.display.dialect = request.dialect;
    return Done{};
}

} // namespace

QList<QCommandLineOption> stepsAnimationOptions() {
    return {
        {u"head"_s, u"of steps: the head, from 1 (default: 1)"_s, u"H"_s},
        {u"cell"_s, u"of steps: the sum of query Q and key K term by term, from 1"_s, u"Q,K"_s},
        {u"sequence"_s, u"of steps: the sequence of the batch, from 1"_s, u"N"_s},
        {u"order"_s,
         u"of steps: how a product is told: dot (default), rows, or heads for "
         "that with W_O"_s,
         u"ORDER"_s},
    };
}

int animateSteps(const QCommandLineParser& parser, QTextStream& out, QTextStream& err) {
    const Result<Output> output = readOutput(parser, {u".gif"_s});
    if (!output)
        return calledWrongly(err, commandName, printable(output.error()));
    StepsRequest request;
    StepsAnimation animation;
    if (const Status wrong = read(parser, request, animation); !wrong)
        return calledWrongly(err, commandName, printable(wrong.error()));
    if (const Status writable = checkOutput(*output); !writable)
        return failed(err, writable.error());
    const Result<OpenedExperiment> opened = openComputed(request.problem);
    if (!opened)
        return failed(err, opened.error());
    printQuestions(err, *opened);
    if (const Status fits = checkMemory(*opened, request.problem.memoryLimit); !fits)
        return failed(err, fits.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(request.language);
    if (const Status readable = checkFonts(wordsOf(opened->source()), err); !readable)
        return failed(err, readable.error());
    Preferences preferences;
    preferences.language = request.language;
    MainWindow window(opened->source(), preferences);
    window.setRemembering(false);
    window.settle();
    if (window.workspace().scene().isEmpty())
        return failed(err, makeError("the experiment cannot be computed"));
    if (const Status wrong = choose(window, request, animation); !wrong)
        return calledWrongly(err, commandName, printable(wrong.error()));
    return writeFilm(parser, *output, stepsFilm(animation), out, err);
}

} // namespace headscope
