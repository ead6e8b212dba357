// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run takes from a problem to a trace with every stage, and its
// release. The same cases for PyTorch are in torch_attention.py; compare.py
// runs both side by side.
#include "attention/multi_head_attention.h"
#include "eigen_product.h"
#include "kernels/kernels.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iostream>
#include <random>

using namespace headscope;

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
    problem.weights = {weight(), weight(), weight(), weight(), bias(), bias(), bias(), bias()};
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
    for (auto _ : state) {
        const Trace trace = runOrStop(problem, options);
        benchmark::DoNotOptimize(trace[TensorName::Output].data());
    }
    state.counters["GFLOP/s"] = benchmark::Counter(c.floatingPointOperations() * 1e-9,
                                                   benchmark::Counter::kIsIterationInvariantRate);
    state.SetLabel(kernels::variant());
}

/// One number of the ticket example (10 tokens of width 4, 4 heads of 4) is
/// typed, and the new trace exists.
void editTicket(benchmark::State& state) {
    AttentionProblem problem = problemOf({1, 10, 4, 4, 1});
    problem.config.keyDim = 4;
    problem.weights = {randomTensor({4, 16}, 1),
                       randomTensor({4, 16}, 1),
                       randomTensor({4, 16}, 1),
                       randomTensor({16, 4}, 1),
                       {},
                       {},
                       {},
                       {}};
    float value = 0;
    for (auto _ : state) {
        value += 0.001F;
        problem.queryInput = problem.queryInput.withElement({0, 3, 2}, value);
        const Trace trace = runOrStop(problem, {});
        benchmark::DoNotOptimize(trace[TensorName::Output].data());
    }
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
        eigenProduct(a.data(), b.data(), target, rows, depth, columns);
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
    benchmark::RegisterBenchmark("edit/ticket", editTicket)->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark("eigen_product", product)
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
