// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/export_options.h"

#include "options/compare_picture.h"
#include "options/model_options.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "pages/registry.h"
#include "shown_page.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
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

std::string namesOfTensors() {
    std::string names;
    for (const TensorInfo& info : tensorNames())
        names.append(names.empty() ? "" : ", ").append(info.name);
    return names;
}

Status readLook(const QCommandLineParser& parser, ExportOptions& options) {
    FigureRequest& figure = options.figure;
    OptionReader reader(parser);
    reader.choice("theme", figure.theme);
    reader.choice("colours", figure.map);
    reader.range("range", figure.range);
    figure.range.squareRoot = parser.isSet(u"square-root"_s);
    reader.word("rows", rowsAreKeys, figure.rowsAreKeys);
    reader.choice("language", options.language);
    figure.values = !parser.isSet(u"no-values"_s);
    reader.number("columns", 1, 1000, figure.gridColumns);
    figure.letters = parser.isSet(u"letters"_s);
    figure.crop = parser.isSet(u"crop"_s);
    figure.titled = !parser.isSet(u"no-title"_s);
    for (const char* option : {"title", "subtitle"}) {
        if (reader.isSet(option) && !figure.titled)
            reader.fail(makeError("--%1 and --no-title: leave out one", option));
    }
    figure.title = parser.value(u"title"_s);
    figure.subtitle = parser.value(u"subtitle"_s);
    if (parser.isSet(u"caption"_s)) {
        const QString caption = parser.value(u"caption"_s);
        figure.caption = caption == "auto"_L1 ? QString() : caption;
    }
    return reader.status();
}

Status readContent(const QCommandLineParser& parser, FigureRequest& figure) {
    if (parser.isSet(u"stage"_s)) {
        const auto name = tensorNameFrom(parser.value(u"stage"_s).toStdString());
        if (!name)
            return makeError(HEADSCOPE_MESSAGE("Message", "there is no stage \"%1\"; there are %2"),
                             parser.value(u"stage"_s).toStdString(), namesOfTensors());
        figure.tensor = *name;
    }
    const QString shown = parser.value(u"show"_s);
    figure.mean = shown == "mean"_L1;
    if (!shown.isEmpty() && shown != "all"_L1 && !figure.mean) {
        auto heads = headList(shown);
        if (!heads)
            return heads.error();
        figure.heads = std::move(*heads);
    }
    OptionReader reader(parser);
    const QString view = parser.value(u"view"_s);
    if (parser.isSet(u"head"_s) && (view == "heads"_L1 || view == "lines"_L1)) {
        if (!shown.isEmpty())
            return makeError("--head and --show both name heads: leave out one");
        int head = 1;
        reader.number("head", 1, std::numeric_limits<int>::max(), head);
        figure.heads = {head - 1};
    }
    int sequence = 1;
    reader.number("sequence", 1, std::numeric_limits<int>::max(), sequence);
    figure.sequence = sequence - 1;
    figure.part = zoomOf(reader);
    return reader.status();
}

/// "first,separators,padding,3": what is left out of every row.
Status readHidden(const QString& text, HiddenKeys& hidden) {
    for (const QString& piece : text.split(u',')) {
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
            return wrongOption(
                "hide", "first, separators, padding, or numbers of keys from 1 such as first,3",
                text);
    }
    return Done{};
}

Status readLines(const QCommandLineParser& parser, ExportOptions& options) {
    LinesRequest& lines = options.lines;
    OptionReader reader(parser);
    const auto token = [&](const char* option, std::optional<Index>& place) {
        std::optional<Index> number;
        reader.number(option, Index{1}, Index{std::numeric_limits<int>::max()}, number);
        if (number)
            place = *number - 1;
    };
    token("ask-query", lines.query);
    token("ask-key", lines.key);
    if (lines.query && lines.key)
        reader.fail(makeError("--ask-query and --ask-key: leave out one"));
    reader.number("kept", keptPercents, lines.kept);
    lines.toItself = !parser.isSet(u"no-self"_s);
    if (parser.isSet(u"hide"_s)) {
        if (const Status hidden = readHidden(parser.value(u"hide"_s), lines.hidden); !hidden)
            return hidden;
    }
    lines.hidden.renormalised = parser.isSet(u"renormalise"_s);
    if (options.figure.tensor != TensorName::AttentionWeights &&
        options.figure.tensor != TensorName::DroppedWeights)
        reader.fail(makeError("--view lines draws attention_weights or dropped_weights, not \"%1\"",
                              std::string(snakeCase(options.figure.tensor))));
    return reader.status();
}

