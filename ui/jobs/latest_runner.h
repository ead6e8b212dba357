// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_job.h"

#include <memory>
#include <utility>

namespace headscope {

/// The one door for work outside the window's thread: a thread of its own answers the
/// newest request. A newer request replaces one that waits and cancels the one that
/// runs; only the outcome of the newest is delivered, in the thread of the runner.
///
/// `work` is called in the worker and should return soon once its token is cancelled;
/// what it returns then is thrown away there.
template <class Request, class Outcome> class LatestRunner {
public:
    using Work = std::function<Outcome(const Request&, const CancellationToken&)>;
    using Take = std::function<void(Outcome&&)>;

    LatestRunner(Work work, Take take)
        : m_work(std::make_shared<const Work>(std::move(work)))
        , m_take(std::move(take)) {}

    void request(Request request) {
        m_job.request(
            [this, work = m_work, asked = std::make_shared<const Request>(std::move(request))](
                const CancellationToken& token) -> LatestJob::Delivery {
                auto outcome = std::make_shared<Outcome>((*work)(*asked, token));
                return [this, outcome] { m_take(std::move(*outcome)); };
            });
    }
    /// Gives up what was requested, if anything; nothing of it is delivered.
    void forget() { m_job.forget(); }
    /// Waits for the outcome of the newest request and delivers it at once.
    void finish() { m_job.finish(); }
    /// The same, but for no longer than that; false where there is no outcome yet.
    bool finishWithin(std::chrono::milliseconds most) { return m_job.finishWithin(most); }
    /// Whether an outcome is still to be delivered.
    bool isBusy() const { return m_job.isBusy(); }
    /// Lets go of something in the worker, where it takes nobody's time.
    void discard(std::shared_ptr<const void> thing) { m_job.discard(std::move(thing)); }

private:
    std::shared_ptr<const Work> m_work;
    Take m_take;
    LatestJob m_job; ///< last: its thread uses what is above
};

} // namespace headscope
