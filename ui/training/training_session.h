// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_job.h"
#include "tensor/block_cache.h"
#include "training/trainings.h"

#include <QObject>

#include <condition_variable>
#include <functional>
#include <mutex>

namespace headscope {

/// A training in a thread of its own. Everything is asked for and returns at once; what came of
/// it is in moment() when changed() is emitted, in the thread of this object and at most as often
/// as a screen shows pictures. While nobody started it, it takes no time.
class TrainingSession : public QObject {
    Q_OBJECT

public:
    explicit TrainingSession(QObject* parent = nullptr);
    /// Gives up the step that runs.
    ~TrainingSession() override;

    const TrainingMoment& moment() const { return m_moment; }

    /// From the first step, paused there. The training before can be brought back.
    void begin(const TrainingRecipe& recipe);
    /// A training that came with an experiment, at its last step and paused. Where nothing but
    /// that step was kept, it is watched from its beginning, unless the end is asked for. The
    /// training before can be brought back; where this one cannot be read, that stays, with a
    /// sentence.
    void open(std::shared_ptr<const PackedTraining> kept, bool atItsEnd = false);
    /// The training before this one, as it was; this one can be brought back then.
    void bringBack();
    void start();
    void pause();
    /// One step, which is recorded.
    void step();
    /// So many steps per second at most; 0: as fast as it can.
    void setPace(double stepsPerSecond);
    // What may change while it learns.
    void setOptimiser(const OptimiserConfig& config);
    void setSmoothing(float smoothing);
    void setBatch(Index batch);
    void setSteps(Index steps);

    /// Whether it computes, is about to, or has something to deliver.
    bool isBusy() const { return m_job.isBusy(); }
    /// Waits until it does not, or a training that was started is at its end.
    void finish();

Q_SIGNALS:
    void changed();
    /// From the worker to the thread of this object.
    void made(QPrivateSignal);

private:
    using Command = std::function<void()>;
    /// What is on its way to the window's thread.
    struct News {
        std::optional<TrainingMoment> moment; ///< without losses
        bool otherCourse = false;             ///< losses begin anew
        std::vector<StepReport> losses;
    };

    void command(Command command);
    void change(const std::function<Status(Training&)>& change);
    /// Gives up the step that runs: it is of a training that is left.
    void leave();
    void work();
    void advance(bool recorded);
    // The lock is held.
    bool waitForTurn(std::unique_lock<std::mutex>& lock);
    void publish(bool always);
    void post(TrainingMoment moment);
    void deliver();
    CancellationToken token() const;

    TrainingMoment m_moment;
    std::shared_ptr<std::vector<StepReport>> m_losses;

    // Of the worker.
    Trainings m_trainings;
    std::chrono::steady_clock::time_point m_told;
    std::chrono::steady_clock::time_point m_turn; ///< of the last step at a pace
    std::optional<block_cache::Rounds> m_rounds;  ///< a training that rests keeps no memory

    mutable std::mutex m_mutex; ///< guards all that follows
    std::condition_variable m_wake;
    std::vector<Command> m_commands;
    CancellationToken m_token = CancellationToken::create();
    bool m_running = false;
    double m_pace = 0;
    News m_news;
    bool m_posted = false;

    LatestJob m_job; ///< last: its thread uses all of the above
};

} // namespace headscope
