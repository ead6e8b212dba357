// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/shapes_scene.h"

#include <QObject>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace headscope {

using ShapesOutcome = Result<std::shared_ptr<const ShapesModel>>;

/// Makes the models of large tensors in a thread of its own. A newer request
/// replaces one that waits and cancels the one that runs; only the newest is delivered.
class ShapesRunner : public QObject {
    Q_OBJECT

public:
    explicit ShapesRunner(QObject* parent = nullptr);
    ~ShapesRunner() override;

    void request(std::shared_ptr<const Trace> trace, const ShapesOptions& options);
    /// Gives up what was requested, if anything.
    void forget();
    /// Waits for the newest request and delivers it at once.
    void finish();

Q_SIGNALS:
    /// In the thread of this object.
    void finished(const headscope::ShapesOutcome& outcome);
    /// From the worker to the thread of this object.
    void outcomeReady(QPrivateSignal);

private:
    struct Request {
        std::shared_ptr<const Trace> trace;
        ShapesOptions options;
        CancellationToken token;
        std::uint64_t number = 0;
    };

    void work();
    void deliver();

    std::mutex m_mutex; ///< guards all that follows
    std::condition_variable m_wake;
    std::condition_variable m_idle;
    std::optional<Request> m_waiting;
    std::optional<CancellationToken> m_running;
    std::optional<ShapesOutcome> m_outcome;
    std::uint64_t m_newest = 0;
    bool m_stopping = false;

    std::thread m_thread; ///< last: it uses all of the above
};

} // namespace headscope
