// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"
#include "scene/scene.h"
#include "scene/value_scale.h"
#include "steps/computed_steps.h"
#include "timeline/playback_state.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace headscope {

/// The stops of a block, without time. Made once for each trace.
struct StepStops {
    std::vector<ComputedStep> steps;
    std::vector<std::optional<StageTensor>> stages; ///< of each; nothing where the strip has none
    Timeline timeline;
};

/// One matrix of a picture: what is drawn of an operand or of the result, and its words.
struct StepMatrix {
    std::size_t step = 0; ///< in the trace of the block
    MatrixPanel panel;    ///< rows and columns as they are drawn: Kᵀ is turned
    QString symbol;       ///< "Q", "K^{T}", "W_{Q}"; markup of math_text.h
    QString axes;         ///< "query × d_{k}"
    QStringList rows;     ///< words at the rows
    QStringList columns;
    QStringList rowWords;    ///< the same as they are drawn, with what is to be known of them
    QStringList columnWords; ///< of these only a mark: they have little room
    QStringList columnNotes; ///< with all that is to be known of them, where they are said
    ColourMap map = ColourMap::RedBlue;
    ValueScale scale;
    std::optional<Projection> projection; ///< Q, K or V: the filled square with its letter
};

/// What follows from the trace, the stop, the sequence and the head: no time, no question.
struct StepPicture {
    ComputedStep stop;
    Operation operation = Operation::Input;
    TensorName name = TensorName::QueryInput; ///< of the result
    /// As the operation has them, without those that have no cells of their own; the right one of
    /// a product is turned so that its rows are the inner axis.
    std::vector<StepMatrix> operands;
    StepMatrix result;
    std::vector<StepMatrix> heads; ///< of splitting and joining: the matrix of every head
    /// Of a product: how many heads the columns of its left operand are of; 0: they are not.
    Index headsOfColumns = 0;
    bool ofHead = false; ///< each head has a matrix of its own
    int head = 0;        ///< the one that is shown, from 0
};

/// All that a painter of the page Steps needs. Painters are functions of (painter, geometry,
/// StepScene).
struct StepScene {
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Trace> trace; ///< of the block
    std::string scope;                  ///< of the block
    QString block;                      ///< blockTitle(); may be empty
    std::shared_ptr<const StepStops> stops;
    std::shared_ptr<const StepPicture> picture; ///< of the stop at `time`
    Index sequence = 0;
    /// The asked cell of the result, as the picture draws it.
    std::optional<MatrixGeometry::Position> asked;
    bool locked = false;
    StepOrder order = StepOrder::DotProduct; ///< that was chosen: orderOf() is told
    DisplayOptions display;
    std::vector<PointedAt> pointed; ///< what words beside the picture point at
    PlaybackState playback;
    Time time{0}; ///< that is shown

    bool isEmpty() const { return !picture || !stops || stops->steps.empty(); }
    TimelinePosition position() const {
        return stops->timeline.locate(time, display.reducedMotion ? Motion::Reduced : Motion::Full);
    }
    /// What of the strip the stop is; nothing where the strip has no such stage.
    std::optional<StageTensor> stage() const { return stops->stages[position().move]; }
    /// How much of the stop's move is done.
    double progress() const { return position().progress; }
};

/// In which order the stop is told: the chosen one, or as a dot product where it has no such.
StepOrder orderOf(const StepScene& scene);

/// The stops of a block; none where it computes nothing.
std::shared_ptr<const StepStops> stepStops(const Trace& block);
/// Whether it has any.
bool hasStops(const Trace& block);
/// What is drawn at one stop. `head` is clamped to those that there are.
std::shared_ptr<const StepPicture> stepPicture(const Scene& scene, const ComputedStep& stop);
/// The stop that shows a tensor of a stage, else one of the stage, or the next one behind it;
/// nothing where there is none.
std::optional<std::size_t> stopOfStage(const StepStops& stops, const StageTensor& wanted);

} // namespace headscope
