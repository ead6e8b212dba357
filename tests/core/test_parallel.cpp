// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "support/parallel.h"
#include "support/random_problem.h"
#include "support/test_program.h"
#include "tensor/block_cache.h"

#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/mman.h>
#include <thread>

using namespace headscope;

namespace {
void takeAndRelease(std::size_t bytes) {
    std::size_t capacity = 0;
    void* block = block_cache::take(bytes, capacity);
    block_cache::release(block, capacity);
}
} // namespace

class TestParallel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_task_runs_once_data();
    void every_task_runs_once();
    void one_thread_runs_in_order_on_the_caller();
    void results_of_tasks_are_seen_by_the_caller();
    void cancelled_before_the_start_runs_nothing();
    void cancelled_in_between_stops();
    void cancelled_attention_says_so();
    void cancelled_from_another_thread_says_so_or_finishes();
    void kept_blocks_are_reused_and_trimmed();
    void kept_blocks_that_nobody_wants_go_back();
    void a_round_keeps_what_it_takes_and_no_more();
    void large_blocks_go_back_by_the_end_of_trim();
    void kept_blocks_are_safe_between_threads();
};

void TestParallel::every_task_runs_once_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("threads");
    for (const int count : {0, 1, 2, 3, 100, 1001}) {
        for (const int threads : {1, 2, 3, 64})
            QTest::addRow("%d_tasks_on_%d_threads", count, threads) << count << threads;
    }
}

void TestParallel::every_task_runs_once() {
    QFETCH(int, count);
    QFETCH(int, threads);
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
    QVERIFY(
        parallelFor(count, {threads, {}}, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; }));
    QVERIFY(std::all_of(calls.begin(), calls.end(), [](const auto& c) { return c == 1; }));
}

void TestParallel::one_thread_runs_in_order_on_the_caller() {
    std::vector<Index> order;
    const auto caller = std::this_thread::get_id();
    bool elsewhere = false;
    QVERIFY(parallelFor(50, {1, {}}, [&](Index i) {
        elsewhere = elsewhere || std::this_thread::get_id() != caller;
        order.push_back(i);
    }));
    QVERIFY(!elsewhere);
    QVERIFY(std::is_sorted(order.begin(), order.end()) && order.size() == 50);
}

void TestParallel::results_of_tasks_are_seen_by_the_caller() {
    // Plain memory, written by tasks and read by the caller, many times over.
    for (int round = 1; round <= 200; ++round) {
        std::vector<int> values(64, 0);
        QVERIFY(parallelFor(64, {4, {}},
                            [&](Index i) { values[static_cast<std::size_t>(i)] = round; }));
        QVERIFY(std::all_of(values.begin(), values.end(), [&](int v) { return v == round; }));
    }
}

void TestParallel::cancelled_before_the_start_runs_nothing() {
    const CancellationToken token = CancellationToken::create();
    token.cancel();
    for (const int threads : {1, 4}) {
        std::atomic<int> calls = 0;
        QVERIFY(!parallelFor(100, {threads, token}, [&](Index) { ++calls; }));
        QCOMPARE(calls.load(), 0);
    }
}

void TestParallel::cancelled_in_between_stops() {
    for (const int threads : {1, 4}) {
        const CancellationToken token = CancellationToken::create();
        std::atomic<int> calls = 0;
        QVERIFY(!parallelFor(1000000, {threads, token}, [&](Index) {
            if (++calls == 10)
                token.cancel();
        }));
        // Those that others had begun may finish.
        QVERIFY(calls.load() >= 10 && calls.load() <= 1000);
    }
}

void TestParallel::cancelled_attention_says_so() {
    RunOptions options;
    options.cancellation = CancellationToken::create();
    options.cancellation.cancel();
    const Result<Trace> trace = runAttention(randomProblem({}), options);
    QVERIFY(!trace.ok());
    QCOMPARE(trace.error().text(), std::string("the computation was cancelled"));
}

void TestParallel::cancelled_from_another_thread_says_so_or_finishes() {
    ProblemShape shape;
    shape.batch = 1;
    shape.queries = 300;
    shape.modelDim = 64;
    shape.heads = 4;
    shape.keyDim = shape.valueDim = 16;
    const AttentionProblem problem = randomProblem(shape);
    const Result<Trace> whole = runAttention(problem);
    QVERIFY(whole.ok());
    for (int delay = 0; delay < 40; ++delay) {
        RunOptions options;
        options.threads = 1 + delay % 2;
        options.cancellation = CancellationToken::create();
        std::thread canceller([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(delay * 100));
            options.cancellation.cancel();
        });
        const Result<Trace> trace = runAttention(problem, options);
        canceller.join();
        if (trace.ok())
            QVERIFY(*trace == *whole);
        else
            QCOMPARE(trace.error().text(), std::string("the computation was cancelled"));
    }
}

