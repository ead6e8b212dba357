// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/lens_axis.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr Index largePlaces = 5; ///< the asked one and two neighbours on each side
}

double LensAxis::start(Index i) const {
    const Index before = std::min(i, largeFirst) - first;
    const Index inside = std::clamp(i, largeFirst, largeEnd) - largeFirst;
    const Index behind = std::max(i, largeEnd) - largeEnd;
    return origin + static_cast<double>(before + behind) * small +
           static_cast<double>(inside) * large;
}

std::optional<Index> LensAxis::at(double coordinate) const {
    if (coordinate < origin || coordinate >= start(end) || end <= first)
        return std::nullopt;
    const double toLarge = start(largeFirst);
    const double toBehind = start(largeEnd);
    Index place = 0;
    if (coordinate < toLarge)
        place = first + static_cast<Index>((coordinate - origin) / small);
    else if (coordinate < toBehind)
        place = largeFirst + static_cast<Index>((coordinate - toLarge) / large);
    else
        place = largeEnd + static_cast<Index>((coordinate - toBehind) / small);
    return std::clamp(place, first, end - 1);
}

std::optional<QRectF> LensMatrix::around(Index firstRow, Index endRow, Index firstColumn,
                                         Index endColumn) const {
    const Index top = std::max(firstRow, y.first);
    const Index bottom = std::min(endRow, y.end);
    const Index left = std::max(firstColumn, x.first);
    const Index right = std::min(endColumn, x.end);
    if (top >= bottom || left >= right)
        return std::nullopt;
    return cell(top, left).united(cell(bottom - 1, right - 1));
}

LensAxis lensAxis(double origin, Index count, double room, const LensPitch& pitch,
                  std::optional<Index> focus, LensPlaces places) {
    LensAxis axis;
    axis.origin = origin;
    axis.count = axis.end = count;
    axis.gap = 1;
    if (count <= 0)
        return axis;
    const double even = room / static_cast<double>(count);
    if (even >= pitch.readable) {
        axis.largeEnd = count;
        axis.large = axis.small = std::floor(std::min(even, pitch.most));
        return axis;
    }
    // As many and as large as leave room for all others, where there can be one for all.
    const Index most = std::min(largePlaces, count);
    const double readable = std::min(pitch.readable, pitch.most);
    const double beyond = room - static_cast<double>(count) * pitch.least;
    const double wanted =
        std::clamp(beyond / static_cast<double>(most) + pitch.least, readable,
                   std::max(readable, std::min(pitch.most, 1.5 * pitch.readable)));
    const auto fits = static_cast<Index>(
        std::max(beyond > 0 ? std::max(beyond / (wanted - pitch.least), 1.0) : room / wanted, 0.0));
    const Index wide = std::min({most, fits, static_cast<Index>(std::max(room, 0.0) / wanted)});
    if (!focus || wide == 0) {
        const auto fitting = static_cast<Index>(room / pitch.least);
        axis.end = std::clamp<Index>(fitting, 1, count);
        axis.small = room / static_cast<double>(axis.end);
        axis.small = axis.small >= 8 ? std::floor(axis.small) : axis.small;
        axis.large = axis.small;
        axis.largeEnd = axis.end; // all alike
        return axis;
    }
    const Index centre = std::clamp<Index>(*focus, 0, count - 1);
    axis.large = std::floor(wanted);
    axis.largeFirst = std::clamp<Index>(
        places == LensPlaces::Page ? centre / wide * wide : centre - wide / 2, 0, count - wide);
    axis.largeEnd = axis.largeFirst + wide;
    const double rest = std::max(0.0, room - static_cast<double>(wide) * axis.large);
    const Index others = count - wide;
    const Index fitting = std::min(others, static_cast<Index>(rest / pitch.least));
    if (fitting < others) { // around the asked one, what has room
        const Index shown = fitting + wide;
        axis.first = std::clamp<Index>(centre - shown / 2, 0, count - shown);
        axis.end = axis.first + shown;
        axis.largeFirst = std::clamp<Index>(axis.largeFirst, axis.first, axis.end - wide);
        axis.largeEnd = axis.largeFirst + wide;
    }
    const Index left = (axis.end - axis.first) - wide;
    axis.small = left > 0 ? std::min(axis.large, rest / static_cast<double>(left)) : axis.large;
    return axis;
}

} // namespace headscope
