// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/paint_command.h"

#include "command_line.h"
#include "disk/output_folder.h"
#include "disk/output_place.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "fonts_here.h"
#include "formats/npy/npy.h"
#include "head_fit/fit_files.h"
#include "options/film_options.h"
#include "options/option_meaning.h"
#include "options/option_words.h"
#include "options/run_options.h"
#include "output.h"
#include "pages/paint/paint_figure.h"
#include "support/execution.h"
#include "words/language.h"
#include "words/statements.h"

#include <QFile>

#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QStringList pictureFiles = {u".svg"_s, u".pdf"_s, u".png"_s};

/// What the command line asks for; no file was opened yet.
struct PaintRequest {
    ProblemRequest experiment;
    std::string target;
    FitOptions options;
    Index sequence = 1;
    Index head = 1;
    bool positions = false;
    PaintFigure look; ///< without its painting
    Language language = Language::English;
};

void readCount(OptionReader& in, const char* option, Index& number) {
    in.number(option, Index{1}, std::numeric_limits<Index>::max(), number);
}

const OptionTable<PaintRequest>& paintOptions() {
    static const OptionTable<PaintRequest> table({
        {{u"example"_s, u"the inputs of an example"_s, u"NAME"_s}},
        {{u"target"_s,
          u"the attention that is wanted, [query, key]: rows sum to 1, or are 0 where nothing is "
          "asked of them"_s,
          u"FILE.npy"_s},
         [](auto& in, auto n, auto& r) {
             r.target = QFile::encodeName(in.text(n)).toStdString();
             if (r.target.empty())
                 in.fail(makeError(HEADSCOPE_MESSAGE("Message", "--target is missing: a file of "
                                                                "the attention that is wanted")));
         }},
        {{u"d-k"_s, u"features of the head, from 1 to d_model (default: 2)"_s, u"N"_s},
         [](auto& in, auto n, auto& r) { readCount(in, n, r.options.keyDim); }},
        {{u"positions"_s, u"positions are added to the inputs"_s},
         [](auto& in, auto n, auto& r) { r.positions = in.isSet(n); }},
        {{u"sequence"_s, u"the sequence of the batch, from 1 (default: 1)"_s, u"N"_s},
         [](auto& in, auto n, auto& r) { readCount(in, n, r.sequence); }},
        {{u"head"_s, u"whose mask holds, from 1 (default: 1)"_s, u"H"_s},
         [](auto& in, auto n, auto& r) { readCount(in, n, r.head); }},
        {{u"starts"_s, u"so many random beginnings, the best end is kept (default: 8)"_s, u"N"_s},
         [](auto& in, auto n, auto& r) { readCount(in, n, r.options.starts); }},
        {{u"steps"_s, u"of Adam in each of them (default: 8000)"_s, u"N"_s},
         [](auto& in, auto n, auto& r) {
             in.number(n, Index{0}, std::numeric_limits<Index>::max(), r.options.steps);
         }},
        {{u"rate"_s, u"learning rate (default: 0.1)"_s, u"R"_s},
         [](auto& in, auto n, auto& r) {
             constexpr double largest = std::numeric_limits<double>::max();
             in.number(n, -largest, largest, "a number such as 0.1", r.options.rate);
         }},
        {{u"largest-weight"_s, u"above 0: no weight grows beyond this (default: they may)"_s,
          u"NUMBER"_s},
         [](auto& in, auto n, auto& r) {
             // 0 is how no bound is kept, and would be one to who types it.
             in.number(n, std::numeric_limits<double>::min(), std::numeric_limits<double>::max(),
                       "a number above 0", r.options.largestWeight);
         }},
        {seedOption(u"the beginnings (default: 1)"_s),
         [](auto& in, auto n, auto& r) { in.seed(n, r.options.seed); }},
        {{u"out"_s,
          u"a new folder, or one that is empty, for attention_weights.npy, query_weight.npy, "
          "key_weight.npy and painting.json"_s,
          u"DIR"_s}},
        {{u"figure"_s,
          u"besides, a figure of what was painted, what the head does, their difference and the "
          "way of the descent; written last, as a whole or not at all"_s,
          u"FILE.svg|pdf|png"_s}},
        {{u"size"_s, u"of the figure in pixels of 1/96 inch (default: 1200x860)"_s, u"WxH"_s},
         [](auto& in, auto n, auto& r) {
             in.size(n, {smallestFigureWidth, smallestFigureHeight},
                     {largestFigureSide, largestFigureSide}, "1200x860", r.look.size);
         }},
        {{u"dpi"_s, u"of a PNG, %1 (default: 96)"_s.arg(boundsWords(figureDots)), u"N"_s},
         [](auto& in, auto n, auto& r) {
             in.number(n, double{figureDots.low}, double{figureDots.high}, r.look.dotsPerInch);
         }},
        {themeOption(),
         [](auto& in, auto n, auto& r) { in.choice(n, r.look.scene.display.theme); }},
        {languageOption(), [](auto& in, auto n, auto& r) { in.choice(n, r.language); }},
        {{u"rows-are-keys"_s, u"draw the matrices of the figure transposed"_s},
         [](auto& in, auto n, auto& r) { r.look.scene.display.rowsAreKeys = in.isSet(n); }},
        {{u"help"_s, u"this text"_s}},
    });
    return table;
}

