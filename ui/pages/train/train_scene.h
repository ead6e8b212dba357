// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "training/training_moment.h"
#include "training/training_view.h"

namespace headscope {

/// How fast a training goes.
struct TrainPace {
    double stepsPerSecond = 0; ///< at most; 0: as fast as it can
    bool byHand = false;       ///< a step for each Space
    bool operator==(const TrainPace&) const = default;
};

/// All that the Train page shows, as one value: everything on it is a function of this.
struct TrainScene {
    TrainingMoment moment;
    std::size_t playhead = 0;    ///< in moment.records
    bool follow = true;          ///< the playhead goes with the newest record
    std::optional<Index> pinned; ///< step of the record at the right; nothing: the newest
    std::string scope;           ///< of the attention that is shown
    int head = 0;
    /// What is open of a step besides its attentions: logits, loss, optimiser, data; nothing: the
    /// head enlarged.
    std::optional<StepStop::Kind> stop;
    TrainValues values = TrainValues::Weights;
    bool begun = false;      ///< something was learnt here; before that it says what it is for
    bool playing = false;    ///< the recording, not the training
    bool everywhere = false; ///< every page shows the model at the playhead
    DisplayOptions display;

    bool isEmpty() const { return moment.isEmpty(); }
    const RecordedStep& at() const { return *moment.records[playhead]; }
    /// What stands at the right of it: the newest record, or the pinned one.
    const RecordedStep& atRight() const {
        return *moment.records[pinned ? moment.placeOf(*pinned) : moment.records.size() - 1];
    }
    /// The two of them in the order of time.
    const RecordedStep& earlier() const {
        return atRight().step() < at().step() ? atRight() : at();
    }
    const RecordedStep& later() const { return atRight().step() < at().step() ? at() : atRight(); }
    const Tensor& tensor(const RecordedStep& step) const {
        const WatchedAttention& attention = *step.find(scope);
        return values == TrainValues::Weights  ? attention.weights
               : values == TrainValues::Scores ? attention.scores
                                               : attention.gradient;
    }
    /// [1, heads, query, key] of the shown attention.
    const Tensor& weights() const { return at().find(scope)->weights; }
    int heads() const { return static_cast<int>(weights().size(1)); }
};

} // namespace headscope
