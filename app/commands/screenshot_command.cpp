// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/screenshot_command.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "fonts_here.h"
#include "options/option_meaning.h"
#include "options/screenshot_options.h"
#include "shown_page.h"
#include "window/frame/page_stack.h"
#include "window/main_window.h"
#include "window/presentation/prepared_walk.h"

#include <QApplication>
#include <QBuffer>
#include <QCommandLineParser>
#include <QImageWriter>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

CommandManual screenshotManual() {
    return {{u"screenshot --out FILE.png [--example NAME] [OPTIONS]"_s,
             u"screenshot --out FILE.png FILE.headscope [OPTIONS]"_s},
            u"Paints the whole window into a PNG. Examples: %1."_s.arg(
                QString::fromStdString(exampleNames())),
            screenshotOptions()};
}

int screenshotCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString name = u"screenshot"_s;
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, name, screenshotManual(), arguments, out, err))
        return *ended;
    Result<ScreenshotOptions> read = readScreenshotOptions(parser);
    if (!read)
        return calledWrongly(err, name, printable(read.error()));
    ScreenshotOptions request = std::move(*read);
    if (const Status writable = checkOutput(request.out); !writable)
        return failed(err, writable.error());
    const Result<OpenedExperiment> opened = openSource(request.problem);
    if (!opened)
        return failed(err, opened.error());
    const std::size_t views = opened->extras.views.size();
    if (request.prepared && *request.prepared >= views)
        return calledWrongly(err, name,
                             views == 0 ? u"--prepared: the file has no prepared views"_s
                                        : u"--prepared %1: the file has %2 prepared views"_s
                                              .arg(*request.prepared + 1)
                                              .arg(views));
    printQuestions(err, *opened);
    useOffscreenPlatform();
    qputenv("QT_SCALE_FACTOR", QByteArray::number(request.scale));
    Application application;
    QApplication::setCursorFlashTime(0); // the same input, the same picture
    useLanguage(request.language);
    if (const Status readable = checkFonts(wordsOf(opened->source()), err); !readable)
        return failed(err, readable.error());
    Preferences preferences;
    preferences.map = request.map;
    preferences.range = request.range;
    preferences.words = request.problem.words;
    if (request.layers)
        preferences.layers = *request.layers;
    preferences.theme = request.theme == ThemeKind::Dark ? ThemeChoice::Dark : ThemeChoice::Light;
    preferences.language = request.language;
    MainWindow window(opened->source(), preferences);
    window.setRemembering(false);
    window.workspace().setTimed(false);
    window.setProfile(request.profile.value_or(opened->extras.profile));
    window.setPresentation(request.presentation);
    window.resize(request.size);
    window.show();
    window.settle();
    if (request.timing) {
        window.grab();
        err << "painted\n";
        err.flush();
    }
    if (preferences.words && !window.workspace().scene().hasPieces)
        return failed(err, nothingToMerge());
    const std::shared_ptr<const Run>& run = window.workspace().scene().run;
    if (const QString wrong = run ? misfitOfRun(request, *run) : QString(); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    if (const QString wrong = showBlock(window, request); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    if (request.training) {
        // Any other page shows the model at the playhead, too.
        window.showPage("train");
        window.settle();
        PageRequest training;
        training.training = request.training;
        if (const Status trained = window.pages().find("train")->showView(training); !trained)
            return failed(err, trained.error());
        window.settle();
        if (request.view.page.empty())
            request.view.page = "train";
    }
    if (const QString wrong = showPlace(window, request); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    const auto& last = opened->extras.lastView;
    const PreparedView& typed = request.view;
    const bool asWasLeft = last && typed == PreparedView() && !request.compared &&
                           request.lesson.id.isEmpty() && !request.training;
    if (request.prepared || asWasLeft) {
        window.prepared().show(request.prepared ? opened->extras.views[*request.prepared] : *last);
    } else if (!(typed == PreparedView())) {
        // Nothing that was asked for says which view: what the example is about.
        if (!typed.page.empty() || typed.scope || typed.stage || typed.head || typed.cell)
            window.showPage(typed.page);
        window.settle();
        if (const QString wrong = showMoment(window, request); !wrong.isEmpty())
            return calledWrongly(err, name, wrong);
    }
    window.settle();
    const QString view = QString::fromStdString(window.pages().id());
    if (const Status useful = checkOptions({name, parser, view}); !useful)
        return calledWrongly(err, name, printable(useful.error()));

    if (const Status compared = showComparison(window, request); !compared)
        return failed(err, compared.error());

    if (!request.lesson.id.isEmpty()) {
        if (const Status played =
                playLesson(window, request.lesson, Call{name, parser}.namesExperiment());
            !played)
            return failed(err, played.error());
    }

    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(window.grab().toImage()))
        return failed(err, makeError("%1 cannot be encoded as PNG", request.out.fileName()));
    const Status written = writeBytes(request.out.fileName(), png);
    if (!written)
        return failed(err, written.error());
    out << request.out.path << '\n';
    return exitDone;
}

} // namespace headscope
