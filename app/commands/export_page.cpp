// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export_page.h"

#include "application.h"
#include "command_line.h"
#include "commands/run_remarks.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "fonts_here.h"
#include "options/export_options.h"
#include "options/option_reader.h"
#include "pages/page_figures.h"
#include "shown_page.h"
#include "window/main_window.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// What of the figure is typed: size, resolution and theme; what is not is as the page proposes.
Status readPageLook(OptionReader& reader, const ExportOptions& options, const PageFigure& figure,
                    PageLook& look) {
    if (reader.isSet("theme"))
        look.theme = options.figure.theme;
    if (reader.isSet("size"))
        reader.pageSize("size", figure.smallest, {largestFigureSide, largestFigureSide}, "1200x760",
                        look.size);
    if (figure.heightFollows)
        look.size.setHeight(0);
    if (reader.isSet("dpi"))
        look.dotsPerInch = options.figure.dotsPerInch;
    return reader.status();
}

} // namespace

int exportPage(const Call& given, QTextStream& out, QTextStream& err) {
    const QCommandLineParser& parser = given.parser;
    const Result<ExportOptions> options = readExportOptions(given);
    if (!options)
        return calledWrongly(err, u"export"_s, printable(options.error()));
    const ShownPage& page = options->page;
    if (const Status writable = checkOutput(options->out); !writable)
        return failed(err, writable.error());
    const Result<OpenedExperiment> opened = openSource(options->problem);
    if (!opened)
        return failed(err, opened.error());
    printQuestions(err, *opened);
    Call call = given;
    call.experiment = opened->isExperiment() ? &opened->experiment : nullptr;
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, u"export"_s, printable(useful.error()));
    if (const Status fits = checkMemory(*opened, options->problem.memoryLimit); !fits)
        return failed(err, fits.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(options->language);
    if (const Status readable = checkFonts(wordsOf(opened->source()), err); !readable)
        return failed(err, readable.error());
    Preferences preferences;
    preferences.language = options->language;
    preferences.words = options->problem.words;
    if (page.layers)
        preferences.layers = *page.layers;
    MainWindow window(opened->source(), preferences);
    window.setRemembering(false);
    window.workspace().setTimed(false);
    window.show(); // pages are laid out when they are shown
    window.settle();
    if (window.workspace().scene().isEmpty())
        return failed(err, makeError("the experiment cannot be computed"));
    if (preferences.words && !window.workspace().scene().hasPieces)
        return failed(err, nothingToMerge());
    if (const QString wrong = misfitOfRun(page, *window.workspace().scene().run); !wrong.isEmpty())
        return calledWrongly(err, u"export"_s, wrong);
    for (const auto show : {showBlock, showPlace}) {
        if (const QString wrong = show(window, page); !wrong.isEmpty())
            return calledWrongly(err, u"export"_s, wrong);
    }
    if (!options->lesson.id.isEmpty()) {
        window.setPresentation(true); // which has the slide in the place of the page
        if (const Status played =
                playLesson(window, options->lesson, given.namesExperiment() || given.namesInputs());
            !played)
            return failed(err, played.error());
    } else {
        window.showPage(page.view.page);
        window.settle();
        if (const QString wrong = showMoment(window, page); !wrong.isEmpty())
            return calledWrongly(err, u"export"_s, wrong);
    }
    if (const Status compared = showComparison(window, page); !compared)
        return failed(err, compared.error());

    const PageFigures figures = window.figures();
    if (!figures.possible)
        return failed(err, figures.possible.error());
    const auto chosen =
        std::ranges::find(figures.stills, options->figure.mean ? "mean" : "", &PageFigure::part);
    if (chosen == figures.stills.end())
        return calledWrongly(err, u"export"_s,
                             printable(noMeanOfHeads(TensorName::AttentionWeights)));
    const PageFigure& figure = *chosen;
    PageLook look = figure.look;
    OptionReader reader(parser);
    if (const Status wrong = readPageLook(reader, *options, figure, look); !wrong)
        return calledWrongly(err, u"export"_s, printable(wrong.error()));
    const Result<QByteArray> file = figure.render(options->format, look);
    if (!file)
        return failed(err, file.error());
    if (const Status written = writeBytes(options->out.fileName(), *file); !written)
        return failed(err, written.error());
    out << options->out.path << '\n';
    return exitDone;
}

} // namespace headscope
