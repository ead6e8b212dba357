// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/latest_job.h"

#include <utility>

namespace headscope {

LatestJob::LatestJob(QObject* parent)
    : QObject(parent) {
    connect(this, &LatestJob::made, this, &LatestJob::deliver, Qt::QueuedConnection);
    m_thread = std::thread([this] { work(); });
}

LatestJob::~LatestJob() {
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

void LatestJob::request(Job job) {
    {
        const std::lock_guard lock(m_mutex);
        discardWhatWaits();
        m_waiting = Numbered{std::move(job), CancellationToken::create(), ++m_newest};
    }
    m_wake.notify_one();
}

void LatestJob::forget() {
    {
        const std::lock_guard lock(m_mutex);
        discardWhatWaits();
        ++m_newest;
    }
    m_wake.notify_one();
}

void LatestJob::discardWhatWaits() {
    if (m_waiting)
        m_discarded.push_back(std::make_shared<Numbered>(std::move(*m_waiting)));
    if (m_made)
        m_discarded.push_back(std::make_shared<Delivery>(std::move(*m_made)));
    m_waiting.reset();
    m_made.reset();
    if (m_running)
        m_running->cancel();
}

void LatestJob::discard(std::shared_ptr<const void> thing) {
    {
        const std::lock_guard lock(m_mutex);
        m_discarded.push_back(std::move(thing));
    }
    m_wake.notify_one();
}

void LatestJob::finish() {
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return !m_waiting && !m_running; });
    }
    deliver();
}

bool LatestJob::finishWithin(std::chrono::milliseconds most) {
    {
        std::unique_lock lock(m_mutex);
        if (!m_idle.wait_for(lock, most, [this] { return !m_waiting && !m_running; }))
            return false;
    }
    deliver();
    return true;
}

bool LatestJob::isBusy() const {
    const std::lock_guard lock(m_mutex);
    return m_waiting || m_running || m_made;
}

void LatestJob::work() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_waiting || !m_discarded.empty() || m_stopping; });
        if (m_stopping)
            return;
        if (!m_discarded.empty()) {
            auto discarded = std::exchange(m_discarded, {});
            lock.unlock();
            discarded.clear();
            lock.lock();
            continue;
        }
        std::optional<Numbered> now = std::exchange(m_waiting, std::nullopt);
        m_running = now->token;
        lock.unlock();
        Delivery delivery = now->job(now->token);
        const std::uint64_t number = now->number;
        now.reset(); // what the request holds is let go of before anybody hears of the end
        lock.lock();
        const bool newest = number == m_newest;
        if (!newest) { // taken apart here, not in the window's thread
            lock.unlock();
            delivery = nullptr;
            lock.lock();
        }
        m_running.reset();
        if (newest)
            m_made = std::move(delivery);
        m_idle.notify_all();
        lock.unlock();
        // What was made travels under the mutex; the event only says "look".
        if (newest)
            Q_EMIT made(QPrivateSignal());
        lock.lock();
    }
}

void LatestJob::deliver() {
    std::optional<Delivery> delivery;
    {
        const std::lock_guard lock(m_mutex);
        delivery = std::exchange(m_made, std::nullopt);
    }
    if (delivery)
        (*delivery)();
}

} // namespace headscope
