// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/picture/train_arrangement.h"

class QPainter;

namespace headscope {

class FilmImages;

// The parts of a training's picture. The scene of the layout is not empty.

/// Every head at recorded steps, under them what the model says right; and beside film and curves
/// what they are. The images are those of the layout.
void paintFilm(QPainter& painter, const TrainArrangement& layout, FilmImages& images);
/// The playhead over curves and film, and what the curves say there.
void paintPlayhead(QPainter& painter, const TrainArrangement& layout);

/// A picture that goes over into the next one, cell by cell.
struct TrainCrossing {
    std::shared_ptr<const RecordedStep> from; ///< null: nothing goes over
    double progress = 1;                      ///< of it, to 1
};
/// One head at the playhead, which may be crossing over from another record, and at the step beside
/// it, with what their cells stand for.
void paintEnlargedHead(QPainter& painter, const TrainArrangement& layout,
                       const TrainCrossing& crossing);
/// What the model says of the watched sentence at the playhead, beside the enlarged head.
void paintAnswer(QPainter& painter, const TrainArrangement& layout);
/// In the place of these two what else a step has, the stop that is open in the scene: its data,
/// the logits, the loss, or what the optimiser makes of the gradients.
void paintStop(QPainter& painter, const TrainArrangement& layout);

} // namespace headscope
