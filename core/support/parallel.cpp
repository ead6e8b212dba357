// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/parallel.h"

#include <algorithm>
#include <atomic>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <thread>
#include <vector>

namespace headscope::detail {

namespace {

/// What the threads of one call share. Each takes the next task when it has
/// finished one, so uneven tasks balance out.
struct Work {
    Index count;
    const CancellationToken& token;
    TaskReference task;
    std::atomic<Index> next{0};

    void work() {
        for (;;) {
            const Index index = next.fetch_add(1, std::memory_order_relaxed);
            if (index >= count || token.isCancelled())
                return;
            task.call(task.task, index);
        }
    }
};

#ifdef __SANITIZE_THREAD__
/// oneTBB orders memory between its threads, but in a library that the thread
/// sanitizer cannot see into; with threads that it sees, what it reports is ours.
void runWorkers(Work& work, int workers) {
    std::vector<std::thread> others;
    for (int i = 1; i < workers; ++i)
        others.emplace_back([&work] { work.work(); });
    work.work();
    for (std::thread& thread : others)
        thread.join();
}
#else
void runWorkers(Work& work, int workers) {
    tbb::task_arena arena(workers);
    arena.execute([&work, workers] {
        tbb::parallel_for(
            0, workers, [&work](int) { work.work(); }, tbb::simple_partitioner());
    });
}
#endif

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
    // More than the machine has would only be refused with a warning.
    const int most = std::min(execution.threads, tbb::info::default_concurrency());
    const int workers = static_cast<int>(std::min<Index>(most, count));
    runWorkers(work, workers);
    return !token.isCancelled();
}

} // namespace headscope::detail
