// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/job_progress.h"

namespace headscope {

JobProgress::JobProgress(QObject* parent)
    : QObject(parent) {
    connect(this, &JobProgress::said, this, &JobProgress::hear, Qt::QueuedConnection);
}

void JobProgress::say(std::uint64_t task, double done) {
    bool waits = false;
    {
        const std::lock_guard lock(m_mutex);
        waits = m_newest.has_value();
        m_newest = {task, done};
    }
    // What is said travels under the mutex; the event only says "listen".
    if (!waits)
        Q_EMIT said(QPrivateSignal());
}

void JobProgress::hear() {
    std::optional<std::pair<std::uint64_t, double>> newest;
    {
        const std::lock_guard lock(m_mutex);
        newest = std::exchange(m_newest, std::nullopt);
    }
    if (newest)
        Q_EMIT heard(newest->first, newest->second);
}

} // namespace headscope
