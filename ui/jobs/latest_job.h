// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"

#include <QObject>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace headscope {

/// A thread that does the newest job. A newer one replaces one that
/// waits and cancels the one that runs.
class LatestJob : public QObject {
    Q_OBJECT

public:
    /// What is to be done in the thread of this object with what a job made.
    using Delivery = std::function<void()>;
    using Job = std::function<Delivery(const CancellationToken&)>;

    explicit LatestJob(QObject* parent = nullptr);
    ~LatestJob() override;

    void request(Job job);
    /// Gives up what was requested, if anything; nothing of it is delivered.
    void forget();
    /// Waits for the newest job and delivers what it made at once.
    void finish();
    /// The same, but for no longer than that; false where it is not made yet.
    bool finishWithin(std::chrono::milliseconds most);
    /// Whether something was requested and not yet delivered.
    bool isBusy() const;
    /// Lets go of something in the worker, as soon as that has time: to give gigabytes
    /// back takes the system longer than a frame.
    void discard(std::shared_ptr<const void> thing);

Q_SIGNALS:
    /// From the worker to the thread of this object.
    void made(QPrivateSignal);

private:
    struct Numbered {
        Job job;
        CancellationToken token;
        std::uint64_t number = 0;
    };

    void work();
    void deliver();
    void discardWhatWaits();

    mutable std::mutex m_mutex; ///< guards all that follows
    std::condition_variable m_wake;
    std::condition_variable m_idle;
    std::optional<Numbered> m_waiting;
    std::optional<CancellationToken> m_running;
    std::optional<Delivery> m_made;
    std::vector<std::shared_ptr<const void>> m_discarded;
    std::uint64_t m_newest = 0;
    bool m_stopping = false;

    std::thread m_thread; ///< last: it uses all of the above
};

} // namespace headscope
