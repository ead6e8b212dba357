// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "pages/paint/paint_scene.h"

namespace headscope {

/// A painting as a figure for a paper: what was painted, what the head does, their difference,
/// the way of the descent and what each row is missing.
struct PaintFigure {
    PaintScene scene; ///< its display says colours and which side the rows are
    QSize size{1200, 860};
    double dotsPerInch = 96; ///< of a PNG
    QString title;           ///< what the inputs are of; may be empty
};

/// What a scene has without a window: of a finished painting, at its end.
PaintScene paintSceneOf(const Painting& painting, const AxisTokens& tokens, Index sequence);

/// The complete file, as renderFigure() gives it. An Error where nothing was found yet, or where
/// the size is out of bounds.
Result<QByteArray> renderPainting(const PaintFigure& figure, FigureFormat format);

} // namespace headscope
