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
#include "pages/train/train_figure.h"
#include "pages/train/train_page.h"

#include <QWidget>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<std::string_view, TrainPart> partNames[] = {
    {"both", TrainPart::Both}, {"film", TrainPart::Film}, {"curves", TrainPart::Curves}};

/// What the options say, before anything is trained.
struct TrainExport {
    TrainPicture picture;
    TrainFigure figure; ///< without its scene
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
    Result<TrainPicture> picture = trainPictureFrom(call);
    if (!picture)
        return picture.error();
    request.picture = std::move(*picture);
    if (parser.isSet(u"scope"_s))
        request.picture.scope = parser.value(u"scope"_s).toStdString();
    OptionReader reader(parser);
    reader.word("part", partNames, request.figure.part);
    reader.choice("language", request.language);
    reader.choice("theme", request.display.theme);
    reader.choice("colours", request.display.map);
    if (reader.isSet("size"))
        reader.pageSize("size", {smallestFigureWidth, smallestFigureHeight},
                        {largestFigureSide, largestFigureSide}, "1200x900", request.figure.size);
    reader.number("dpi", 24.0, 1200.0, request.figure.dotsPerInch);
    if (!reader.status())
        return reader.status().error();
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
    QWidget owner;
    auto* page = new TrainPage(&owner);
    page->setShown(true);
    if (const Status trained = showTraining(*page, request->picture); !trained)
        return failed(err, trained.error());
    const bool curves = !request->format || request->figure.part != TrainPart::Film;
    if (curves && page->training().moment.losses->empty())
        err << "headscope: of this training no losses are kept: there are no curves\n";
    std::string content;
    if (request->format) {
        TrainFigure figure = request->figure;
        figure.scene = page->training();
        if (const Status readable = checkFonts(wordsOf(figure.scene.moment.learner->data()), err);
            !readable)
            return failed(err, readable.error());
        figure.scene.display = request->display;
        const Result<QByteArray> file = renderTraining(figure, *request->format);
        if (!file)
            return failed(err, file.error());
        content = file->toStdString();
    } else {
        content = trainingTable(page->training().moment);
    }
    if (const Status written = writeFileAtomically(request->out.fileName(), content); !written)
        return failed(err, written.error());
    out << request->out.path << '\n';
    return exitDone;
}

} // namespace headscope
