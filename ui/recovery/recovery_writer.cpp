// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery_writer.h"

#include "formats/file_io.h"
#include "formats/posix.h"

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
    m_thread = std::thread([this] { work(); });
}

RecoveryWriter::~RecoveryWriter() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_one();
    m_thread.join();
    for (auto& place : writers) {
        RecoveryWriter* self = this;
        place.compare_exchange_strong(self, nullptr);
    }
}

void RecoveryWriter::request(Task task) {
    {
        const std::lock_guard lock(m_mutex);
        m_keeps = std::holds_alternative<RecoveryContent>(task);
        m_waiting = std::move(task);
        ++m_asked;
    }
    m_wake.notify_one();
}

void RecoveryWriter::keep(RecoveryContent content) {
    request(std::move(content));
}

void RecoveryWriter::remove() {
    request(Removal{});
}

bool RecoveryWriter::finish() {
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return m_done == m_asked; });
    return !m_failed;
}

void RecoveryWriter::finishWithin(std::chrono::milliseconds time) {
    std::unique_lock lock(m_mutex);
    m_idle.wait_for(lock, time, [this] { return m_done == m_asked; });
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

void RecoveryWriter::work() {
    m_number = ::gettid();
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [this] { return m_waiting || m_stopping; });
        if (!m_waiting)
            return;
        const Task task = *std::exchange(m_waiting, std::nullopt);
        const std::uint64_t number = m_asked;
        lock.unlock();
        const Status done = doTask(task);
        const bool failedBefore = m_failed.exchange(!done.ok());
        if (!done && !failedBefore)
            Q_EMIT failed(done.error());
        else if (done && failedBefore)
            Q_EMIT worked();
        lock.lock();
        m_done = number;
        m_idle.notify_all();
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
