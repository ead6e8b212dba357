// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"

namespace headscope {

inline constexpr int comparisonWidth = 1400; ///< of one that nobody gave a size

/// A comparison as a figure for a paper.
struct CompareFigure {
    Scene scene; ///< with `compared`, whose runs are there
    /// In pixels of 1/96 inch; empty: as high as it takes for its width, comparisonWidth where it
    /// has none.
    QSize size;
    double dotsPerInch = 96; ///< of a PNG
    /// The queries and keys that are drawn of every matrix; what is said, and the colours, are of
    /// the whole. Nothing: all.
    std::optional<CellSpan> part = {};
};

/// The complete file, as renderFigure() gives it. An Error where there is nothing to compare.
Result<QByteArray> renderComparison(const CompareFigure& figure, FigureFormat format,
                                    const FigureWork& work = {});

} // namespace headscope
