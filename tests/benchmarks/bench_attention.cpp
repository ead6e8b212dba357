// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run takes from a problem to a trace with every stage, and its
// release. The same cases for PyTorch are in torch_attention.py; compare.py
// runs both side by side.
#include "arithmetic/arithmetic.h"
#include "attention/memory_need.h"
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "support/edits.h"
#include "tensor/block_cache.h"
#include "transformer/run_model.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <pthread.h>
#include <random>
#include <thread>

using namespace headscope;
using namespace headscope::testing;

namespace {

struct Case {
    Index batch, tokens, modelDim, heads;
    int threads;

    std::string name() const {
        return "attention/batch:" + std::to_string(batch) + "/tokens:" + std::to_string(tokens) +
               "/d_model:" + std::to_string(modelDim) + "/heads:" + std::to_string(heads) +
               "/threads:" + std::to_string(threads);
    }
    double floatingPointOperations() const {
        const auto b = static_cast<double>(batch);
        const auto n = static_cast<double>(tokens);
        const auto d = static_cast<double>(modelDim);
        return b * (4 * 2 * n * d * d + 2 * 2 * n * n * d);
    }
};

constexpr Case cases[] = {
    {1, 10, 4, 2, 1},    {32, 10, 512, 8, 1}, {1, 128, 512, 8, 1},  {1, 512, 512, 8, 1},
    {1, 512, 512, 8, 2}, {8, 512, 512, 8, 2}, {1, 2048, 512, 8, 1}, {1, 2048, 512, 8, 2},
};

Tensor randomTensor(const Shape& shape, double deviation) {
    static std::mt19937 generator(1);
    std::normal_distribution<double> normal(0.0, deviation);
    Index count = 0;
    checkedElementCount(shape, count);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = static_cast<float>(normal(generator));
    return Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature), values);
}

AttentionProblem problemOf(const Case& c) {
    const double deviation = 1 / std::sqrt(static_cast<double>(c.modelDim));
    const auto weight = [&] { return randomTensor({c.modelDim, c.modelDim}, deviation); };
    const auto bias = [&] { return randomTensor({c.modelDim}, 0.1); };
    AttentionProblem problem;
    problem.queryInput = randomTensor({c.batch, c.tokens, c.modelDim}, 1);
    problem.config.modelDim = c.modelDim;
    problem.config.heads = c.heads;
    for (const ProjectionRoles& projection : projections)
        problem.weights.set(projection.weight, weight());
    for (const ProjectionRoles& projection : projections)
        problem.weights.set(projection.bias, bias());
    return problem;
}

Trace runOrStop(const AttentionProblem& problem, const RunOptions& options) {
    Result<Trace> trace = runAttention(problem, options);
    if (!trace) {
        std::cerr << trace.error().text() << '\n';
        std::exit(1);
    }
    return std::move(*trace);
}

void attention(benchmark::State& state, const Case& c) {
    const AttentionProblem problem = problemOf(c);
    RunOptions options;
    options.threads = c.threads;
    // As many calls to warm up as PyTorch gets: what counts is a running window.
    for (int i = 0; i < 3; ++i)
        runOrStop(problem, options);
    for (auto _ : state) {
        const Trace trace = runOrStop(problem, options);
        benchmark::DoNotOptimize(trace[TensorName::Output].data());
    }
    state.counters["GFLOP/s"] = benchmark::Counter(c.floatingPointOperations() * 1e-9,
                                                   benchmark::Counter::kIsIterationInvariantRate);
    state.SetLabel(arithmetic::variant());
}

/// One case in each layout, to be compared with each other.
void layouts(benchmark::State& state, Layout layout, WeightLayout weights, bool causal) {
    AttentionProblem problem = problemOf({1, 512, 512, 8, 1});
    problem.config.weightLayout = weights;
    problem.mask.causal = causal;
    problem = inLayout(problem, layout);
    for (auto _ : state) {
        const Trace trace = runOrStop(problem, {});
        benchmark::DoNotOptimize(trace[TensorName::Output].data());
    }
}

/// One number of the ticket example (10 tokens of width 4, 4 heads of 4) is
/// typed, and the new trace exists.
void editTicket(benchmark::State& state) {
    AttentionProblem problem = problemOf({1, 10, 4, 4, 1});
    problem.config.keyDim = 4;
    for (const ProjectionRoles& projection : projections)
        problem.weights.erase(projection.bias);
    for (const Role role : {Role::QueryWeight, Role::KeyWeight, Role::ValueWeight})
        problem.weights.set(role, randomTensor({4, 16}, 1));
    problem.weights.set(Role::OutputWeight, randomTensor({16, 4}, 1));
    float value = 0;
    for (auto _ : state) {
        value += 0.001F;
        problem.queryInput = problem.queryInput.withElement({0, 3, 2}, value);
        const Trace trace = runOrStop(problem, {});
        benchmark::DoNotOptimize(trace[TensorName::Output].data());
    }
}

/// A stack of encoder layers of an example's kind, every stage of every layer kept.
struct StackCase {
    Index layers, tokens, modelDim, heads, keyDim;

    std::string name() const {
        return "stack/layers:" + std::to_string(layers) + "/tokens:" + std::to_string(tokens) +
               "/d_model:" + std::to_string(modelDim) + "/heads:" + std::to_string(heads);
    }
};

/// The example `stack`, 144 heads of 128 tokens, and few tokens with the weights of a small GPT-2.
constexpr StackCase stackCases[] = {
    {12, 10, 4, 12, 4}, {12, 128, 192, 12, 16}, {12, 10, 768, 12, 64}};

