// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <QRectF>

#include <array>
#include <optional>
#include <vector>

namespace headscope {

/// The four moves of a softmax, one after another.
enum class SoftmaxPhase : std::uint8_t { Max, Exponential, Sum, Quotient };
inline constexpr std::size_t softmaxPhases = 4;

/// What the picture of a row's softmax has to lay out. All lengths in logical pixels.
struct SoftmaxGeometryInput {
    QRectF area;
    Index columns = 0;
    double wordsWidth = 96;                          ///< of the widest word at the left of the rows
    double titleWidth = 0;                           ///< of the title, as it is written
    std::array<double, softmaxPhases> phaseWidths{}; ///< of the words of the switch
    double noteWidth = 0; ///< of a sentence on the row, if it were one line; 0: none
    double textScale = 1;
    double smallestDigits = 9.5; ///< pixels of the smallest type that a number may have
};

/// Rows of columns, one for each key: scores, exponentials, their sum end to end, quotients,
/// weights. The length of a bar is its number.
struct SoftmaxGeometry {
    double textScale = 1;
    double pitch = 56;   ///< of the columns
    double digits = 14;  ///< pixels of the type of numbers
    int characters = 5;  ///< that a number may have; fewer in narrow columns
    bool narrow = false; ///< columns have no room for a number: writtenColumns() says who has one
    Index columns = 0;
    QRectF title;
    std::array<QRectF, softmaxPhases> phases; ///< of the switch max | exp | sum | quotient
    QRectF remark;                            ///< which of many numbers are written
    QRectF words;                             ///< x range of the words at the left of the rows
    QRectF labels;
    QRectF scores;
    QRectF belowScores;
    QRectF exponentials; ///< from 1 at the top to 0
    QRectF belowExponentials;
    QRectF sum;       ///< of the whole sum
    QRectF aboveSum;  ///< its axis of exponentials
    QRectF belowSum;  ///< its axis of shares
    QRectF quotients; ///< from 1 at the top to 0; numbers stand above their bars
    QRectF weights;
    QRectF totals;      ///< x range of the sums at the right of the rows
    QRectF calculation; ///< of the asked cell, and the sentence on the row below it
    QRectF note;        ///< empty where there is none
    QRectF colourBar;   ///< empty where there is no room
    double least = 0;   ///< how high the area has to be, that nothing lies below it
    double bottom = 0;  ///< of all of it; below the area's where that is lower than `least`

    /// The column in one of the rows above: as high as that row.
    QRectF column(const QRectF& row, Index i) const {
        return {row.left() + static_cast<double>(i) * pitch, row.top(), pitch, row.height()};
    }
    /// The same less the gap between two cells.
    QRectF cell(const QRectF& row, Index i) const {
        return column(row, i).adjusted(0, 0, pitch > 4 ? -1 : 0, 0);
    }
    /// A column's slot for a bar.
    QRectF slot(const QRectF& row, Index i) const;
    /// The bar of a number from 0 to 1 in the exponentials or quotients.
    QRectF bar(const QRectF& row, Index i, double value) const;
    /// Where a part from `before` to `after` of a sum of `all` lies.
    QRectF segment(double before, double after, double all) const;
    /// Where what is written at a column may stand, in a row: the column itself, or where columns
    /// are narrow as much as a number takes, inside the picture.
    QRectF writing(const QRectF& row, Index i) const;
    /// The column under a point of the rows; nothing between and beside them.
    std::optional<Index> columnAt(QPointF point) const;
    std::optional<SoftmaxPhase> phaseAt(QPointF point) const;
};

SoftmaxGeometry layoutSoftmax(const SoftmaxGeometryInput& in);

/// Which columns have their numbers written: all, or where columns are narrow as many as do not
/// cover each other, those of `first` before the others.
std::vector<Index> writtenColumns(const SoftmaxGeometry& geometry, const std::vector<Index>& first);

} // namespace headscope
