// SPDX-License-Identifier: GPL-3.0-or-later
#include "animate_training.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "fonts_here.h"
#include "option_reader.h"
#include "option_words.h"
#include "output.h"
#include "pages/train/train_animation.h"
#include "pages/train/train_page.h"
#include "train_picture.h"
#include "training/training_session.h"

#include <QWidget>

namespace headscope {

using namespace Qt::StringLiterals;

int writeFilm(const Output& output, const GifFile& film, QTextStream& out, QTextStream& err) {
    if (const Status written = writeBytes(output.fileName(), film.content); !written)
        return failed(err, written.error());
    out << u"%1: %2 frames, %3 kB\n"_s.arg(output.path)
               .arg(film.frames)
               .arg((film.content.size() + 999) / 1000);
    return exitDone;
}

int animateTraining(const Call& call, QTextStream& out, QTextStream& err) {
    const QCommandLineParser& parser = call.parser;
    const Result<Output> output = readOutput(parser, {u".gif"_s});
    if (!output)
        return calledWrongly(err, u"animate"_s, printable(output.error()));
    const Result<TrainPicture> picture = trainPictureFrom(call);
    if (!picture)
        return calledWrongly(err, u"animate"_s, printable(picture.error()));
    OptionReader reader(parser);
    Language language = Language::English;
    ThemeKind theme = ThemeKind::Light;
    TrainAnimation animation;
    reader.choice("language", language);
    reader.choice("theme", theme);
    // The presets of size and frames are those of the journey of heads.
    if (reader.isSet("size"))
        reader.size("size", {560, 360}, {4096, 4096}, "900x700", animation.size);
    if (reader.isSet("fps")) {
        int frames = 1;
        reader.number("fps", 1, 50, "a number from 1 to 50", frames);
        animation.milliseconds = 1000 / frames;
    }
    if (!reader.status())
        return calledWrongly(err, u"animate"_s, printable(reader.status().error()));
    if (const Status writable = checkOutput(*output); !writable)
        return failed(err, writable.error());

    TrainPicture shown = *picture;
    if (const Status kept = readKeptTraining(parser, shown); !kept)
        return failed(err, kept.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(language);
    QWidget owner;
    auto* page = new TrainPage(&owner);
    page->setShown(true);
    if (const Status trained = showTraining(*page, shown); !trained)
        return failed(err, trained.error());
    animation.scene = page->training();
    if (const Status readable = checkFonts(wordsOf(animation.scene.moment.learner->data()), err);
        !readable)
        return failed(err, readable.error());
    animation.scene.display.theme = theme;
    const Result<GifFile> file = encodeTraining(animation);
    if (!file)
        return failed(err, file.error());
    return writeFilm(*output, *file, out, err);
}

} // namespace headscope