void TestParallel::kept_blocks_are_reused_and_trimmed() {
    block_cache::trim();
    QCOMPARE(block_cache::kept(), std::size_t{0});
    std::size_t capacity = 0;
    void* first = block_cache::take(1000000, capacity);
    QVERIFY(capacity >= 1000000);
    std::memset(first, 1, capacity);
    block_cache::release(first, capacity);
    QCOMPARE(block_cache::kept(), capacity);
    std::size_t again = 0;
    void* second = block_cache::take(990000, again);
    QCOMPARE(second, first);
    QCOMPARE(again, capacity);
    // Half the size would waste too much.
    block_cache::release(second, again);
    void* small = block_cache::take(400000, again);
    QVERIFY(small != first);
    block_cache::release(small, again);
    block_cache::trim();
    QCOMPARE(block_cache::kept(), std::size_t{0});
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, block_cache::take(SIZE_MAX, again));
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, block_cache::take(std::size_t{1} << 60, again));
}

void TestParallel::kept_blocks_that_nobody_wants_go_back() {
    block_cache::trim();
    takeAndRelease(std::size_t{64} << 20);
    QVERIFY(block_cache::kept() >= std::size_t{64} << 20);
    for (int i = 0; i < 1000; ++i)
        takeAndRelease(200000);
    QVERIFY(block_cache::kept() < std::size_t{1} << 20);
    // Never more than the bound, whatever is released.
    std::vector<std::pair<void*, std::size_t>> blocks;
    for (int i = 0; i < 200; ++i) {
        std::size_t capacity = 0;
        void* block =
            block_cache::take((std::size_t{8} << 20) + static_cast<std::size_t>(i), capacity);
        blocks.emplace_back(block, capacity);
    }
    for (const auto& [block, size] : blocks) {
        block_cache::release(block, size);
        QVERIFY(block_cache::kept() <= block_cache::mostKept);
    }
    block_cache::trim();
}

void TestParallel::a_round_keeps_what_it_takes_and_no_more() {
    block_cache::trim();
    constexpr std::size_t size = std::size_t{8} << 20;
    constexpr std::size_t count = 200; // more than are kept otherwise
    static_assert(size * count > block_cache::mostKept);
    std::vector<void*> first;
    {
        const block_cache::Rounds rounds;
        for (int round = 0; round < 3; ++round) {
            std::vector<void*> blocks;
            std::size_t capacity = 0;
            for (std::size_t i = 0; i < count; ++i)
                blocks.push_back(block_cache::take(size, capacity));
            std::ranges::sort(blocks);
            if (round == 0)
                first = blocks;
            QVERIFY(blocks == first);
            QCOMPARE(block_cache::kept(), std::size_t{0});
            for (void* block : blocks)
                block_cache::release(block, size);
            QCOMPARE(block_cache::kept(), size * count);
        }
        // Others instead of them, not besides.
        std::size_t capacity = 0;
        void* const other = block_cache::take(10 * size, capacity);
        QVERIFY(block_cache::kept() + capacity <= size * count);
        block_cache::release(other, capacity);
        QVERIFY(block_cache::kept() <= size * count);
    }
    QVERIFY(block_cache::kept() <= block_cache::mostKept);
    block_cache::trim();
}

void TestParallel::large_blocks_go_back_by_the_end_of_trim() {
    std::size_t capacity = 0;
    void* large = block_cache::take(block_cache::mostKept + 1, capacity);
    std::memset(large, 1, 100000);
    unsigned char resident = 0;
    QCOMPARE(mincore(large, 4096, &resident), 0);
    void* const last = static_cast<char*>(large) + capacity - 4096;
    block_cache::release(large, capacity); // in another thread, some time
    QCOMPARE(block_cache::kept(), std::size_t{0});
    block_cache::trim();
    for (void* page : {large, last}) {
        QCOMPARE(mincore(page, 4096, &resident), -1);
        QCOMPARE(errno, ENOMEM);
    }
}

void TestParallel::kept_blocks_are_safe_between_threads() {
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 30; ++i) {
                const Tensor tensor = Tensor::filled(
                    {1 + i % 3, 50000}, {Axis::Batch, Axis::Feature}, static_cast<float>(t));
                for (const float value : tensor.values())
                    wrong += value != static_cast<float>(t);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

HEADSCOPE_TEST(TestParallel, QCoreApplication)
#include "test_parallel.moc"
