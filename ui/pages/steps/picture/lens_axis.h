// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <QRectF>

#include <optional>

namespace headscope {

/// The places along one side of a matrix that may be larger than its room: some of them, around
/// the asked one, are large enough for numbers, the others share what is left as colour.
struct LensAxis {
    double origin = 0;
    Index count = 0; ///< of the whole side
    Index first = 0; ///< shown are [first, end)
    Index end = 0;
    Index largeFirst = 0; ///< large are [largeFirst, largeEnd), within the shown ones
    Index largeEnd = 0;
    double large = 0; ///< from one large place to the next
    double small = 0; ///< the same of the others
    double gap = 0;   ///< between two places that have room for one; part of the pitch

    bool isWhole() const { return first == 0 && end == count; }
    /// Whether all are equally wide.
    bool isEven() const { return largeFirst == first && largeEnd == end; }
    bool shows(Index i) const { return i >= first && i < end; }
    bool isLarge(Index i) const { return i >= largeFirst && i < largeEnd; }
    /// Where place i begins; also of `end`.
    double start(Index i) const;
    /// How wide it is, without the gap.
    double size(Index i) const { return (isLarge(i) ? large : small) - gapOf(i); }
    double centre(Index i) const { return start(i) + size(i) / 2; }
    /// From the first place to the end of the last one.
    double length() const { return start(end) - origin - (end > first ? gapOf(end - 1) : 0); }
    /// The place at a coordinate; gaps belong to the place before them.
    std::optional<Index> at(double coordinate) const;

private:
    double gapOf(Index i) const { return (isLarge(i) ? large : small) >= 8 ? gap : 0; }
};

/// How places of a side may be drawn, in pixels.
struct LensPitch {
    double most = 48;
    double readable = 28; ///< below, no number has room
    double least = 2;     ///< no place is narrower; what has no room is left out
};

/// Which places are large around the asked one.
enum class LensPlaces {
    Around, ///< it is in their middle
    Page    ///< it is on their page, so that a walk over all places turns pages
};

/// `count` places in `room`. Where not all have room for a number, those around `focus` get it.
LensAxis lensAxis(double origin, Index count, double room, const LensPitch& pitch,
                  std::optional<Index> focus, LensPlaces places = LensPlaces::Around);

/// A matrix between two such sides.
struct LensMatrix {
    LensAxis x; ///< columns
    LensAxis y; ///< rows

    struct Place {
        Index row = 0;
        Index column = 0;
    };
    QRectF cell(Index row, Index column) const {
        return {x.start(column), y.start(row), x.size(column), y.size(row)};
    }
    QRectF row(Index row) const { return {x.origin, y.start(row), x.length(), y.size(row)}; }
    QRectF column(Index column) const {
        return {x.start(column), y.origin, x.size(column), y.length()};
    }
    QRectF bounds() const { return {x.origin, y.origin, x.length(), y.length()}; }
    /// Around those of the rows [firstRow, endRow) and columns [firstColumn, endColumn) that are
    /// shown; nothing where none is.
    std::optional<QRectF> around(Index firstRow, Index endRow, Index firstColumn,
                                 Index endColumn) const;
    bool isWhole() const { return x.isWhole() && y.isWhole(); }
    /// Whether every cell has room for its number.
    bool isEven() const { return x.isEven() && y.isEven(); }
    std::optional<Place> cellAt(QPointF point) const {
        const auto row = y.at(point.y());
        const auto column = x.at(point.x());
        return row && column ? std::optional(Place{*row, *column}) : std::nullopt;
    }
};

} // namespace headscope
