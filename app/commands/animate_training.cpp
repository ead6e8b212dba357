// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/animate_training.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "fonts_here.h"
#include "options/film_options.h"
#include "options/train_picture.h"

namespace headscope {

using namespace Qt::StringLiterals;

int animateTraining(const Call& call, QTextStream& out, QTextStream& err) {
    const QCommandLineParser& parser = call.parser;
    FilmRequest film{.choice = filmOfTraining(), .smallest = {560, 360}};
    if (const Status wrong = readFilm(parser, film); !wrong)
        return calledWrongly(err, u"animate"_s, printable(wrong.error()));
    const Result<TrainingView> picture = trainPictureFrom(call);
    if (!picture)
        return calledWrongly(err, u"animate"_s, printable(picture.error()));
    if (const Status writable = checkOutput(film.out); !writable)
        return failed(err, writable.error());

    TrainingView shown = *picture;
    if (const Status kept = readPackedTraining(parser, shown); !kept)
        return failed(err, kept.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(film.language);
    const Result<PageFigures> figures = trainingFigures(shown, {});
    if (!figures)
        return failed(err, figures.error());
    if (const Status readable = checkFonts(figures->words, err); !readable)
        return failed(err, readable.error());
    if (const Status wrong = chooseRecords(figures->film->steps, film); !wrong)
        return calledWrongly(err, u"animate"_s, printable(wrong.error()));
    return writeFilm(film, figures->film->film(film.choice), out, err);
}

} // namespace headscope
