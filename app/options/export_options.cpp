// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/export_options.h"

#include "options/option_words.h"
#include "pages/registry.h"
#include "shown_page.h"

#include <QRegularExpression>

#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<std::string_view, bool> rowsAreKeys[] = {{"queries", false}, {"keys", true}};

/// "1,3" and "2-5", from 1; in this order, none twice.
Result<std::vector<int>> headList(const QString& text) {
    const Error error =
        wrongOption("show", "all, mean, or numbers from 1 such as 1,3 or 2-5", text);
    static const QRegularExpression part(u"^([0-9]{1,5})(-([0-9]{1,5}))?$"_s);
    constexpr int mostNamed = 100000; // times a head may be named, however often each
    std::vector<bool> isListed(mostNamed, false);
    std::vector<int> heads;
    int named = 0;
    for (const QString& piece : text.split(u',')) {
        const auto match = part.match(piece.trimmed());
        if (!match.hasMatch())
            return error;
        const int first = match.captured(1).toInt();
        const int last = match.capturedLength(3) > 0 ? match.captured(3).toInt() : first;
        if (first < 1 || last < first)
            return error;
        named += last - first + 1;
        if (named >= mostNamed)
            return makeError(HEADSCOPE_MESSAGE("Message", "--show names more than %1 heads"),
                             mostNamed);
        for (int head = first - 1; head < last; ++head) {
            if (!isListed[static_cast<std::size_t>(head)])
                heads.push_back(head);
            isListed[static_cast<std::size_t>(head)] = true;
        }
    }
    return heads;
}

void readShow(OptionReader& in, const char* option, ExportOptions& options) {
    const QString shown = in.text(option);
    FigureRequest& figure = options.figure;
    figure.mean = shown == "mean"_L1;
    if (shown.isEmpty() || shown == "all"_L1 || figure.mean)
        return;
    auto heads = headList(shown);
    if (heads)
        figure.heads = std::move(*heads);
    else
        in.fail(heads.error());
}

/// "first,separators,padding,3": what is left out of every row.
void readHidden(OptionReader& in, const char* option, HiddenKeys& hidden) {
    if (!in.isSet(option))
        return;
    for (const QString& piece : in.text(option).split(u',')) {
        const QString name = piece.trimmed();
        bool isNumber = false;
        const int key = name.toInt(&isNumber);
        if (name == "first"_L1)
            hidden.first = true;
        else if (name == "separators"_L1)
            hidden.separators = true;
        else if (name == "padding"_L1)
            hidden.padding = true;
        else if (isNumber && key >= 1)
            hidden.others.insert(key - 1);
        else
            return in.refuse(
                option, "first, separators, padding, or numbers of keys from 1 such as first,3");
    }
}

void readToken(OptionReader& in, const char* option, std::optional<Index>& token) {
    std::optional<Index> number;
    in.number(option, Index{1}, Index{std::numeric_limits<int>::max()}, number);
    if (number)
        token = *number - 1;
}

/// A name of its own, which the figure has in the place of what it would say.
void readName(OptionReader& in, const char* option, QString& name) {
    if (in.isSet(option) && in.isSet("no-title"))
        in.fail(makeError("--%1 and --no-title: leave out one", option));
    name = in.text(option);
}

