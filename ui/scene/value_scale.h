// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"
#include "tensor/dims.h"

#include <memory>
#include <vector>

namespace headscope {

/// The largest magnitude of each row of a matrix; null: nobody asked for it.
using RowMagnitudes = std::shared_ptr<const std::vector<double>>;

/// [0, largest] or [−largest, largest]; where all values are 0, up to 1.
ValueRange rangeUpTo(double largest, bool sequential);

/// Where values stand between the two ends of a colour map: one range for a whole matrix or one
/// for each of its rows, and how values are spread over it. Cells, colour bar, pooled picture,
/// small matrices, figures and the inspector's square are all drawn by this. As a range it is the
/// one of the whole matrix. A row is that of the tensor, also where the picture is turned.
struct ValueScale : ValueRange {
    /// Small values are told apart: √t of the way from 0 to an end for a part t of it; to both
    /// sides where the range is symmetric, so that 0 stays in the middle.
    bool squareRoot = false;
    RowMagnitudes rows; ///< null: one range for all rows

    ValueScale() = default;
    ValueScale(const ValueRange& range) // NOLINT: a range is the plainest scale
        : ValueRange(range) {}
    bool operator==(const ValueScale&) const = default;

    bool isPerRow() const { return rows != nullptr; }
    /// What the ends stand for in one row.
    ValueRange rangeOf(Index row) const;
    /// From 0, the lower end, to 1; values beyond an end stand there. NaN stays NaN.
    double placeOf(double value, Index row) const;
    /// The value at a place of the colour bar, of the range of the whole matrix.
    double valueAt(double place) const;
    /// For a picture with `factor` rows in the place of one: they share the largest range.
    ValueScale pooled(Index factor) const;
};

/// The colour of a value in a row.
QRgb colourOf(ColourMap map, const ValueScale& scale, float value, Index row);
/// A scale may have a range for each row: which one is meant has to be said.
QRgb colourOf(ColourMap map, const ValueScale& scale, float value) = delete;

} // namespace headscope