Status readTarget(const QCommandLineParser& parser, ExportOptions& options) {
    const bool formatSaid = parser.isSet(u"format"_s);
    QStringList endings = {u".png"_s, u".svg"_s, u".pdf"_s};
    if (formatSaid)
        endings << QString(); // any
    const Result<Output> output = readOutput(parser, endings);
    if (!output)
        return output.error();
    options.out = *output;
    OptionReader reader(parser);
    if (const auto format = figureFormatOf(options.out.path))
        options.format = *format; // devices have no ending: PNG
    reader.choice("format", options.format);
    reader.choice("preset", options.figure.preset);
    if (const auto preset = sizeOf(options.figure.preset)) {
        options.figure.dotsPerInch = preset->dotsPerInch;
        if (reader.isSet("size") && !reader.text("size").endsWith("mm"_L1))
            reader.fail(makeError("--size beside --preset takes millimetres, such as 174x90mm"));
    }
    reader.pageSize("size", {smallestFigureWidth, smallestFigureHeight},
                    {largestFigureSide, largestFigureSide}, "1600x900 or 174x90mm",
                    options.figure.size, &options.figure.millimetres);
    reader.number("dpi", double{figureDots.low}, double{figureDots.high},
                  options.figure.dotsPerInch);
    return reader.status();
}

} // namespace

