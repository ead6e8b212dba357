// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/animate_training.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "film/gif_forecast.h"
#include "fonts_here.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "options/train_picture.h"
#include "output.h"

#include <algorithm>
#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kilobyte = 1000;

} // namespace

Status readRecords(OptionReader& reader, const std::vector<Index>& steps, std::size_t& from,
                   std::size_t& to) {
    for (const auto& [option, place] : {std::pair{"from", &from}, std::pair{"to", &to}}) {
        std::optional<Index> step;
        reader.number(option, Index{0}, std::numeric_limits<Index>::max(), "a step from 0 on",
                      step);
        if (!reader.status())
            return reader.status();
        if (!step)
            continue;
        const auto behind = std::ranges::upper_bound(steps, *step) - steps.begin();
        *place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, behind - 1));
        if (steps[*place] != *step)
            return makeError("--%1: step %2 was not recorded; the nearest is %3", option, *step,
                             steps[*place]);
    }
    if (from > to)
        return makeError("--from %1 comes after --to %2", steps[from], steps[to]);
    return Done{};
}

void readSpeed(OptionReader& reader, double& speed) {
    if (reader.isSet("speed"))
        reader.number("speed", filmSpeeds, speed);
}

QCommandLineOption onceOption() {
    return {u"once"_s, u"it plays once and stays at its last picture, instead of repeating"_s};
}

int writeFilm(const QCommandLineParser& parser, const Output& output, GifRequest film,
              QTextStream& out, QTextStream& err) {
    film.repeats = !parser.isSet(u"once"_s);
    if (parser.isSet(u"estimate"_s)) {
        const GifForecast forecast = forecastOf(film);
        out << u"%1: at most %2 frames, %3 s, about %4 kB\n"_s.arg(output.path)
                   .arg(forecast.frames())
                   .arg(forecast.seconds(), 0, 'f', 1)
                   .arg((forecast.bytes() + kilobyte - 1) / kilobyte);
        return exitDone;
    }
    const Result<GifFile> file = encodeGif(film);
    if (!file)
        return failed(err, file.error());
    if (const Status written = writeBytes(output.fileName(), file->content); !written)
        return failed(err, written.error());
    out << u"%1: %2 frames, %3 kB\n"_s.arg(output.path)
               .arg(file->frames)
               .arg((file->content.size() + kilobyte - 1) / kilobyte);
    return exitDone;
}

int animateTraining(const Call& call, QTextStream& out, QTextStream& err) {
    const QCommandLineParser& parser = call.parser;
    const Result<Output> output = readOutput(parser, {u".gif"_s});
    if (!output)
        return calledWrongly(err, u"animate"_s, printable(output.error()));
    const Result<TrainingView> picture = trainPictureFrom(call);
    if (!picture)
        return calledWrongly(err, u"animate"_s, printable(picture.error()));
    OptionReader reader(parser);
    Language language = Language::English;
    FilmChoice choice{.size = {900, 700}, .framesPerSecond = 2};
    reader.choice("language", language);
    reader.choice("theme", choice.theme);
    // The presets of size and frames are those of the journey of heads.
    if (reader.isSet("size"))
        reader.size("size", {560, 360}, {4096, 4096}, "900x700", choice.size);
    if (reader.isSet("fps"))
        reader.number("fps", filmRates, choice.framesPerSecond);
    if (!reader.status())
        return calledWrongly(err, u"animate"_s, printable(reader.status().error()));
    if (const Status writable = checkOutput(*output); !writable)
        return failed(err, writable.error());

    TrainingView shown = *picture;
    if (const Status kept = readPackedTraining(parser, shown); !kept)
        return failed(err, kept.error());

    useOffscreenPlatform();
    Application application;
    useLanguage(language);
    const Result<PageFigures> figures = trainingFigures(shown, {});
    if (!figures)
        return failed(err, figures.error());
    if (const Status readable = checkFonts(figures->words, err); !readable)
        return failed(err, readable.error());
    choice.to = figures->film->steps.size() - 1;
    if (const Status wrong = readRecords(reader, figures->film->steps, choice.from, choice.to);
        !wrong)
        return calledWrongly(err, u"animate"_s, printable(wrong.error()));
    return writeFilm(parser, *output, figures->film->film(choice), out, err);
}

} // namespace headscope