void stack(benchmark::State& state, const StackCase& c) {
    Experiment experiment = findExample("stack")->make();
    AttentionConfig config = experiment.config;
    config.modelDim = c.modelDim;
    config.heads = c.heads;
    config.keyDim = c.keyDim;
    TokenList tokens;
    for (Index i = 0; i < c.tokens; ++i)
        tokens.push_back(std::to_string(i));
    experiment =
        withTokens(withConfig(experiment, config).value(), TokenSide::Query, 0, tokens).value();
    experiment.model.layers = c.layers;
    const ModelProblem problem = modelProblemOf(fitted(experiment).value());
    (void)runModel(problem); // the first one that reads the weights makes them
    for (auto _ : state) {
        const Result<Trace> trace = runModel(problem);
        if (!trace) {
            state.SkipWithError(trace.error().text().c_str());
            return;
        }
        benchmark::DoNotOptimize(trace->steps().back().result.data());
    }
    state.SetLabel(arithmetic::variant());
}

double cpuSeconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// How long a run at 2048 tokens still takes after it was cancelled somewhere
/// in its middle, until it has returned and released its memory.
void cancel(benchmark::State& state) {
    AttentionProblem problem = problemOf({1, 2048, 512, 8, 1});
    problem.mask.causal = true;
    RunOptions options;
    options.threads = static_cast<int>(state.range(0));
    std::mt19937 random(1);
    double longest = 0;
    double longestCpu = 0;
    for (auto _ : state) {
        options.cancellation = CancellationToken::create();
        std::atomic<bool> started = false;
        std::chrono::steady_clock::time_point returned;
        double computed = 0;
        std::thread runner([&] {
            started = true;
            const Result<Trace> trace = runAttention(problem, options);
            if (trace)
                std::cerr << "cancelled too late\n";
            returned = std::chrono::steady_clock::now();
            computed = cpuSeconds(CLOCK_THREAD_CPUTIME_ID);
        });
        clockid_t clock{};
        pthread_getcpuclockid(runner.native_handle(), &clock);
        while (!started)
            std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 60000));
        const auto asked = std::chrono::steady_clock::now();
        const double computedBefore = cpuSeconds(clock);
        options.cancellation.cancel();
        runner.join();
        const double seconds = std::chrono::duration<double>(returned - asked).count();
        longest = std::max(longest, seconds);
        longestCpu = std::max(longestCpu, computed - computedBefore);
        state.SetIterationTime(std::max(seconds, 1e-9));
    }
    state.counters["longest_ms"] = longest * 1e3;
    // On a busy machine the rest is waiting for a processor.
    state.counters["longest_cpu_ms"] = longestCpu * 1e3;
}

/// A line of /proc/self/status in bytes.
double statusBytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kibibytes = 0;
        if (word == name + ":" && status >> kibibytes)
            return kibibytes * 1024;
    }
    return 0;
}

/// The peak of memory of a run, as a multiple of the tensors that it keeps.
void memory(benchmark::State& state, const Case& c) {
    const AttentionProblem problem = problemOf(c);
    const auto tensors = static_cast<double>(*traceBytes(problem, *headSizes(problem.config)));
    for (auto _ : state) {
        block_cache::trim();
        std::ofstream("/proc/self/clear_refs") << "5"; // the peak is from now on
        const double before = statusBytes("VmRSS");
        const Trace trace = runOrStop(problem, {});
        state.counters["peak/tensors"] = (statusBytes("VmHWM") - before) / tensors;
    }
    state.counters["tensors_MiB"] = tensors / 1048576;
}

void product(benchmark::State& state) {
    const Index rows = state.range(0);
    const Index depth = state.range(1);
    const Index columns = state.range(2);
    const Tensor a = randomTensor({rows, depth}, 1);
    const Tensor b = randomTensor({depth, columns}, 1);
    Tensor c = Tensor::uninitialized({rows, columns}, {Axis::Feature, Axis::Feature});
    float* target = c.mutableData();
    for (auto _ : state) {
        arithmetic::multiply(rowsOf(a), rowsOf(b), denseMatrix(target, rows, columns));
        benchmark::ClobberMemory();
    }
    state.counters["GFLOP/s"] =
        benchmark::Counter(2e-9 * static_cast<double>(rows * depth * columns),
                           benchmark::Counter::kIsIterationInvariantRate);
}

} // namespace

int main(int argc, char** argv) {
    for (const Case& c : cases)
        benchmark::RegisterBenchmark(c.name().c_str(), attention, c)
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
    for (const bool causal : {false, true}) {
        const std::string ending = causal ? "/causal" : "";
        const auto add = [&](const char* name, Layout layout, WeightLayout weights) {
            benchmark::RegisterBenchmark((name + ending).c_str(), layouts, layout, weights, causal)
                ->Unit(benchmark::kMicrosecond)
                ->UseRealTime();
        };
        add("layout/batch_first", Layout::BatchFirst, WeightLayout::Fused);
        add("layout/sequence_first", Layout::SequenceFirst, WeightLayout::Fused);
        add("layout/per_head", Layout::BatchFirst, WeightLayout::PerHead);
    }
    for (const StackCase& c : stackCases)
        benchmark::RegisterBenchmark(c.name().c_str(), stack, c)
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
    benchmark::RegisterBenchmark("edit/ticket", editTicket)->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("cancel/tokens:2048", cancel)
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->Iterations(50)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("memory/tokens:2048", memory, Case{1, 2048, 512, 8, 1})
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("product", product)
        ->ArgNames({"rows", "depth", "columns"})
        ->Args({512, 512, 512})
        ->Args({1024, 1024, 1024})
        ->Unit(benchmark::kMicrosecond);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
