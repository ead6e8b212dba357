// SPDX-License-Identifier: GPL-3.0-or-later
#include "animate_training.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "formats/file_io.h"
#include "output.h"
#include "pages/train/train_animation.h"
#include "pages/train/train_page.h"
#include "train_picture.h"
#include "training/training_session.h"
#include "window/language.h"

#include <QRegularExpression>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {
const QString animateName = u"animate"_s;
constexpr int slowestFrames = 50;
} // namespace

int animateTraining(const QCommandLineParser& parser, QTextStream& out, QTextStream& err) {
    const Result<Output> output = readOutput(parser, {u".gif"_s});
    if (!output)
        return calledWrongly(err, animateName, printable(output.error()));
    const Result<TrainPicture> picture = trainPictureFrom(parser);
    if (!picture)
        return calledWrongly(err, animateName, printable(picture.error()));
    const auto language = languageFrom(parser.value(u"language"_s));
    if (!language)
        return calledWrongly(
            err, animateName,
            u"--language takes en or zh, not \"%1\""_s.arg(parser.value(u"language"_s)));
    const QString themeName = parser.value(u"theme"_s);
    if (themeName != "light"_L1 && themeName != "dark"_L1)
        return calledWrongly(err, animateName,
                             u"--theme takes light, dark, not \"%1\""_s.arg(themeName));
    static const QRegularExpression pattern(u"^([0-9]{1,4})x([0-9]{1,4})$"_s);
    const auto size = pattern.match(parser.value(u"size"_s));
    TrainAnimation animation;
    if (parser.isSet(u"size"_s))
        animation.size = QSize(size.captured(1).toInt(), size.captured(2).toInt());
    if (animation.size.width() < 560 || animation.size.height() < 360 ||
        animation.size.width() > 4096 || animation.size.height() > 4096)
        return calledWrongly(
            err, animateName,
            u"--size takes 560x360 to 4096x4096, such as 900x700, not \"%1\""_s.arg(
                parser.value(u"size"_s)));
    if (parser.isSet(u"fps"_s)) {
        bool ok = false;
        const int frames = parser.value(u"fps"_s).toInt(&ok);
        if (!ok || frames < 1 || frames > slowestFrames)
            return calledWrongly(
                err, animateName,
                u"--fps takes a number from 1 to 50, not \"%1\""_s.arg(parser.value(u"fps"_s)));
        animation.milliseconds = 1000 / frames;
    }
    if (const Status writable = checkOutput(*output); !writable)
        return failed(err, writable.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(*language);
    QWidget owner;
    auto* page = new TrainPage(&owner);
    page->setShown(true);
    if (const Status trained = showTraining(*page, *picture); !trained)
        return failed(err, trained.error());
    animation.scene = page->training();
    animation.scene.display.theme = themeName == "dark"_L1 ? ThemeKind::Dark : ThemeKind::Light;
    const Result<GifFile> file = encodeTraining(animation);
    if (!file)
        return failed(err, file.error());
    const Status written =
        writeFileAtomically(output->fileName(), {file->content.constData(),
                                                 static_cast<std::size_t>(file->content.size())});
    if (!written)
        return failed(err, written.error());
    out << u"%1: %2 frames, %3 kB\n"_s.arg(output->path)
               .arg(file->frames)
               .arg((file->content.size() + 999) / 1000);
    return exitDone;
}

} // namespace headscope