CommandManual figureManual() {
    return {{u"export --out FILE --view paint --example NAME --target FILE.npy --d-k N"_s,
             u"export --out FILE --view paint FILE.headscope --target FILE.npy --d-k N"_s},
            u"Looks for W_Q and W_K of one head whose attention is the one in FILE.npy, as\n"
            "paint does, and writes a figure of what was painted, what the head does, their\n"
            "difference and the way of the descent as a PNG, SVG or PDF."_s,
            withOptions({{u"out"_s, u"the picture to write"_s, u"FILE.svg|pdf|png"_s},
                         {u"view"_s, u"paint"_s, u"VIEW"_s}},
                        paintOptions().options(), {u"figure"_s})};
}

CommandManual filmManual() {
    return {{u"animate --out FILE.gif --view paint --example NAME --target FILE.npy --d-k N"_s,
             u"animate --out FILE.gif --view paint FILE.headscope --target FILE.npy --d-k N"_s},
            u"Looks for W_Q and W_K of one head whose attention is the one in FILE.npy, as\n"
            "paint does, and writes the way there as an animated GIF that repeats for ever, or\n"
            "plays --once: what the head does at every recorded step, and how far it is from the\n"
            "painting."_s,
            withOptions(withOptions({}, filmOptions().options(), {u"speed"_s, u"dialect"_s}),
                        paintOptions().options(), {u"figure"_s, u"dpi"_s})};
}

Result<PaintRequest> paintRequest(const QCommandLineParser& parser) {
    PaintRequest request;
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return whole.error();
    if (!*whole)
        return makeError(HEADSCOPE_MESSAGE("Message", "--example is missing: an example is needed, "
                                                      "or FILE.headscope"));
    request.experiment = **whole;
    OptionReader reader(parser);
    paintOptions().read(reader, request);
    if (!reader.status())
        return reader.status().error();
    return request;
}

/// What was found, and of what.
struct Found {
    HeadFit fit;
    std::shared_ptr<const Run> run;
    QString words; ///< of its tokens
};

/// Looks for the head, of files that are read now.
Result<Found> search(const PaintRequest& request) {
    const Result<OpenedExperiment> opened = openProblem(request.experiment);
    if (!opened)
        return opened.error();
    const auto run = computeRun(opened->experiment, std::nullopt);
    if (!run)
        return run.error();
    Result<FitProblem> problem =
        fitProblemOf(**run, request.sequence - 1, request.head - 1, request.positions);
    if (!problem)
        return problem.error();
    const Result<NpyArray> file = readNpy(request.target);
    if (!file)
        return file.error();
    const PaintTarget& wanted = problem->target;
    const Tensor& given = file->tensor;
    if (given.rank() != 2 || given.size(0) != wanted.queries || given.size(1) != wanted.keys)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has the shape %2: [query, key] is %3 "
                                                      "here"),
                         request.target, shapeText(given.shape()),
                         shapeText({wanted.queries, wanted.keys}));
    Result<PaintTarget> target = targetFrom(given, wanted.mayAttend);
    if (!target)
        return target.error();
    problem->target = std::move(target).value();
    Result<HeadFit> fit = fitHead(*problem, request.options, {allThreads(), {}});
    if (!fit)
        return fit.error();
    return Found{std::move(fit).value(), *run, wordsOf(opened->experiment)};
}

/// Draws it into a file of one of these formats.
Status writeFigure(const PaintRequest& request, const Found& found, const QString& path,
                   QTextStream& err) {
    const FontsWithoutDisplay fonts;
    useLanguage(request.language);
    if (Status readable = checkFonts(found.words, err); !readable)
        return readable;
    PaintFigure figure = request.look;
    const DisplayOptions display = figure.scene.display;
    figure.scene = paintSceneOf(found.fit, found.run->tokens(std::string()), request.sequence - 1);
    figure.scene.display = display;
    figure.title = runTitle(found.run->origin());
    const Result<QByteArray> file = renderPainting(
        figure, figureFormatOf(path).value_or(FigureFormat::Svg)); // devices have no ending
    if (!file)
        return file.error();
    return writeBytes(path, *file);
}

} // namespace

CommandManual paintManual() {
    return {{u"paint --example NAME --target FILE.npy --d-k N --out DIR"_s,
             u"paint FILE.headscope --target FILE.npy --d-k N --out DIR"_s},
            u"Looks for W_Q and W_K of one head whose attention is the one in FILE.npy, and\n"
            "prints what is known about it as one JSON object: kl_bits, how far the head\n"
            "stays away (mean over rows), limit_bits, the least that any head of any d_k can\n"
            "reach, and the verdict: \"proof\" (d_k = 1 cannot), \"exact\" (every W_Q·W_K' can be\n"
            "had with this d_k, so the limit is reached) or \"best found\"."_s,
            paintOptions().options()};
}

int paintCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, u"paint"_s, paintManual(), arguments, out, err))
        return *ended;
    if (const Status useful = checkOptions({u"paint"_s, parser}); !useful)
        return calledWrongly(err, u"paint"_s, printable(useful.error()));
    Result<PaintRequest> request = paintRequest(parser);
    if (!request)
        return calledWrongly(err, u"paint"_s, printable(request.error()));
    const QString picture = parser.value(u"figure"_s);
    if (!picture.isEmpty() && !figureFormatOf(picture))
        return calledWrongly(
            err, u"paint"_s,
            printable(wrongOption("figure", "a name that ends in .svg, .pdf or .png", picture)));
    const Result<Output> output = readOutput(parser, {});
    if (!output)
        return calledWrongly(err, u"paint"_s, printable(output.error()));
    const Output figure{pictureFiles, picture};
    // The folder of the results is made with them, and a figure in it is written after them.
    const std::filesystem::path drawn = figure.fileName();
    const bool inside =
        !drawn.empty() && isSameFile(output_place::folderOf(drawn), output->fileName());
    if (const Status free = OutputFolder::check(output->fileName()); !free)
        return failed(err, free.error());
    if (!drawn.empty() && !inside) {
        if (const Status writable = checkOutput(figure); !writable)
            return failed(err, writable.error());
    }

    const Result<Found> found = search(*request);
    if (!found)
        return failed(err, found.error());
    // What cannot be written does not cost the other.
    int status = exitDone;
    if (const Status written = writeFitFiles(output->fileName(), found->fit); !written)
        status = failed(err, written.error());
    if (!picture.isEmpty()) {
        if (const Status made = writeFigure(*request, *found, picture, err); !made)
            status = failed(err, made.error());
    }
    if (status != exitDone)
        return status;
    out << QString::fromStdString(fitToJson(found->fit));
    return exitDone;
}

bool namesPaintView(const QStringList& arguments) {
    const qsizetype at = arguments.indexOf(u"--view"_s);
    return arguments.contains(u"--view=paint"_s) ||
           (at >= 0 && arguments.value(at + 1) == "paint"_L1);
}

int exportPainting(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString name = u"export"_s;
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, name, figureManual(), arguments, out, err))
        return *ended;
    if (const Status useful = checkOptions({u"paint"_s, parser, u"paint"_s}); !useful)
        return calledWrongly(err, name, printable(useful.error()));
    const Result<Output> output = readOutput(parser, pictureFiles);
    if (!output)
        return calledWrongly(err, name, printable(output.error()));
    Result<PaintRequest> request = paintRequest(parser);
    if (!request)
        return calledWrongly(err, name, printable(request.error()));
    if (const Status writable = checkOutput(*output); !writable)
        return failed(err, writable.error());
    const Result<Found> found = search(*request);
    if (!found)
        return failed(err, found.error());
    if (const Status made = writeFigure(*request, *found, output->path, err); !made)
        return failed(err, made.error());
    out << output->path << '\n';
    return exitDone;
}

int animatePainting(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString name = u"animate"_s;
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, name, filmManual(), arguments, out, err))
        return *ended;
    PaintAnimation animation;
    FilmRequest film{
        .choice{.size = animation.figure.size, .framesPerSecond = animation.framesPerSecond},
        .smallest = {smallestFigureWidth, smallestFigureHeight}};
    if (const Status wrong = readFilm(parser, film); !wrong)
        return calledWrongly(err, name, printable(wrong.error()));
    const Result<PaintRequest> request = paintRequest(parser);
    if (!request)
        return calledWrongly(err, name, printable(request.error()));
    if (const Status writable = checkOutput(film.out); !writable)
        return failed(err, writable.error());
    const Result<Found> found = search(*request);
    if (!found)
        return failed(err, found.error());
    std::vector<Index> steps;
    for (const FitRecord& record : found->fit.descents.history)
        steps.push_back(record.step);
    if (const Status wrong = chooseRecords(steps, film); !wrong)
        return calledWrongly(err, name, printable(wrong.error()));

    const FontsWithoutDisplay fonts;
    useLanguage(film.language);
    if (const Status readable = checkFonts(found->words, err); !readable)
        return failed(err, readable.error());
    animation.from = film.choice.from;
    animation.to = film.choice.to;
    animation.framesPerSecond = film.choice.framesPerSecond;
    animation.figure.size = film.choice.size;
    animation.figure.scene =
        paintSceneOf(found->fit, found->run->tokens(std::string()), request->sequence - 1);
    animation.figure.scene.display = request->look.scene.display;
    animation.figure.title = runTitle(found->run->origin());
    return writeFilm(film, paintFilm(animation), out, err);
}

} // namespace headscope
