// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "support/cancellation.h"
#include "training/training_moment.h"

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace headscope {

/// The training that somebody asked for, with all that came of it, and the one before, which can be
/// brought back. It computes in the thread of who asks; of one that was cancelled nothing more is
/// recorded.
class Trainings {
public:
    /// From the first step. What nobody learnt anything from is not put aside. Where the recipe
    /// cannot be trained all stays, and the moment says why.
    void begin(const TrainingRecipe& recipe, const CancellationToken& token);
    /// At its last step; or from its beginning, where nothing but that step was kept and its end
    /// is not asked for. Where it cannot be read all stays, and the moment says why.
    void open(const PackedTraining& kept, bool atItsEnd, const CancellationToken& token);
    void bringBack();
    /// Other settings, which an Error refuses.
    void change(const std::function<Status(Training&)>& change);

    bool isEmpty() const { return !m_course; }
    /// Whether there is a step to take, of a training that somebody asked for.
    bool mayLearn() const;
    /// Takes a step; its parameters are kept where that is wanted or their turn has come.
    void advance(bool recorded, const CancellationToken& token);
    /// Its speed is that of the steps from now on.
    void measureAnew() { m_times.clear(); }

    /// All but the losses; nothing where nothing was asked for. `running`: steps go on.
    std::optional<TrainingMoment> moment(bool running) const;
    struct Losses {
        bool anew = false; ///< those before were of another training
        std::vector<StepReport> reports;
    };
    /// That came since they were taken last.
    Losses takeLosses();

private:
    struct Course {
        Training training;
        std::shared_ptr<const Learner> learner; ///< a value that outlives it
        TrainingHistory history;
        RecordedSteps records;
        std::vector<StepStop> stops;
        std::vector<Index> changes;
        std::optional<Error> error;
        std::optional<Index> shown;
        Index opened = 0; ///< steps that somebody else did: 0, or those of a file
    };
    void refuse(const TrainingRecipe& recipe, const Error& error);
    void replaceCourse(Course course);
    bool isRefused() const;
    void record(const CancellationToken& token);

    std::optional<Course> m_course;
    std::optional<Course> m_before;
    std::optional<Error> m_refusal; ///< why the training that was asked for last was not begun
    TrainingRecipe m_refused;       ///< that one
    bool m_recipeRefused = false;   ///< its settings cannot be, and were not those of a file
    std::vector<std::chrono::steady_clock::time_point> m_times; ///< of the last steps
    std::size_t m_lossesTold = 0;
    bool m_otherCourse = false; ///< since losses were taken last
};

} // namespace headscope
