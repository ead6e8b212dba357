// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "film/gif_writer.h"
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
PaintScene paintSceneOf(const HeadFit& fit, const AxisTokens& tokens, Index sequence);

/// Shows a record of the descent: the weights there and what the head does with them. At the end of
/// the way those are the best that were found.
void takeRecord(PaintScene& scene, std::size_t record);

/// The way of the descent as a film: the figure at each recorded step.
struct PaintAnimation {
    PaintFigure figure; ///< of a scene with a painting; its record does not matter
    int framesPerSecond = 10;
    std::size_t from = 0;          ///< records, both included
    std::optional<std::size_t> to; ///< nothing: the last one
};
GifRequest paintFilm(const PaintAnimation& animation);

/// What is said where nothing was found yet.
Error nothingPainted();
/// The complete file, as renderFigure() gives it. An Error where nothing was found yet, or where
/// the size is out of bounds.
Result<QByteArray> renderPainting(const PaintFigure& figure, FigureFormat format);

} // namespace headscope
