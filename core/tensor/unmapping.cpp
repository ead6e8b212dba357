// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/unmapping.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <vector>

namespace headscope::unmapping {

namespace {

/// Less takes no longer than to wake a thread.
constexpr std::size_t large = std::size_t{1} << 20;
/// In pieces: while the system takes pages away, no other thread gets new ones.
constexpr std::size_t piece = std::size_t{8} << 20;

struct Pages {
    std::uint8_t* begin;
    std::size_t bytes;
};

void unmapNow(Pages pages) noexcept {
    for (std::size_t at = 0; at < pages.bytes; at += piece)
        munmap(pages.begin + at, std::min(piece, pages.bytes - at));
}

class Thread {
public:
    /// False where that cannot be: the caller has to do it.
    bool add(Pages pages) noexcept {
        try {
            const std::lock_guard lock(m_mutex);
            if (!m_running) {
                std::thread([this] { work(); }).detach();
                m_running = true;
            }
            m_waiting.push_back(pages);
        } catch (const std::exception&) {
            return false;
        }
        m_changed.notify_all();
        return true;
    }
    void settle() noexcept {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_waiting.empty() && !m_busy; });
    }

private:
    void work() {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [this] { return !m_waiting.empty(); });
            const Pages pages = m_waiting.back();
            m_waiting.pop_back();
            m_busy = true;
            lock.unlock();
            unmapNow(pages);
            lock.lock();
            m_busy = false;
            m_changed.notify_all();
        }
    }

    std::mutex m_mutex; ///< guards all that follows
    std::condition_variable m_changed;
    std::vector<Pages> m_waiting;
    bool m_running = false;
    bool m_busy = false;
};

/// Never destroyed: tensors of static lifetime may be released after it would be.
Thread& thread() {
    static Thread& instance = *new Thread;
    return instance;
}

} // namespace

void unmap(void* memory, std::size_t bytes) noexcept {
    const Pages pages = {static_cast<std::uint8_t*>(memory), bytes};
    if (bytes < large || !thread().add(pages))
        unmapNow(pages);
}

void settle() noexcept {
    thread().settle();
}

} // namespace headscope::unmapping
