// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/animate_steps.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "fonts_here.h"
#include "options/block_choice.h"
#include "options/film_options.h"
#include "options/model_options.h"
#include "options/option_words.h"
#include "options/run_options.h"
#include "output.h"
#include "pages/steps/steps_animation.h"
#include "shown_page.h"
#include "window/main_window.h"
#include "words/statements.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString commandName = u"animate"_s;

/// What the options say of the steps, before anything is computed.
struct StepsRequest {
    ProblemRequest problem;
    std::optional<std::string> scope;
    int head = 1;
    Index sequence = 1;
    StepOrder order = StepScene().order;
    std::optional<std::pair<Index, Index>> cell; ///< query and key, from 0
};

const OptionTable<StepsRequest>& stepsFilmOptions() {
    static const OptionTable<StepsRequest> table({
        {{u"head"_s, u"of steps: the head, from 1 (default: 1)"_s, u"H"_s},
         [](auto& in, auto n, auto& r) { in.number(n, 1, 100000, r.head); }},
        {{u"cell"_s, u"of steps: the sum of query Q and key K term by term, from 1"_s, u"Q,K"_s},
         [](auto& in, auto n, auto& r) { r.cell = cellOf(in, n); }},
        {{u"sequence"_s, u"of steps: the sequence of the batch, from 1"_s, u"N"_s},
         [](auto& in, auto n, auto& r) { in.number(n, Index{1}, Index{100000}, r.sequence); }},
        {{u"order"_s,
          u"of steps: how a product is told: dot (default), rows, or heads for "
          "that with W_O"_s,
          u"ORDER"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.order); }},
    });
    return table;
}

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

Status read(const QCommandLineParser& parser, StepsRequest& request) {
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return whole.error();
    request.problem.example = openingExample(parser);
    request.problem = whole->value_or(request.problem);
    OptionReader reader(parser);
    stepsFilmOptions().read(reader, request);
    readScope(reader, "scope", request.scope);
    return reader.status();
}

/// Chooses block, head, sequence and stretch; the Error is one of usage.
Status choose(MainWindow& window, const StepsRequest& request, const FilmRequest& film,
              StepsAnimation& animation) {
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
    for (const auto& [option, text, stop] : {std::tuple{"from", film.from, &animation.choice.from},
                                             std::tuple{"to", film.to, &animation.choice.to}}) {
        if (text.isEmpty())
            continue;
        const Result<std::size_t> found = stopNamed(block, *stops, text, option);
        if (!found)
            return found.error();
        *stop = *found;
    }
    if (animation.choice.from > animation.choice.to)
        return makeError("--from %1 comes after --to %2", film.from.toStdString(),
                         film.to.toStdString());
    StepScene& steps = animation.steps;
    steps.run = animation.scene.run;
    steps.trace = animation.scene.trace;
    steps.scope = animation.scene.selection.scope;
    steps.block = blockTitle(animation.scene.blocks.get());
    steps.stops = stops;
    steps.sequence = animation.scene.selection.sequence;
    steps.display = animation.scene.display;
    steps.display.theme = film.choice.theme;
    steps.display.dialect = film.dialect;
    return Done{};
}

} // namespace

QList<QCommandLineOption> stepsAnimationOptions() {
    return stepsFilmOptions().options();
}

int animateSteps(const QCommandLineParser& parser, QTextStream& out, QTextStream& err) {
    StepsAnimation animation;
    FilmRequest film{.choice = animation.choice, .smallest = smallestSteps};
    StepsRequest request;
    if (const Status wrong = readFilm(parser, film); !wrong)
        return calledWrongly(err, commandName, printable(wrong.error()));
    if (const Status wrong = read(parser, request); !wrong)
        return calledWrongly(err, commandName, printable(wrong.error()));
    animation.choice = film.choice;
    if (request.cell)
        animation.cell = {request.cell->first, request.cell->second};
    animation.steps.order = request.order;
    if (const Status writable = checkOutput(film.out); !writable)
        return failed(err, writable.error());
    const Result<OpenedExperiment> opened = openComputed(request.problem);
    if (!opened)
        return failed(err, opened.error());
    printQuestions(err, *opened);
    if (const Status fits = checkMemory(*opened, request.problem.memoryLimit); !fits)
        return failed(err, fits.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(film.language);
    if (const Status readable = checkFonts(wordsOf(opened->source()), err); !readable)
        return failed(err, readable.error());
    Preferences preferences;
    preferences.language = film.language;
    MainWindow window(opened->source(), preferences);
    window.setRemembering(false);
    window.settle();
    if (window.workspace().scene().isEmpty())
        return failed(err, makeError("the experiment cannot be computed"));
    if (const Status wrong = choose(window, request, film, animation); !wrong)
        return calledWrongly(err, commandName, printable(wrong.error()));
    return writeFilm(film, stepsFilm(animation), out, err);
}

} // namespace headscope
