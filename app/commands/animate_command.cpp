// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/animate_command.h"

#include "command_line.h"
#include "commands/animate_steps.h"
#include "commands/animate_training.h"
#include "commands/paint_command.h"
#include "display.h"
#include "exit_code.h"
#include "fonts_here.h"
#include "options/option_meaning.h"
#include "options/option_words.h"
#include "options/shapes_options.h"
#include "options/train_picture.h"
#include "output.h"
#include "pages/registry.h"
#include "pages/shapes/shapes_animation.h"
#include "words/language.h"
#include "words/statements.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QString animateName = u"animate"_s;

QList<QCommandLineOption> animateShapesOptions() {
    return journeyOptions() +
           QList<QCommandLineOption>{
               {u"out"_s, u"the GIF to write"_s, u"FILE.gif"_s},
               {u"view"_s,
                u"the view: shapes (default), steps, train, or paint, which takes the options of "
                "headscope paint"_s,
                u"VIEW"_s, u"shapes"_s},
               pathOption(),
               {u"from"_s,
                u"the first step, such as view; of steps the first stage, such as scores; of train "
                "a recorded step, such as 0 (default: the first of all)"_s,
                u"STEP"_s},
               {u"to"_s,
                u"the last step, such as reshape; of steps the last stage; of train a recorded "
                "step (default: the last of all)"_s,
                u"STEP"_s},
               {u"no-wrong"_s, u"without the wrong way beside the right one"_s},
               {u"colour"_s, u"head (default), token or sample"_s, u"BY"_s, u"head"_s},
               {u"dialect"_s, u"of the code line: pytorch, numpy or einops"_s, u"NAME"_s,
                u"pytorch"_s},
               {u"element"_s, u"mark an element, counted in memory from 0"_s, u"N"_s},
               {u"size"_s, u"in pixels (default: 960x640)"_s, u"WxH"_s, u"960x640"_s},
               {u"fps"_s,
                u"frames per second, %1 (default: 20; of train 2)"_s.arg(boundsWords(filmRates)),
                u"N"_s, u"20"_s},
               {u"speed"_s,
                u"how fast its time goes, %1 (default: 1)"_s.arg(boundsWords(filmSpeeds)), u"S"_s},
               onceOption(),
               {u"estimate"_s,
                u"say how many frames, seconds and bytes it will be, and write nothing"_s},
               themeOption(),
               languageOption(),
               {u"help"_s, u"this text"_s},
           };
}

QList<QCommandLineOption> options() {
    QList<QCommandLineOption> all = withTrainPictureOptions(animateShapesOptions());
    for (const QCommandLineOption& option : stepsAnimationOptions()) {
        const QString name = option.names().constFirst();
        const bool known = std::ranges::any_of(
            all, [&](const QCommandLineOption& other) { return other.names().contains(name); });
        if (!known)
            all << option;
    }
    return all;
}

/// What the options say, before anything is computed.
struct Request {
    ShapesAnimation animation;
    Language language = Language::English;
    QString from;
    QString to;
    std::optional<Index> element;
    Output out;
};

/// Reads the options; an empty text where all is well, else the sentence.
QString read(const QCommandLineParser& parser, Request& request) {
    const Result<Output> output = readOutput(parser, {u".gif"_s});
    if (!output)
        return QString::fromStdString(output.error().text());
    request.out = *output;
    OptionReader reader(parser);
    ShapesOptions& shapes = request.animation.scene.options;
    reader.choice("path", shapes.path);
    reader.choice("colour", shapes.colour);
    reader.choice("dialect", request.animation.scene.display.dialect);
    reader.choice("theme", request.animation.scene.display.theme);
    reader.choice("language", request.language);
    reader.size("size", smallestShapes, {4096, 4096}, "960x640", request.animation.choice.size);
    reader.number("fps", filmRates, request.animation.choice.framesPerSecond);
    readSpeed(reader, request.animation.choice.speed);
    readElement(reader, request.element);
    if (!reader.status())
        return printable(reader.status().error());
    shapes.wrongShown = !parser.isSet(u"no-wrong"_s);
    request.from = parser.value(u"from"_s);
    request.to = parser.value(u"to"_s);
    return {};
}

/// The stretch of steps; an empty text where it exists.
QString chooseSteps(const Request& request, ShapesAnimation& animation) {
    const Journey& journey = animation.scene.model->right;
    animation.choice.from = 0;
    animation.choice.to = journey.steps().size() - 1;
    for (const auto& [option, text, step] :
         {std::tuple{"from", request.from, &animation.choice.from},
          std::tuple{"to", request.to, &animation.choice.to}}) {
        if (text.isEmpty())
            continue;
        const std::optional<std::size_t> found = stepNamed(journey, text.toStdString());
        if (!found)
            return u"--%1: there is no step \"%2\"; there are %3"_s.arg(
                QLatin1String(option), text, QString::fromStdString(namesOfSteps(journey)));
        *step = *found;
    }
    if (animation.choice.from > animation.choice.to)
        return u"--from %1 comes after --to %2"_s.arg(request.from, request.to);
    return {};
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
    Request request;
    if (const QString wrong = read(parser, request); !wrong.isEmpty())
        return calledWrongly(err, animateName, wrong);
    if (const Status writable = checkOutput(request.out); !writable)
        return failed(err, writable.error());
    bool couldNot = false;
    Result<LoadedJourneys> loaded = loadJourneys(call, couldNot);
    if (!loaded)
        return couldNot ? failed(err, loaded.error())
                        : calledWrongly(err, animateName, printable(loaded.error()));
    ShapesAnimation& animation = request.animation;
    std::optional<Journey> journey = std::move(loaded->split);
    if (animation.scene.options.path == LayoutPath::Merge)
        journey = std::move(loaded->merge);
    else if (animation.scene.options.path == LayoutPath::SideBySide)
        journey = std::move(loaded->sideBySide);
    if (!journey)
        return calledWrongly(err, animateName,
                             u"without a sequence axis nothing lies side by side"_s);
    animation.scene.model = shapesModel(std::move(*journey), animation.scene.options);
    if (const QString wrong = chooseSteps(request, animation); !wrong.isEmpty())
        return calledWrongly(err, animateName, wrong);
    const Index count = animation.scene.model->right.elementCount();
    if (request.element && *request.element >= count)
        return calledWrongly(
            err, animateName,
            u"--element takes a number below %1, not %2"_s.arg(count).arg(*request.element));
    animation.scene.element = request.element;

    const FontsWithoutDisplay fonts;
    useLanguage(request.language);
    if (const Status readable = checkFonts({}, err); !readable)
        return failed(err, readable.error());
    animation.scene.block = blockTitle(loaded->blocks.get());
    return writeFilm(parser, request.out, shapesFilm(animation), out, err);
}

} // namespace headscope
