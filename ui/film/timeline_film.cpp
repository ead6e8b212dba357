// SPDX-License-Identifier: GPL-3.0-or-later
#include "film/timeline_film.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {
constexpr int heldHundredths = 150;
constexpr std::int64_t hundredth = 10'000; ///< microseconds
} // namespace

GifRequest gifOf(const TimelineFilm& film) {
    const int rate = std::clamp(film.choice.framesPerSecond, filmRates.low, filmRates.high);
    const int delay = std::max(2, (100 + rate / 2) / rate);
    // The first frame is held: what the move before left has arrived in it.
    const Time begin = film.timeline.moveStartOf(film.choice.from);
    const Time end = std::max(begin, film.timeline.moveEndOf(film.choice.to));
    // Never none: a film would have no end.
    const Time tick{std::max<std::int64_t>(1, std::llround(delay * hundredth * film.choice.speed))};
    // The last frame is the end itself, wherever the ticks fall.
    const auto ticks = static_cast<int>((end - begin + tick - Time{1}) / tick);
    GifRequest request;
    request.size = film.choice.size;
    request.frames = ticks + 1;
    request.cancellation = film.cancellation;
    request.progress = film.progress;
    request.delay = [=](int i) { return i == 0 || i == ticks ? heldHundredths : delay; };
    request.paint = [=, paint = film.paint](int i) {
        return paint(i == ticks ? end : begin + i * tick);
    };
    return request;
}

GifRequest filmOfRecords(int count, QSize size, int milliseconds,
                         std::function<QImage(int)> paint) {
    GifRequest request;
    request.frames = count;
    request.size = size;
    request.paint = std::move(paint);
    request.delay = [last = count - 1, stays = std::max(2, milliseconds / 10)](int frame) {
        return frame == 0 || frame == last ? heldHundredths : stays;
    };
    return request;
}

} // namespace headscope