const OptionTable<ExportOptions>& exportOnlyOptions() {
    static const OptionTable<ExportOptions> table({
        {{u"out"_s,
          u"the picture to write: FILE.png, FILE.svg or FILE.pdf; of train FILE.csv, too: the "
          "numbers of the curves"_s,
          u"FILE"_s}},
        {{u"view"_s,
          u"the view: one of %1 (default: heads); paint takes the options of headscope paint"_s.arg(
              QString::fromStdString(pagesThatDraw(Draws::Stills, {"compare"}))),
          u"VIEW"_s, u"heads"_s}},
        {{u"part"_s, u"of train: film, curves or both (default)"_s, u"PART"_s}},
        {{u"show"_s,
          u"the heads that are drawn: all, some, such as 1,3 or 2-5, or mean, that of all heads, "
          "which text and layers draw, too (default: all)"_s,
          u"LIST"_s},
         readShow},
        {{u"zoom"_s, u"only these queries and keys (rows and columns), from 1: 3-9,1-12"_s,
          u"ROWS,COLUMNS"_s},
         [](auto& in, auto n, auto& o) { o.figure.part = zoomOf(in, n); }},
        {{u"preset"_s,
          u"one or two columns of a journal, as high as they need to be, with tokens of 7 pt and "
          "nothing below 6 pt; a slide of 16:9; or any size (default: free)"_s,
          u"85mm|174mm|slide|free"_s},
         [](auto& in, auto n, auto& o) {
             in.choice(n, o.figure.preset);
             const auto preset = sizeOf(o.figure.preset);
             if (!preset)
                 return;
             o.figure.dotsPerInch = preset->dotsPerInch;
             if (in.isSet("size") && !in.text("size").endsWith("mm"_L1))
                 in.fail(makeError("--size beside --preset takes millimetres, such as 174x90mm"));
         }},
        {{u"size"_s,
          u"in pixels of 1/96 inch, or in millimetres as in 174x90mm, which goes with --preset, "
          "too (default: 1600x900); text and layers take its width"_s,
          u"WxH[mm]"_s},
         [](auto& in, auto n, auto& o) {
             o.sizeGiven = in.isSet(n);
             in.pageSize(n, {smallestFigureWidth, smallestFigureHeight},
                         {largestFigureSide, largestFigureSide}, "1600x900 or 174x90mm",
                         o.figure.size, &o.figure.millimetres);
         }},
        {{u"dpi"_s,
          u"dots per inch of a PNG, %1 (default: 96; 300 of a column, 144 of a slide)"_s.arg(
              boundsWords(figureDots)),
          u"N"_s},
         [](auto& in, auto n, auto& o) {
             in.number(n, double{figureDots.low}, double{figureDots.high}, o.figure.dotsPerInch);
         }},
        {{u"columns"_s, u"heads side by side (default: what gives the largest cells)"_s, u"N"_s},
         [](auto& in, auto n, auto& o) { in.number(n, 1, 1000, o.figure.gridColumns); }},
        {{u"letters"_s, u"a, b, c … at the heads"_s},
         [](auto& in, auto n, auto& o) { o.figure.letters = in.isSet(n); }},
        {{u"title"_s, u"in the place of the stage's name"_s, u"TEXT"_s},
         [](auto& in, auto n, auto& o) { readName(in, n, o.figure.title); }},
        {{u"subtitle"_s, u"in the place of where the numbers come from"_s, u"TEXT"_s},
         [](auto& in, auto n, auto& o) { readName(in, n, o.figure.subtitle); }},
        {{u"no-title"_s, u"neither title nor subtitle"_s},
         [](auto& in, auto n, auto& o) { o.figure.titled = !in.isSet(n); }},
        {{u"caption"_s, u"below the figure; auto: what it says of itself (default: none)"_s,
          u"TEXT|auto"_s},
         [](auto& in, auto n, auto& o) {
             if (in.isSet(n))
                 o.figure.caption = in.text(n) == "auto"_L1 ? QString() : in.text(n);
         }},
        {{u"crop"_s, u"the page ends where its content does"_s},
         [](auto& in, auto n, auto& o) { o.figure.crop = in.isSet(n); }},
        {themeOption(), [](auto& in, auto n, auto& o) { in.choice(n, o.figure.theme); }},
        {coloursOption(), [](auto& in, auto n, auto& o) { in.choice(n, o.figure.map); }},
        {rangeOption(), [](auto& in, auto n, auto& o) { in.range(n, o.figure.range); }},
        {squareRootOption(),
         [](auto& in, auto n, auto& o) { o.figure.range.squareRoot = in.isSet(n); }},
        {{u"rows"_s, u"what the rows are (default: queries)"_s, u"queries|keys"_s},
         [](auto& in, auto n, auto& o) { in.word(n, rowsAreKeys, o.figure.rowsAreKeys); }},
        {{u"no-values"_s, u"no numbers in the cells"_s},
         [](auto& in, auto n, auto& o) { o.figure.values = !in.isSet(n); }},
        {{u"ask-query"_s, u"of lines: the token whose row is drawn, from 1"_s, u"N"_s},
         [](auto& in, auto n, auto& o) { readToken(in, n, o.lines.query); }},
        {{u"ask-key"_s, u"of lines: the token whose column is drawn, from 1"_s, u"N"_s},
         [](auto& in, auto n, auto& o) {
             readToken(in, n, o.lines.key);
             if (o.lines.query && o.lines.key)
                 in.fail(makeError("--ask-query and --ask-key: leave out one"));
         }},
        {{u"kept"_s,
          u"of lines: the fewest keys that hold so many percent of a row, %1 (default: %2)"_s
              .arg(boundsWords(keptPercents))
              .arg(LinesRequest().kept),
          u"P"_s},
         [](auto& in, auto n, auto& o) { in.number(n, keptPercents, o.lines.kept); }},
        {{u"hide"_s,
          u"of lines: keys that are left out of every row: first, separators, padding, or numbers "
          "from 1"_s,
          u"LIST"_s},
         [](auto& in, auto n, auto& o) { readHidden(in, n, o.lines.hidden); }},
        {{u"renormalise"_s, u"of lines: what --hide leaves of a row is divided by its sum"_s},
         [](auto& in, auto n, auto& o) { o.lines.hidden.renormalised = in.isSet(n); }},
        {{u"no-self"_s, u"of lines: none from a token to itself"_s},
         [](auto& in, auto n, auto& o) { o.lines.toItself = !in.isSet(n); }},
        {languageOption(), [](auto& in, auto n, auto& o) { in.choice(n, o.language); }},
        {{u"format"_s, u"instead of the ending of FILE"_s, u"png|svg|pdf"_s},
         [](auto& in, auto n, auto& o) {
             if (const auto format = figureFormatOf(o.out.path))
                 o.format = *format; // devices have no ending: PNG
             in.choice(n, o.format);
         }},
    });
    return table;
}

