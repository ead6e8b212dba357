// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery_writer.h"

#include "disk/file_io.h"
#include "disk/posix.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <ctime>
#include <new>
#include <unistd.h>

namespace headscope {

namespace {

/// The writers of all windows, for the handler of a crash, which can lock nothing. More
/// windows than these are kept as well, only nobody waits for them.
std::array<std::atomic<RecoveryWriter*>, 64> writers{};

constexpr int longestWait = 2000; ///< milliseconds

} // namespace

RecoveryWriter::RecoveryWriter(QString file)
    : m_file(std::move(file)) {
    for (auto& place : writers) {
        RecoveryWriter* nobody = nullptr;
        if (place.compare_exchange_strong(nobody, this))
            break;
    }
}

RecoveryWriter::~RecoveryWriter() {
    m_job.finish();
    for (auto& place : writers) {
        RecoveryWriter* self = this;
        place.compare_exchange_strong(self, nullptr);
    }
}

void RecoveryWriter::request(Task task) {
    m_keeps = std::holds_alternative<RecoveryContent>(task);
    m_job.request([this, number = ++m_asked,
                   task = std::move(task)](const CancellationToken&) -> LatestJob::Delivery {
        m_number = ::gettid();
        const Status done = doTask(task);
        const bool failedBefore = m_failed.exchange(!done.ok());
        if (!done && !failedBefore)
            Q_EMIT failed(done.error());
        else if (done && failedBefore)
            Q_EMIT worked();
        m_done = number;
        return [] {};
    });
}

void RecoveryWriter::keep(RecoveryContent content) {
    request(std::move(content));
}

void RecoveryWriter::remove() {
    request(Removal{});
}

bool RecoveryWriter::finish() {
    m_job.finish();
    return !m_failed;
}

void RecoveryWriter::finishWithin(std::chrono::milliseconds time) {
    m_job.finishWithin(time);
}

Status RecoveryWriter::doTask(const Task& task) const {
    const std::string path = QFile::encodeName(m_file).toStdString();
    if (std::holds_alternative<Removal>(task)) {
        if (::unlink(path.c_str()) != 0 && errno != ENOENT)
            return makeError(HEADSCOPE_MESSAGE("Message", "cannot remove %1: %2"), path,
                             posix::lastErrorText());
        return Done{};
    }
    try {
        const std::string text = recoveryText(std::get<RecoveryContent>(task));
        const std::string_view pieces[] = {text};
        return writeFileAtomically(path, pieces, 0600);
    } catch (const std::bad_alloc&) {
        return makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory to write %1"),
                         path);
    }
}

crash_handler::Work RecoveryWriter::finishAllAfterCrash() {
    using crash_handler::Work;
    Work work = Work::None;
    const pid_t here = ::gettid();
    timespec start{};
    ::clock_gettime(CLOCK_MONOTONIC, &start);
    for (auto& place : writers) {
        const RecoveryWriter* writer = place;
        if (!writer)
            continue;
        bool done = writer->m_done >= writer->m_asked;
        while (!done && writer->m_number != here) {
            timespec now{};
            ::clock_gettime(CLOCK_MONOTONIC, &now);
            if ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1'000'000 >
                longestWait)
                break;
            const timespec pause{0, 2'000'000};
            ::nanosleep(&pause, nullptr);
            done = writer->m_done >= writer->m_asked;
        }
        if (!done || (writer->m_failed && writer->m_keeps))
            return Work::Lost;
        if (writer->m_keeps)
            work = Work::Kept;
    }
    return work;
}

} // namespace headscope
