// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/step_motion.h"
#include "head_shapes/trace_journeys.h"
#include "head_shapes/wrong_way.h"
#include "scene/scene.h"
#include "timeline/playback_state.h"

#include <QString>

namespace headscope {

/// Up to so many elements are drawn one by one, beyond as coloured blocks.
inline constexpr Index mostSingleElements = 4096;
/// More than these are not laid out at all; arange counts exactly up to here.
inline constexpr Index mostShapesElements = Index{1} << 24;

enum class ShapesValues : std::uint8_t {
    Experiment, ///< the traced numbers
    Arange,     ///< 0, 1, 2 …: every number says where it lies
};
enum class ShapesColour : std::uint8_t { Head, Token, Sample };

/// What a person chooses in the Shapes view. Not undoable, as a Selection.
struct ShapesOptions {
    LayoutPath path = LayoutPath::Split;
    MemoryOrder order = MemoryOrder::BatchFirst;
    ShapesValues values = ShapesValues::Experiment;
    SplitOf of = SplitOf::Query;
    Index sequence = 0;            ///< SideBySide shows one sequence of the batch
    LayoutSizes sizes{2, 3, 3, 2}; ///< of arange
    ShapesColour colour = ShapesColour::Head;
    bool wrongShown = true;
    WrongWay wrongWay;             ///< one that does not exist on the path means the usual one
    bool placesShown = true;       ///< how an offset is made of strides
    bool attentionShown = false;   ///< heatmaps of the right and the wrong heads
    std::optional<Index> soloHead; ///< the others are drawn faintly
    Index firstToken = 0;          ///< that is drawn, where there is no room for all

    bool operator==(const ShapesOptions&) const = default;
};

/// What follows from the trace and the options, without time.
struct ShapesModel {
    std::uint64_t id = 0;  ///< no two models of a process have the same
    int longestNumber = 2; ///< characters of the longest number of an element
    int shortestForm = 2;  ///< the same where cells are narrow
    /// The experiment's numbers are so much alike that nobody could see where one went: what is
    /// shown are places in memory, as arange has them.
    bool numbered = false;
    Journey right;
    std::optional<Journey> wrong;
    WrongWay wrongWay; ///< the one that `wrong` went
    MisplaceCount misplaced;
    Timeline timeline;
    /// Weights and masks of the right and of the wrong heads; only where they were asked
    /// for and the experiment's numbers are shown.
    std::shared_ptr<const Trace> rightAttention;
    std::shared_ptr<const Trace> wrongAttention;

    bool hasAttention() const { return rightAttention && wrongAttention; }
};

/// A value as a cell shows it: whole numbers in full, because they are names here,
/// others in at most so many characters besides a sign.
QString elementText(float value, int mostCharacters = 4);

/// The model, or a sentence that says why there is none. A second or so for the
/// largest tensors: `cancellation` lets it be given up.
Result<std::shared_ptr<const ShapesModel>>
makeShapesModel(const std::shared_ptr<const Trace>& trace, const ShapesOptions& options,
                const CancellationToken& cancellation = {});

/// The stop of the pipeline strip that a step of a journey belongs to.
Stage stageOfStep(const Journey& journey, std::size_t step);
/// The first step that belongs to a stop; nothing where the journey does not come by.
std::optional<std::size_t> stepOfStage(const Journey& journey, Stage stage);

/// The model of a journey that exists already; without attention.
std::shared_ptr<const ShapesModel> shapesModel(Journey right, const ShapesOptions& options);

/// All that the Shapes view receives.
struct ShapesScene {
    std::shared_ptr<const ShapesModel> model; ///< may be a moment older than the options
    std::optional<Error> error;               ///< why there is no model, or why it is older
    ShapesOptions options;
    QString block; ///< whose numbers they are: blockTitle(); may be empty
    DisplayOptions display;
    PlaybackState playback;
    Time time{0}; ///< that is shown
    /// Whose tokens stand at the weights; nothing: they are counted.
    std::shared_ptr<const Run> run;
    std::string scope;              ///< of the block
    std::vector<QStringList> words; ///< of each sample; empty where the numbers are no sentence's
    std::optional<Index> element;   ///< under the pointer or the cursor
    bool elementLocked = false;
    std::vector<PointedAt> pointed; ///< by words beside the picture

    bool isEmpty() const { return !model; }
    /// Whether Esc has an element to let go. In presentation mode Esc leaves the mode, and a
    /// pointer that lies somewhere must not hold it up.
    bool holdsElement() const { return elementLocked || (element && !display.presentation); }
    TimelinePosition position() const {
        return model->timeline.locate(time, display.reducedMotion ? Motion::Reduced : Motion::Full);
    }
};

} // namespace headscope
