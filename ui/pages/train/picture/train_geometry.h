// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"

namespace headscope {

/// What the picture of a training has to hold.
struct TrainExtent {
    QSizeF room;      ///< what is there; the picture may be higher
    double scale = 1; ///< of type and everything that goes with it
    int heads = 1;
    int queries = 1;
    int keys = 1;
    Index steps = 1;           ///< of the whole training
    Index every = 1;           ///< between two records
    bool presented = false;    ///< in presentation mode: the enlarged head beside the time
    double keyLabelHeight = 0; ///< of words over narrow columns, of presentation mode
    int answers = 0;           ///< rows that the model says, of presentation mode
};

/// Where everything is: two curves and the film of the heads under one time axis, below them a
/// head enlarged twice and what the model says. Pixels of the view.
struct TrainGeometry {
    double scale = 1;
    QRectF loss;
    QRectF accuracy;
    double stepsY = 0; ///< middle of the row of steps
    double filmTop = 0;
    double rowPitch = 0;
    QSizeF picture; ///< of one head at one step
    int heads = 0;
    double timeRight = 0; ///< where curves and film end, with all that belongs to them
    double wordsY = 0;    ///< middle of the row of right and wrong words
    double divider = 0;   ///< line between film and enlarged heads
    double headsLeft = 0; ///< of what is said of the enlarged head
    double titleY = 0;
    QRectF sentence; ///< what the head has learnt, of presentation mode; else empty
    double keysY = 0;
    MatrixGeometry left;  ///< at the playhead
    MatrixGeometry right; ///< beside it, as large; in presentation mode it has no rows
    double rowAxisY = 0;  ///< middle of what their rows are, written upwards
    double answerTitleY = 0;
    double answerHeadY = 0;
    QRectF answer; ///< rows at the same height as those of the matrices, but in presentation mode
    double legendY = 0;
    double height = 0;     ///< of everything
    Index columnEvery = 1; ///< steps between two columns of the film
    double pixelsPerStep = 1;

    static TrainGeometry of(const TrainExtent& extent);
    bool isPresented() const { return !sentence.isEmpty(); }

    double xOf(double step) const { return loss.left() + step * pixelsPerStep; }
    double stepAt(double x) const { return (x - loss.left()) / pixelsPerStep; }
    /// The picture of a head (from 0) at a step.
    QRectF pictureAt(int head, double step) const;
    /// The whole row of a head.
    QRectF rowOf(int head, double width) const;
    double filmBottom() const { return filmTop + heads * rowPitch; }

private:
    static TrainGeometry presented(const TrainExtent& extent);
    /// What stands over the time axis, from the top down to the row of words.
    void placeTime(const TrainExtent& extent, double loss, double accuracy, double row,
                   double axisLeft, double axisRight);
};

} // namespace headscope
