// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "film/timeline_film.h"
#include "support/result.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace headscope {

/// How a picture of a page is wanted.
struct PageLook {
    QSize size;               ///< in pixels of 1/96 inch; without a height: as high as it takes
    double dotsPerInch = 192; ///< of a PNG
    ThemeKind theme = ThemeKind::Light;
    bool titled = true; ///< title and subtitle stand above
    /// What the numbers come from, as the window calls it; not every figure says it, and where this
    /// is empty it says what the run says.
    QString source{};
};

/// A picture that a page draws of what it shows.
struct PageFigure {
    QString title;    ///< among the others of the page: "film and curves"
    QString fileName; ///< that is proposed, without an ending
    PageLook look;    ///< that is proposed
    QSize smallest{smallestFigureWidth, smallestFigureHeight}; ///< in which it can be read
    bool heightFollows = false; ///< it is as high as it takes, whatever is wanted
    bool mayLackTitle = false;  ///< the look says whether it has one
    /// What of the page it is, as the command line calls it: "mean", that of the heads in their
    /// place; "film"; "curves"; empty: all of it.
    std::string_view part{};
    QString lack{}; ///< what would stand there too, a sentence; empty: nothing
    std::function<Result<QByteArray>(FigureFormat, const PageLook&)> render;
    /// Of the figure of heads, of which more can be chosen than a look; its part is what is seen.
    std::optional<FigureRequest> request = {};
    /// Its numbers as a CSV; may be empty.
    std::function<std::string()> table = {};
};

/// What moves on a page, from one of its stops to another.
struct PageFilm {
    QString fileName;           ///< that is proposed, without an ending
    QStringList stops;          ///< in words
    std::vector<Index> steps{}; ///< of a training, the number of each
    FilmChoice choice;          ///< that is proposed: what is in front, not all there is
    QSize smallest;
    bool timed = true; ///< it has a time that can go faster or slower
    std::function<GifRequest(const FilmChoice&)> film;
};

/// What a page can draw at this moment, for the window and for the command line. It holds all that
/// it draws: the page may go on meanwhile.
struct PageFigures {
    /// Why there is nothing to take along.
    Status possible = Done{};
    /// At least one where there is something to take along.
    std::vector<PageFigure> stills;
    std::optional<PageFilm> film;
    /// What people wrote and stands in them, where it is of no experiment.
    QString words{};
};

} // namespace headscope
