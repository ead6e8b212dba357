// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "pages/page_figures.h"
#include "pages/train/train_scene.h"
#include "words/labelled_matrix.h"

namespace headscope {

/// What of a training goes into a figure.
enum class TrainPart : std::uint8_t {
    Both,
    Film,   ///< every head at recorded steps, and what the model answers there
    Curves, ///< loss and accuracy
};

/// A training as a figure for a paper, without the heads that the page enlarges.
struct TrainFigure {
    static constexpr int usualWidth = 1200;

    TrainScene scene; ///< its display says colours; the playhead is drawn where it is not the last
    TrainPart part = TrainPart::Both;
    QSize size; ///< in pixels of 1/96 inch; empty: as high as it takes for its width, usualWidth
                ///< where it has none
    double dotsPerInch = 96; ///< of a PNG
};

/// The complete file, as renderFigure() gives it. An Error where nothing was trained yet, or where
/// the size is out of bounds.
Result<QByteArray> renderTraining(const TrainFigure& figure, FigureFormat format,
                                  const FigureWork& work = {});

/// The numbers of the curves as a table, as `train --log` writes it.
std::string trainingTable(const TrainingMoment& moment);

/// All that can be taken along from the page: a still for each TrainPart, in their order, each with
/// the numbers of the curves, and the film of what was recorded. Where nothing was trained they say
/// why there is none.
PageFigures trainFigures(const TrainScene& scene);
/// The enlarged head at the playhead; nothing where nothing was trained.
std::optional<LabelledMatrix> trainMatrix(const TrainScene& scene);

} // namespace headscope
