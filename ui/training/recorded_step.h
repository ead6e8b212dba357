// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/history/history.h"
#include "learning/training/anatomy.h"
#include "run/run.h"

namespace headscope {

struct Experiment;

/// One attention of the model on the watched sentence, with the right words fed in; each tensor
/// is [1, heads, query, key].
struct WatchedAttention {
    std::string scope;
    Tensor weights;
    Tensor scores;   ///< −∞ where a key is masked
    Tensor gradient; ///< ∂loss/∂scores (scaled, before the mask) of the watched sentence
};

/// The model at one step and what pictures need of it. Made where it is trained, never changed.
struct RecordedStep {
    std::shared_ptr<const TrainingRecord> record;
    std::vector<WatchedAttention> attentions; ///< in the order of the computation
    Tensor logits;                            ///< of the watched sentence, [row, class]
    std::vector<int> targets;                 ///< the right class of each row; −1: not asked
    double loss = 0; ///< of the watched sentence with label smoothing, in nats
    /// The step behind the record; nothing where the training is not there any more, as after a
    /// file was read.
    std::shared_ptr<const StepAnatomy> anatomy;

    Index step() const { return record->step; }
    const Evaluation& evaluation() const { return record->evaluation; }
    const WatchedAttention* find(std::string_view scope) const;
};

using RecordedSteps = std::vector<std::shared_ptr<const RecordedStep>>;

RecordedStep recordedStep(const Learner& learner, std::shared_ptr<const TrainingRecord> record);

/// The model at a record on the watched sentence, as an experiment.
std::shared_ptr<const Experiment> watchedExperiment(const Learner& learner,
                                                    const TrainingRecord& record);
/// The same computed, for every page.
std::shared_ptr<const Run> watchedRun(const Learner& learner, const TrainingRecord& record);

/// A stop of one training step: what is computed there and its shape.
struct StepStop {
    enum class Kind : std::uint8_t {
        Data,
        Encoder,
        Self,
        Cross,
        Logits,
        Loss,
        Gradient,
        Optimiser
    };
    Kind kind = Kind::Data;
    std::string scope; ///< of the attention that it shows; empty where it has none, or a plain one
    bool attention = false;
    Shape shape;
    Axes axes;
};

/// One training step from its data to the optimiser, as the next step of `training` computes it.
std::vector<StepStop> stopsOf(const Training& training);

} // namespace headscope
