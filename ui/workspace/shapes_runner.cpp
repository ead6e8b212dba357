// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/shapes_runner.h"

#include <utility>

namespace headscope {

ShapesRunner::ShapesRunner(QObject* parent)
    : QObject(parent) {
    connect(this, &ShapesRunner::outcomeReady, this, &ShapesRunner::deliver, Qt::QueuedConnection);
    m_thread = std::thread([this] { work(); });
}

ShapesRunner::~ShapesRunner() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_waiting.reset();
        if (m_running)
            m_running->cancel();
    }
    m_wake.notify_one();
    m_thread.join();
}

void ShapesRunner::request(std::shared_ptr<const Trace> trace, const ShapesOptions& options) {
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = Request{std::move(trace), options, CancellationToken::create(), ++m_newest};
        if (m_running)
            m_running->cancel();
    }
    m_wake.notify_one();
}

void ShapesRunner::forget() {
    const std::lock_guard lock(m_mutex);
    ++m_newest;
    m_waiting.reset();
    m_outcome.reset();
    if (m_running)
        m_running->cancel();
}

void ShapesRunner::finish() {
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return !m_waiting && !m_running; });
    }
    deliver();
}

void ShapesRunner::work() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_waiting || m_stopping; });
        if (m_stopping)
            return;
        const Request request = *std::exchange(m_waiting, std::nullopt);
        m_running = request.token;
        lock.unlock();
        ShapesOutcome outcome = makeShapesModel(request.trace, request.options, request.token);
        lock.lock();
        m_running.reset();
        const bool newest = request.number == m_newest;
        if (newest)
            m_outcome = std::move(outcome);
        m_idle.notify_all();
        if (!newest)
            continue;
        lock.unlock();
        // The outcome itself travels under the mutex; the event only says "look".
        Q_EMIT outcomeReady(QPrivateSignal());
        lock.lock();
    }
}

void ShapesRunner::deliver() {
    std::optional<ShapesOutcome> outcome;
    {
        const std::lock_guard lock(m_mutex);
        outcome = std::exchange(m_outcome, std::nullopt);
    }
    if (outcome)
        Q_EMIT finished(*outcome);
}

} // namespace headscope
