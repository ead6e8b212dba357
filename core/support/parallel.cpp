// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/parallel.h"

#include <algorithm>
#include <atomic>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace headscope::detail {

namespace {

/// What the threads of one call share. Each takes the next task when it has
/// finished one, so uneven tasks balance out.
struct Work {
    Index count;
    const CancellationToken& token;
    TaskReference task;
    std::atomic<Index> next{0};
    /// oneTBB orders memory between the threads by itself, but inside a library
    /// that the thread sanitizer cannot see: these two say it in its sight.
    std::atomic<bool> published{false};
    std::atomic<Index> finished{0};

    void work() {
        [[maybe_unused]] const bool visible = published.load(std::memory_order_acquire);
        for (;;) {
            const Index index = next.fetch_add(1, std::memory_order_relaxed);
            if (index >= count || token.isCancelled())
                break;
            task.call(task.task, index);
        }
        finished.fetch_add(1, std::memory_order_release);
    }
};

} // namespace

bool parallelFor(Index count, const Execution& execution, TaskReference task) {
    const CancellationToken& token = execution.cancellation;
    if (execution.threads <= 1 || count <= 1) {
        for (Index index = 0; index < count; ++index) {
            if (token.isCancelled())
                return false;
            task.call(task.task, index);
        }
        return !token.isCancelled();
    }
    Work work{count, token, task};
    work.published.store(true, std::memory_order_release);
    // More than the machine has would only be refused with a warning.
    const int most = std::min(execution.threads, tbb::info::default_concurrency());
    const int workers = static_cast<int>(std::min<Index>(most, count));
    tbb::task_arena arena(workers);
    arena.execute([&work, workers] {
        tbb::parallel_for(
            0, workers, [&work](int) { work.work(); }, tbb::simple_partitioner());
    });
    [[maybe_unused]] const Index all = work.finished.load(std::memory_order_acquire);
    return !token.isCancelled();
}

} // namespace headscope::detail
