// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "support/result.h"
#include "trace/trace.h"
#include "workspace/edit_command.h"

#include <QObject>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace headscope {

/// What the engine made of one revision.
struct RunOutcome {
    std::uint64_t revision = 0;
    ExperimentPointer experiment;
    std::shared_ptr<const Trace> trace; ///< nullptr where there is an error
    std::optional<Error> error;
    double milliseconds = 0;
};

/// The one door for computation: a worker thread that computes the newest
/// request. A newer request replaces one that waits and cancels the one that
/// runs; an outcome carries the revision that it answers.
class EngineRunner : public QObject {
    Q_OBJECT

public:
    explicit EngineRunner(QObject* parent = nullptr);
    ~EngineRunner() override;

    void request(std::uint64_t revision, ExperimentPointer experiment);
    /// Waits for the outcome of the newest request and delivers it at once.
    void finish();

Q_SIGNALS:
    /// In the thread of this object, newest revision only.
    void finished(const headscope::RunOutcome& outcome);
    /// From the worker to the thread of this object.
    void outcomeReady(QPrivateSignal);

private:
    struct Request {
        std::uint64_t revision;
        ExperimentPointer experiment;
        CancellationToken token;
    };

    void work();
    void deliver();

    std::mutex m_mutex; ///< guards all that follows
    std::condition_variable m_wake;
    std::condition_variable m_idle;
    std::optional<Request> m_waiting;
    std::optional<CancellationToken> m_running;
    std::optional<RunOutcome> m_outcome;
    std::uint64_t m_newest = 0;
    bool m_stopping = false;

    std::thread m_thread; ///< last: it uses all of the above
};

} // namespace headscope