/// The figure of one view of the window: its stage, its sequence and its head.
void takePage(OptionReader& reader, const QString& view, ExportOptions& options) {
    FigureRequest& figure = options.figure;
    const PageRequest& page = options.page.view;
    figure.tensor = page.stage.value_or(figure.tensor);
    figure.sequence = static_cast<int>(page.sequence.value_or(0));
    if (page.head && (view == "heads"_L1 || view == "lines"_L1)) {
        if (reader.isSet("show"))
            return reader.fail(makeError("--head and --show both name heads: leave out one"));
        figure.heads = {*page.head};
    }
    if (view == "lines"_L1 && figure.tensor != TensorName::AttentionWeights &&
        figure.tensor != TensorName::DroppedWeights)
        reader.fail(makeError("--view lines draws attention_weights or dropped_weights, not \"%1\"",
                              std::string(snakeCase(figure.tensor))));
    if (options.page.compared && figure.heads.size() > 1)
        reader.fail(
            makeError("--compare draws one head, not the %1 of --show", figure.heads.size()));
}

} // namespace

QList<QCommandLineOption> exportOptions() {
    // A slide has the open question, and no answer that could be hidden.
    return withOptions(exportOnlyOptions().options() + shownPageOptions().options(),
                       lessonOptions().options(), {u"hide-answers"_s}) +
           sourceOptions() + QList<QCommandLineOption>{mergeOption(), {u"help"_s, u"this text"_s}};
}

Result<QString> exportedView(const QCommandLineParser& parser) {
    const QString view = parser.value(u"view"_s);
    const bool compared = parser.isSet(u"compare"_s);
    if (parser.isSet(u"lesson"_s)) {
        for (const char* const other : {"view", "compare"}) {
            if (parser.isSet(QLatin1String(other)))
                return makeError("--lesson and --%1 both say what is drawn: leave out one", other);
        }
        return u"lesson"_s;
    }
    if (view == "compare"_L1 && !compared)
        return makeError("--view compare needs --compare A: what is computed is B");
    if (view == "compare"_L1 || (view == "heads"_L1 && compared))
        return u"compare"_s;
    if (findPage(view.toStdString()))
        return view;
    return makeError("there is no figure of the view \"%1\"; there are %2", view.toStdString(),
                     pagesThatDraw(Draws::Stills, {"compare"}));
}

Result<ExportOptions> readExportOptions(const Call& call) {
    const QCommandLineParser& parser = call.parser;
    ExportOptions options;
    options.page.view.page = call.view.toStdString();
    if (call.view == "lines"_L1)
        options.figure.dotsPerInch = 192; // as the window writes it; lines are thin
    QStringList endings = {u".png"_s, u".svg"_s, u".pdf"_s};
    if (parser.isSet(u"format"_s))
        endings << QString(); // any
    const Result<Output> output = readOutput(parser, endings);
    if (!output)
        return output.error();
    options.out = *output;
    OptionReader reader(parser);
    exportOnlyOptions().read(reader, options);
    lessonOptions().read(reader, options.lesson);
    shownPageOptions().read(reader, options.page);
    if (reader.status())
        takePage(reader, call.view, options);
    if (!reader.status())
        return reader.status().error();
    auto problem = problemRequest(parser, openingExample(parser));
    if (!problem)
        return problem.error();
    options.problem = std::move(*problem);
    return options;
}

} // namespace headscope
