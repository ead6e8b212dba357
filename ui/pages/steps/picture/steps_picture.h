// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/heads_row.h"
#include "pages/steps/picture/heads_sum.h"
#include "pages/steps/picture/rows_picture.h"
#include "pages/steps/picture/steps_geometry.h"
#include "pages/steps/softmax/softmax_painter.h"

class QPainter;

namespace headscope {

/// All that is painted of the page at one moment, and where.
struct StepsPicture {
    StepMoment moment;
    StepsFrame frame;
    std::optional<ProductGeometry> product;
    std::optional<RowsGeometry> rows;
    std::optional<HeadsSumGeometry> headsSum;
    std::optional<CellsGeometry> cells;
    std::optional<HeadsRow> heads;

    struct Softmax {
        Index row = 0;
        SoftmaxData data;
        SoftmaxGeometry geometry;
        SoftmaxLook look;
    };
    std::optional<Softmax> softmax; ///< of the asked row
    /// Behind the colour bar, as wide as the choices of its colours; empty where they have no room.
    QRectF colours;

    /// The matrix of the result, where one is drawn as a whole.
    const LensMatrix* result() const;
    /// Where some cells of the result are drawn; nothing where none of them is.
    std::optional<QRectF> placeOf(const CellSpan& span, const StepScene& scene) const;
    /// How high an area has to be that nothing of it lies upon another, this one being as high as
    /// that.
    double leastHeight(double height) const;
    /// The cell of the result that a point asks about.
    std::optional<MatrixGeometry::Position> cellAt(QPointF point, const StepScene& scene) const;
};
StepsPicture layoutSteps(QSizeF size, const StepScene& scene);
/// In a window the end of the line with the colour bars is for the choices of the colours.
void leaveRoomForColours(StepsPicture& picture, const StepScene& scene);
void paintSteps(QPainter& painter, const StepsPicture& picture, const StepScene& scene);

/// Whether the picture draws weights, whose colour map is a choice.
bool hasWeights(const StepPicture& picture);
/// The code line of the stop, in the order in which it is told.
std::vector<CodePart> stepCode(const StepScene& scene);
/// What has room of it.
void paintStepCode(QPainter& painter, const QRectF& place, const StepScene& scene);

/// "Head 1: Q · K^{T}", markup; and what is said beside it.
QString stopTitle(const StepScene& scene);
QString stopSubtitle(const StepScene& scene);
/// What the head of the stop has learnt, or that its weights are dice; empty where nothing is
/// known.
QString headOfStop(const StepScene& scene);
/// The title without markup: "Head 1: Q · Kᵀ".
QString plainTitle(const StepScene& scene);

} // namespace headscope
