// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/animate_command.h"

#include "command_line.h"
#include "commands/animate_steps.h"
#include "commands/animate_training.h"
#include "commands/paint_command.h"
#include "display.h"
#include "exit_code.h"
#include "fonts_here.h"
#include "options/film_options.h"
#include "options/option_meaning.h"
#include "options/option_words.h"
#include "options/shapes_options.h"
#include "options/train_picture.h"
#include "output.h"
#include "pages/registry.h"
#include "pages/shapes/shapes_animation.h"
#include "words/language.h"
#include "words/statements.h"

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString animateName = u"animate"_s;

/// What the options say of splitting and merging heads, before anything is computed.
struct ShapesRequest {
    ShapesOptions options;
    std::optional<Index> element;
};

const OptionTable<ShapesRequest>& shapesFilmOptions() {
    static const OptionTable<ShapesRequest> table({
        {pathOption(), [](auto& in, auto n, auto& r) { in.choice(n, r.options.path); }},
        {{u"no-wrong"_s, u"without the wrong way beside the right one"_s},
         [](auto& in, auto n, auto& r) { r.options.wrongShown = !in.isSet(n); }},
        {{u"colour"_s, u"head (default), token or sample"_s, u"BY"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.options.colour); }},
        {elementOption(), [](auto& in, auto n, auto& r) { readElement(in, n, r.element); }},
        {{u"help"_s, u"this text"_s}},
    });
    return table;
}

QList<QCommandLineOption> options() {
    return withOptions(withTrainPictureOptions(journeyOptions() + filmOptions().options() +
                                               shapesFilmOptions().options()),
                       stepsAnimationOptions());
}

/// The stretch of steps; the sentence where it does not exist.
Status chooseSteps(FilmRequest& film, const Journey& journey) {
    film.choice.from = 0;
    film.choice.to = journey.steps().size() - 1;
    for (const auto& [option, text, step] : {std::tuple{"from", film.from, &film.choice.from},
                                             std::tuple{"to", film.to, &film.choice.to}}) {
        if (text.isEmpty())
            continue;
        const std::optional<std::size_t> found = stepNamed(journey, text.toStdString());
        if (!found)
            return makeError("--%1: there is no step \"%2\"; there are %3", option,
                             text.toStdString(), namesOfSteps(journey));
        *step = *found;
    }
    if (film.choice.from > film.choice.to)
        return makeError("--from %1 comes after --to %2", film.from.toStdString(),
                         film.to.toStdString());
    return Done{};
}

} // namespace

CommandManual animateManual() {
    return {{u"animate --out FILE.gif [--example arange] [OPTIONS]"_s,
             u"animate --out FILE.gif --view steps [--example NAME] [OPTIONS]"_s,
             u"animate --out FILE.gif --view train [--task TASK] [OPTIONS]"_s,
             u"animate --out FILE.gif --view paint --example NAME --target FILE.npy [OPTIONS]"_s,
             u"animate --out FILE.gif FILE.headscope [OPTIONS]"_s,
             u"animate --out FILE.gif --model FOLDER --text TEXT [--view steps] [OPTIONS]"_s,
             u"animate --out FILE.gif --shape 2,3,6 --heads 3 [OPTIONS]"_s},
            u"Writes how heads are split or merged, the operations of a block with their\n"
            "numbers, how a small model learns, or how a head is found for a painting, as an\n"
            "animated GIF that repeats for ever, or plays --once.\n"
            "No display is needed. On the standard output: the file, its frames and its size."_s,
            options()};
}

int animateCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    if (namesPaintView(arguments))
        return animatePainting(arguments, out, err);
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, animateName, animateManual(), arguments, out, err))
        return *ended;
    const Call call{animateName, parser, parser.value(u"view"_s)};
    const PageEntry* const page = findPage(call.view.toStdString());
    if (!page || page->draws != Draws::Film)
        return calledWrongly(err, animateName,
                             u"there is no animation of the view \"%1\"; there are %2"_s.arg(
                                 call.view, QString::fromStdString(pagesThatDraw(Draws::Film))));
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, animateName, printable(useful.error()));
    if (call.view == "steps"_L1)
        return animateSteps(parser, out, err);
    if (call.view == "train"_L1)
        return animateTraining(call, out, err);
    ShapesAnimation animation;
    FilmRequest film{.choice = animation.choice, .smallest = smallestShapes};
    ShapesRequest request;
    OptionReader reader(parser);
    if (const Status read = readFilm(parser, film); !read)
        return calledWrongly(err, animateName, printable(read.error()));
    shapesFilmOptions().read(reader, request);
    if (!reader.status())
        return calledWrongly(err, animateName, printable(reader.status().error()));
    if (const Status writable = checkOutput(film.out); !writable)
        return failed(err, writable.error());
    bool couldNot = false;
    Result<LoadedJourneys> loaded = loadJourneys(call, couldNot);
    if (!loaded)
        return couldNot ? failed(err, loaded.error())
                        : calledWrongly(err, animateName, printable(loaded.error()));
    animation.scene.options = request.options;
    std::optional<Journey> journey = std::move(loaded->split);
    if (animation.scene.options.path == LayoutPath::Merge)
        journey = std::move(loaded->merge);
    else if (animation.scene.options.path == LayoutPath::SideBySide)
        journey = std::move(loaded->sideBySide);
    if (!journey)
        return calledWrongly(err, animateName,
                             u"without a sequence axis nothing lies side by side"_s);
    animation.scene.model = shapesModel(std::move(*journey), animation.scene.options);
    if (const Status chosen = chooseSteps(film, animation.scene.model->right); !chosen)
        return calledWrongly(err, animateName, printable(chosen.error()));
    animation.choice = film.choice;
    animation.scene.display.theme = film.choice.theme;
    animation.scene.display.dialect = film.dialect;
    const Index count = animation.scene.model->right.elementCount();
    if (request.element && *request.element >= count)
        return calledWrongly(
            err, animateName,
            u"--element takes a number below %1, not %2"_s.arg(count).arg(*request.element));
    animation.scene.element = request.element;

    const FontsWithoutDisplay fonts;
    useLanguage(film.language);
    if (const Status readable = checkFonts({}, err); !readable)
        return failed(err, readable.error());
    animation.scene.block = blockTitle(loaded->blocks.get());
    return writeFilm(film, shapesFilm(animation), out, err);
}

} // namespace headscope