QList<QCommandLineOption> exportOptions() {
    QList<QCommandLineOption> options = {
        {u"out"_s,
         u"the picture to write: FILE.png, FILE.svg or FILE.pdf; of train FILE.csv, too: the "
         "numbers of the curves"_s,
         u"FILE"_s},
        {u"view"_s,
         u"the view: one of %1 (default: heads); paint takes the options of headscope paint"_s.arg(
             QString::fromStdString(pagesThatDraw(Draws::Stills, {"compare"}))),
         u"VIEW"_s, u"heads"_s},
        {u"part"_s, u"of train: film, curves or both (default)"_s, u"PART"_s},
        {u"stage"_s, u"what is shown (default: attention_weights)"_s, u"NAME"_s},
        {u"scope"_s,
         u"the block of a model, such as encoder/0/self_attention (default: the first one that "
         "has the stage)"_s,
         u"PATH"_s},
        {u"show"_s,
         u"the heads that are drawn: all, some, such as 1,3 or 2-5, or mean, that of all heads, "
         "which text and layers draw, too (default: all)"_s,
         u"LIST"_s},
        {u"zoom"_s, u"only these queries and keys (rows and columns), from 1: 3-9,1-12"_s,
         u"ROWS,COLUMNS"_s},
        {u"sequence"_s, u"the sequence of the batch, from 1 (default: 1)"_s, u"N"_s},
        {u"preset"_s,
         u"one or two columns of a journal, as high as they need to be, with tokens of 7 pt and "
         "nothing below 6 pt; a slide of 16:9; or any size (default: free)"_s,
         u"85mm|174mm|slide|free"_s},
        {u"compare"_s,
         u"A, another FILE.headscope or example: the figure of A, of what is computed as B, and "
         "of B − A, for one head"_s,
         u"A"_s},
        {u"size"_s,
         u"in pixels of 1/96 inch, or in millimetres as in 174x90mm, which goes with --preset, too "
         "(default: 1600x900); text and layers take its width"_s,
         u"WxH[mm]"_s},
        {u"dpi"_s,
         u"dots per inch of a PNG, %1 (default: 96; 300 of a column, 144 of a slide)"_s.arg(
             boundsWords(figureDots)),
         u"N"_s},
        {u"columns"_s, u"heads side by side (default: what gives the largest cells)"_s, u"N"_s},
        {u"letters"_s, u"a, b, c … at the heads"_s},
        {u"title"_s, u"in the place of the stage's name"_s, u"TEXT"_s},
        {u"subtitle"_s, u"in the place of where the numbers come from"_s, u"TEXT"_s},
        {u"no-title"_s, u"neither title nor subtitle"_s},
        {u"caption"_s, u"below the figure; auto: what it says of itself (default: none)"_s,
         u"TEXT|auto"_s},
        {u"crop"_s, u"the page ends where its content does"_s},
        themeOption(),
        coloursOption(),
        {u"range"_s,
         u"of the colours: fixed, of all heads, of each head, of each row, or from LOW to HIGH "
         "(default: fixed)"_s,
         u"fixed|all|head|row|LOW:HIGH"_s},
        {u"square-root"_s, u"colours by the square root: small weights are told apart"_s},
        {u"rows"_s, u"what the rows are (default: queries)"_s, u"queries|keys"_s},
        {u"no-values"_s, u"no numbers in the cells"_s},
        {u"ask-query"_s, u"of lines: the token whose row is drawn, from 1"_s, u"N"_s},
        {u"ask-key"_s, u"of lines: the token whose column is drawn, from 1"_s, u"N"_s},
        {u"kept"_s,
         u"of lines: the fewest keys that hold so many percent of a row, %1 (default: %2)"_s
             .arg(boundsWords(keptPercents))
             .arg(LinesRequest().kept),
         u"P"_s},
        {u"hide"_s,
         u"of lines: keys that are left out of every row: first, separators, padding, or numbers "
         "from 1"_s,
         u"LIST"_s},
        {u"renormalise"_s, u"of lines: what --hide leaves of a row is divided by its sum"_s},
        {u"no-self"_s, u"of lines: none from a token to itself"_s},
        {u"head"_s,
         u"of heads, lines, steps, text, layers and norm: the head that is shown, from 1"_s,
         u"H"_s},
        {u"cell"_s, u"of these: lock the cell of query Q and key K, from 1"_s, u"Q,K"_s},
        pathOption(),
        {u"step"_s, u"of shapes: the step, such as transpose"_s, u"STEP"_s},
        progressOption(),
        {u"element"_s, u"of shapes: mark an element, counted in memory from 0"_s, u"N"_s},
        {u"measure"_s, u"of layers: what stands under each head: %1"_s.arg(measureNames()),
         u"NAME"_s},
        {u"order"_s,
         u"of layers, by that: number (default), layers, heads, both, or within each layer; of "
         "steps, how a product is told: dot (default) or rows"_s,
         u"ORDER"_s},
        languageOption(),
        {u"format"_s, u"instead of the ending of FILE"_s, u"png|svg|pdf"_s},
    };
    return options << sourceOptions() << mergeOption()
                   << QCommandLineOption(u"help"_s, u"this text"_s);
}

Result<QString> exportedView(const QCommandLineParser& parser) {
    const QString view = parser.value(u"view"_s);
    const bool compared = parser.isSet(u"compare"_s);
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
    if (call.view == "lines"_L1)
        options.figure.dotsPerInch = 192; // as the window writes it; lines are thin
    if (const Status status = readTarget(parser, options); !status)
        return status.error();
    if (const Status status = readContent(parser, options.figure); !status)
        return status.error();
    if (const Status status = readLook(parser, options); !status)
        return status.error();
    if (call.view == "lines"_L1) {
        if (const Status status = readLines(parser, options); !status)
            return status.error();
    }
    if (parser.isSet(u"compare"_s)) {
        if (options.figure.heads.size() > 1)
            return makeError("--compare draws one head, not the %1 of --show",
                             options.figure.heads.size());
        const Result<ComparedSide> side = comparedSide(parser.value(u"compare"_s));
        if (!side)
            return side.error();
        options.compared = *side;
    }
    options.sizeGiven = parser.isSet(u"size"_s);
    const Result<std::optional<std::string>> scope = scopeNamed(parser);
    if (!scope)
        return scope.error();
    options.scope = *scope;
    auto problem = problemRequest(parser, openingExample(parser));
    if (!problem)
        return problem.error();
    options.problem = std::move(*problem);
    return options;
}

} // namespace headscope
