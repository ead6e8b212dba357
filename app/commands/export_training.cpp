// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export_training.h"

#include "application.h"
#include "command_line.h"
#include "disk/file_io.h"
#include "display.h"
#include "exit_code.h"
#include "fonts_here.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "options/train_picture.h"
#include "output.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<std::string_view, std::string_view> partNames[] = {
    {"both", ""}, {"film", "film"}, {"curves", "curves"}};

/// What the options say, before anything is trained.
struct TrainExport {
    TrainingView picture;
    std::string_view part; ///< PageFigure::part
    PageLook look{.size = {}, .dotsPerInch = 96};
    DisplayOptions display;
    Language language = Language::English;
    std::optional<FigureFormat> format; ///< nothing: a table
    Output out;
};

Result<TrainExport> readTrainExport(const Call& call) {
    const QCommandLineParser& parser = call.parser;
    TrainExport request;
    const Result<Output> output = readOutput(parser, {u".svg"_s, u".pdf"_s, u".png"_s, u".csv"_s});
    if (!output)
        return output.error();
    request.out = *output;
    request.format = figureFormatOf(output->path);
    Result<TrainingView> picture = trainPictureFrom(call);
    if (!picture)
        return picture.error();
    request.picture = std::move(*picture);
    if (parser.isSet(u"scope"_s))
        request.picture.scope = parser.value(u"scope"_s).toStdString();
    OptionReader reader(parser);
    reader.word("part", partNames, request.part);
    reader.choice("language", request.language);
    reader.choice("theme", request.display.theme);
    reader.choice("colours", request.display.map);
    if (reader.isSet("size"))
        reader.pageSize("size", {smallestFigureWidth, smallestFigureHeight},
                        {largestFigureSide, largestFigureSide}, "1200x900", request.look.size);
    reader.number("dpi", double{figureDots.low}, double{figureDots.high}, request.look.dotsPerInch);
    if (!reader.status())
        return reader.status().error();
    request.look.theme = request.display.theme;
    return request;
}

} // namespace

int exportTraining(const Call& call, QTextStream& out, QTextStream& err) {
    Result<TrainExport> request = readTrainExport(call);
    if (!request)
        return calledWrongly(err, u"export"_s, printable(request.error()));
    if (const Status writable = checkOutput(request->out); !writable)
        return failed(err, writable.error());
    if (const Status kept = readPackedTraining(call.parser, request->picture); !kept)
        return failed(err, kept.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(request->language);
    const Result<PageFigures> figures = trainingFigures(request->picture, request->display);
    if (!figures)
        return failed(err, figures.error());
    const PageFigure& figure = *std::ranges::find(
        figures->stills, request->format ? request->part : std::string_view(), &PageFigure::part);
    if (!figure.lack.isEmpty())
        err << "headscope: " << figure.lack << '\n';
    std::string content;
    if (request->format) {
        if (const Status readable = checkFonts(figures->words, err); !readable)
            return failed(err, readable.error());
        const Result<QByteArray> file = figure.render(*request->format, request->look);
        if (!file)
            return failed(err, file.error());
        content = file->toStdString();
    } else {
        content = figure.table();
    }
    if (const Status written = writeFileAtomically(request->out.fileName(), content); !written)
        return failed(err, written.error());
    out << request->out.path << '\n';
    return exitDone;
}

} // namespace headscope
