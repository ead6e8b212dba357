// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/engine_runner.h"

#include "attention/multi_head_attention.h"

#include <chrono>

namespace headscope {

namespace {

RunOutcome compute(std::uint64_t revision, const ExperimentPointer& experiment,
                   const CancellationToken& token) {
    RunOutcome outcome{revision, experiment, nullptr, std::nullopt, 0};
    RunOptions options;
    options.cancellation = token;
    options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto start = std::chrono::steady_clock::now();
    Result<Trace> trace = runAttention(problemOf(*experiment), options);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    outcome.milliseconds = elapsed.count();
    if (trace)
        outcome.trace = std::make_shared<const Trace>(std::move(trace).value());
    else
        outcome.error = trace.error();
    return outcome;
}

} // namespace

EngineRunner::EngineRunner(QObject* parent)
    : QObject(parent) {
    connect(this, &EngineRunner::outcomeReady, this, &EngineRunner::deliver, Qt::QueuedConnection);
    m_thread = std::thread([this] { work(); });
}

EngineRunner::~EngineRunner() {
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

void EngineRunner::request(std::uint64_t revision, ExperimentPointer experiment) {
    {
        const std::lock_guard lock(m_mutex);
        m_newest = revision;
        m_waiting = Request{revision, std::move(experiment), CancellationToken::create()};
        if (m_running)
            m_running->cancel();
    }
    m_wake.notify_one();
}

void EngineRunner::finish() {
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return !m_waiting && !m_running; });
    }
    deliver();
}

void EngineRunner::work() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_waiting || m_stopping; });
        if (m_stopping)
            return;
        Request request = *std::exchange(m_waiting, std::nullopt);
        m_running = request.token;
        lock.unlock();
        RunOutcome outcome = compute(request.revision, request.experiment, request.token);
        lock.lock();
        m_running.reset();
        if (outcome.revision == m_newest)
            m_outcome = std::move(outcome);
        const bool due = m_outcome.has_value();
        m_idle.notify_all();
        if (!due)
            continue;
        lock.unlock();
        // The outcome itself travels under the mutex; the event only says "look".
        Q_EMIT outcomeReady(QPrivateSignal());
        lock.lock();
    }
}

void EngineRunner::deliver() {
    std::optional<RunOutcome> outcome;
    {
        const std::lock_guard lock(m_mutex);
        outcome = std::exchange(m_outcome, std::nullopt);
        if (outcome && outcome->revision != m_newest)
            outcome.reset();
    }
    if (outcome)
        Q_EMIT finished(*outcome);
}

} // namespace headscope
