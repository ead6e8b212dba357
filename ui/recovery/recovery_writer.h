// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_job.h"
#include "recovery/recovery_content.h"
#include "support/crash_handler.h"

#include <QObject>

#include <atomic>
#include <chrono>
#include <variant>

namespace headscope {

/// Keeps a recovery file up to date in a thread of its own: what it is told last replaces what
/// waits, and the file holds the old content or the new one.
class RecoveryWriter : public QObject {
    Q_OBJECT

public:
    explicit RecoveryWriter(QString file);
    /// Does what waits first.
    ~RecoveryWriter() override;

    void keep(RecoveryContent content);
    /// Nothing is unsaved: removes the file.
    void remove();
    /// Waits until all of that is done. False where the last of it failed.
    bool finish();
    /// The same, but not longer than that.
    void finishWithin(std::chrono::milliseconds time);

    /// Waits for the writers of all windows, two seconds at most: for the handler of a crash,
    /// which may stand in the middle of anything.
    static crash_handler::Work finishAllAfterCrash();

Q_SIGNALS:
    /// The file could not be written, after it could before.
    void failed(const headscope::Error& error);
    /// It could be written again, after that.
    void worked();

private:
    struct Removal {};
    using Task = std::variant<RecoveryContent, Removal>;

    void request(Task task);
    Status doTask(const Task& task) const;

    const QString m_file;
    // The handler of a crash reads them, too.
    std::atomic<std::uint64_t> m_asked{0};
    std::atomic<std::uint64_t> m_done{0};
    std::atomic<bool> m_keeps{false}; ///< what was asked last is to keep something
    std::atomic<bool> m_failed{false};
    std::atomic<pid_t> m_number{0}; ///< of the thread

    LatestJob m_job; ///< last: its thread uses all of the above
};

} // namespace headscope
