// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/film_options.h"

#include "command_line.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "film/gif_forecast.h"
#include "options/option_words.h"
#include "pages/paint/paint_figure.h"
#include "pages/shapes/shapes_animation.h"
#include "pages/steps/steps_animation.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QString sizeWord(QSize size) {
    return u"%1x%2"_s.arg(size.width()).arg(size.height());
}

} // namespace

FilmChoice filmOfTraining() {
    return {.size = {900, 700}, .framesPerSecond = 2};
}

const OptionTable<FilmRequest>& filmOptions() {
    static const OptionTable<FilmRequest> table({
        {{u"out"_s, u"the GIF to write"_s, u"FILE.gif"_s}},
        {{u"view"_s,
          u"the view: shapes (default), steps, train, or paint, which takes the options of "
          "headscope paint"_s,
          u"VIEW"_s, u"shapes"_s}},
        {{u"from"_s,
          u"the first step, such as view; of steps the first stage, such as scores; of train and "
          "paint a recorded step, such as 0 (default: the first of all)"_s,
          u"STEP"_s},
         [](auto& in, auto n, auto& r) { r.from = in.text(n); }},
        {{u"to"_s,
          u"the last step, such as reshape; of steps the last stage; of train and paint a recorded "
          "step (default: the last of all)"_s,
          u"STEP"_s},
         [](auto& in, auto n, auto& r) { r.to = in.text(n); }},
        {{u"dialect"_s, u"of the code line: pytorch, numpy or einops"_s, u"NAME"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.dialect); }},
        {{u"size"_s,
          u"in pixels (default: %1; of steps %2, of train %3, of paint %4)"_s.arg(
              sizeWord(ShapesAnimation().choice.size), sizeWord(StepsAnimation().choice.size),
              sizeWord(filmOfTraining().size), sizeWord(PaintFigure().size)),
          u"WxH"_s},
         [](auto& in, auto n, auto& r) {
             const std::string example = sizeWord(r.choice.size).toStdString();
             in.size(n, r.smallest, {4096, 4096}, example.c_str(), r.choice.size);
         }},
        {{u"fps"_s,
          u"frames per second, %1 (default: %2; of train %3, of paint %4)"_s
              .arg(boundsWords(filmRates))
              .arg(FilmChoice().framesPerSecond)
              .arg(filmOfTraining().framesPerSecond)
              .arg(PaintAnimation().framesPerSecond),
          u"N"_s},
         [](auto& in, auto n, auto& r) { in.number(n, filmRates, r.choice.framesPerSecond); }},
        {{u"speed"_s, u"how fast its time goes, %1 (default: 1)"_s.arg(boundsWords(filmSpeeds)),
          u"S"_s},
         [](auto& in, auto n, auto& r) { in.number(n, filmSpeeds, r.choice.speed); }},
        {{u"once"_s, u"it plays once and stays at its last picture, instead of repeating"_s},
         [](auto& in, auto n, auto& r) { r.repeats = !in.isSet(n); }},
        {{u"estimate"_s, u"say how many frames, seconds and bytes it will be, and write nothing"_s},
         [](auto& in, auto n, auto& r) { r.estimated = in.isSet(n); }},
        {themeOption(), [](auto& in, auto n, auto& r) { in.choice(n, r.choice.theme); }},
        {languageOption(), [](auto& in, auto n, auto& r) { in.choice(n, r.language); }},
    });
    return table;
}

Status readFilm(const QCommandLineParser& parser, FilmRequest& request) {
    Result<Output> output = readOutput(parser, {u".gif"_s});
    if (!output)
        return output.error();
    request.out = std::move(*output);
    OptionReader reader(parser);
    filmOptions().read(reader, request);
    return reader.status();
}

Status chooseRecords(const std::vector<Index>& steps, FilmRequest& request) {
    request.choice.from = 0;
    request.choice.to = steps.size() - 1;
    for (const auto& [option, text, place] :
         {std::tuple{"from", request.from, &request.choice.from},
          std::tuple{"to", request.to, &request.choice.to}}) {
        if (text.isEmpty())
            continue;
        const std::optional<Index> step = numberFrom<Index>(text);
        if (!step || *step < 0)
            return wrongOption(option, "a step from 0 on", text);
        const auto behind = std::ranges::upper_bound(steps, *step) - steps.begin();
        *place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, behind - 1));
        if (steps[*place] != *step)
            return makeError("--%1: step %2 was not recorded; the nearest is %3", option, *step,
                             steps[*place]);
    }
    const auto& [from, to] = std::pair(request.choice.from, request.choice.to);
    if (from > to)
        return makeError("--from %1 comes after --to %2", steps[from], steps[to]);
    return Done{};
}

int writeFilm(const FilmRequest& request, GifRequest film, QTextStream& out, QTextStream& err) {
    const auto kilobytes = [](qint64 bytes) { return (bytes + 999) / 1000; };
    film.repeats = request.repeats;
    if (request.estimated) {
        const GifForecast forecast = forecastOf(film);
        out << u"%1: at most %2 frames, %3 s, about %4 kB\n"_s.arg(request.out.path)
                   .arg(forecast.frames())
                   .arg(forecast.seconds(), 0, 'f', 1)
                   .arg(kilobytes(forecast.bytes()));
        return exitDone;
    }
    const Result<GifFile> file = encodeGif(film);
    if (!file)
        return failed(err, file.error());
    if (const Status written = writeBytes(request.out.fileName(), file->content); !written)
        return failed(err, written.error());
    out << u"%1: %2 frames, %3 kB\n"_s.arg(request.out.path)
               .arg(file->frames)
               .arg(kilobytes(file->content.size()));
    return exitDone;
}

} // namespace headscope
