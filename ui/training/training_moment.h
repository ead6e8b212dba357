// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/recorded_step.h"

#include <optional>

namespace headscope {

/// All that is known of a training at one moment. Views read it and change nothing.
struct TrainingMoment {
    enum class State : std::uint8_t {
        None,      ///< nothing was asked for yet
        Preparing, ///< data are read, the first parameters are drawn
        Paused,
        Running,
        Finished,
        Failed, ///< it cannot go on; error says why, what was recorded stays
    };
    State state = State::None;
    std::optional<Error> error;
    TrainingRecipe recipe; ///< as it is trained
    std::shared_ptr<const Learner> learner;
    std::vector<StepStop> stops;
    Index parameterCount = 0;
    Index stepsDone = 0;
    Index thinning = 1; ///< of so many wanted records one is kept
    /// Of every step; it grows in the window's thread, where it is read.
    std::shared_ptr<const std::vector<StepReport>> losses;
    RecordedSteps records;
    std::vector<Index> changes;           ///< steps at which settings were changed
    std::optional<double> stepsPerSecond; ///< over the last 50 steps
    /// Another training that was put aside, and comes back by bringBack().
    struct Aside {
        std::shared_ptr<const Learner> learner;
        Index stepsDone = 0;
        Index opened = 0;
        std::string text; ///< of its data, where somebody typed them
    };
    std::optional<Aside> aside;
    /// What is needed to go on; nothing while it runs.
    std::shared_ptr<const TrainingState> trained;
    /// Of a training that came with an experiment: the step that that was taken from.
    std::optional<Index> shown;
    Index opened = 0; ///< of stepsDone, those that came with it

    /// The settings as they stand cannot be trained (error says why); what is there would learn by
    /// others.
    bool isRefused = false;
    bool canBringBack() const { return aside.has_value(); }
    bool isEmpty() const { return records.empty(); }
    const Dataset& data() const { return learner->data(); }
    /// What is left, at the speed of the last steps.
    std::optional<double> secondsLeft() const;
    /// The place of the last record that is not behind that step; 0 where there is none.
    std::size_t placeOf(Index step) const;
};

} // namespace headscope
