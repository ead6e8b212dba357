// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/evaluation.h"
#include "learning/training/learner.h"
#include "learning/training/recipe.h"

namespace headscope {

/// What one step did.
struct StepReport {
    Index step = 0;  ///< how many steps there were before it
    double loss = 0; ///< of its batch, with label smoothing, before the step
    double gradientNorm = 0;
    float rate = 0; ///< learning rate
};

/// All that a training remembers between two steps: with the recipe it goes on bit for bit.
struct TrainingState {
    Index step = 0; ///< steps done
    Parameters parameters;
    OptimiserState optimiser;
};

/// A small model that learns, a step at a time. It knows no clock and no thread: whoever calls
/// it decides when, and results depend on the recipe alone. Not to be used by two threads at
/// once; snapshots are values that any thread may read.
class Training {
public:
    /// From the first step; an Error says what is wrong with the recipe or its data.
    static Result<Training> create(const TrainingRecipe& recipe);
    /// From where it was.
    static Result<Training> resume(const TrainingRecipe& recipe, TrainingState state);

    const TrainingRecipe& recipe() const { return m_recipe; }
    const Dataset& data() const { return *m_data; }
    const Learner& learner() const { return *m_learner; }
    Index stepsDone() const { return m_state.step; }
    bool isFinished() const { return m_state.step >= m_recipe.steps; }
    /// How many numbers are learnt.
    Index parameterCount() const;

    /// One step. An Error, one sentence, where the loss is no longer a number or explodes;
    /// nothing has changed then. Also where it was cancelled.
    Result<StepReport> advance(const CancellationToken& token = {});
    /// The forward run of the next step's batch up to its loss, and the gradients of it as a
    /// trace of the same steps: for those who look at one training step.
    struct OneStep {
        Trace run;
        Trace gradients;
    };
    OneStep lookAtStep() const;

    /// What the next step computes before anything changes.
    struct NextStep {
        StepReport report;
        Batch batch;
        std::vector<Tensor> gradients; ///< in the order of parameters().entries()
    };
    /// Errors as of advance().
    Result<NextStep> nextStep(const CancellationToken& token = {}) const;

    /// Held-out data under the parameters as they are, or as they were at a record.
    Evaluation evaluate(const CancellationToken& token = {}) const;
    TrainingState state() const;
    const Parameters& parameters() const { return m_state.parameters; }

    // What may change while it learns: the rest of the recipe stays. Another kind of optimiser
    // begins afresh with its first step.
    void setOptimiser(const OptimiserConfig& config) { m_recipe.optimiser = config; }
    void setSmoothing(float smoothing) { m_recipe.smoothing = smoothing; }
    /// Sentences of one step from the next one on. Which they are depends on the step's number
    /// and this size alone: those that a training of this size has there. An Error where there
    /// are not so many; nothing has changed then.
    Status setBatch(Index batch);
    /// More or fewer steps in all.
    void setSteps(Index steps) { m_recipe.steps = steps; }

private:
    Training(TrainingRecipe recipe, std::shared_ptr<const Dataset> data);

    TrainingRecipe m_recipe;
    std::shared_ptr<const Dataset> m_data;
    std::shared_ptr<const Learner> m_learner;
    TrainingState m_state;
};

} // namespace headscope
