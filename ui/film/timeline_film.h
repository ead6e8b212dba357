// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "film/gif_writer.h"
#include "scene/palette.h"
#include "support/bounds.h"
#include "timeline/timeline.h"

namespace headscope {

/// Frames per second: GIFs count hundredths of a second, and two of them are shown as such.
inline constexpr Bounds<int> filmRates{1, 50};
/// How much faster the time of a film goes than that of the page.
inline constexpr Bounds<double> filmSpeeds{0.1, 10};

/// How a film is wanted.
struct FilmChoice {
    std::size_t from = 0; ///< moves or stops, both included
    std::size_t to = 0;
    QSize size;               ///< in pixels
    int framesPerSecond = 20; ///< of filmRates
    double speed = 1;         ///< of filmSpeeds
    ThemeKind theme = ThemeKind::Light;
};

/// A stretch of a timeline, from when the move `from` begins until `to` is
/// done; the first and the last picture are held for a second and a half.
struct TimelineFilm {
    Timeline timeline;
    FilmChoice choice; ///< the theme is that of who paints
    /// The picture at a time; called twice for each, in order.
    std::function<QImage(Time)> paint;
    /// As of GifRequest.
    std::function<void(double)> progress = {};
    CancellationToken cancellation = {};
};
/// What encodeGif() makes of it.
GifRequest gifOf(const TimelineFilm& film);

/// One picture for each of `count` recorded steps, which stays so long; the first and the last one
/// are held, too. `paint` is called twice for each, in order.
GifRequest filmOfRecords(int count, QSize size, int milliseconds, std::function<QImage(int)> paint);

} // namespace headscope
