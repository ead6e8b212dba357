// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/parallel.h"

#include <algorithm>
#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <thread>
#include <vector>

namespace headscope::detail {

namespace {

#ifdef __SANITIZE_THREAD__
/// oneTBB orders memory between its threads, but in a library that the thread
/// sanitizer cannot see into; with threads that it sees, what it reports is ours.
template <class Each> void onThreads(int threads, Index count, const Each& each) {
    std::vector<std::thread> others;
    const auto work = [&](int first) {
        for (Index index = first; index < count; index += threads)
            each(index);
    };
    for (int i = 1; i < threads; ++i)
        others.emplace_back(work, i);
    work(0);
    for (std::thread& thread : others)
        thread.join();
}
#else
/// Uneven tasks balance out: each is a piece of its own, which an idle thread may take.
template <class Each> void onThreads(int threads, Index count, const Each& each) {
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<Index>(0, count, 1),
            [&](const tbb::blocked_range<Index>& range) { each(range.begin()); },
            tbb::simple_partitioner());
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
    // More than the machine has would only be refused with a warning.
    const int most = std::min(execution.threads, tbb::info::default_concurrency());
    onThreads(static_cast<int>(std::min<Index>(most, count)), count, [&](Index index) {
        if (!token.isCancelled())
            task.call(task.task, index);
    });
    return !token.isCancelled();
}

} // namespace headscope::detail
