// SPDX-License-Identifier: GPL-3.0-or-later
// How long a head takes to learn a painting: one step of the descent, the whole search, the
// limit. torch_paint.py does the same steps in PyTorch.
#include "head_fit/head_fit.h"
#include "support/ticket_painting.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace headscope;

namespace {

FitOptions paintOptions(Index keyDim, Index starts, Index steps) {
    FitOptions options;
    options.keyDim = keyDim;
    options.starts = starts;
    options.steps = steps;
    return options;
}

/// As many different tokens as wanted, each painted on the one before it.
FitProblem longSentence(Index tokens, Index width) {
    std::mt19937 generator(1);
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<std::size_t>(tokens * width));
    for (float& value : values)
        value = normal(generator);
    FitProblem problem;
    problem.queryInput =
        Tensor::fromValues({tokens, width}, {Axis::Sequence, Axis::ModelDim}, values);
    problem.keyInput = problem.queryInput;
    problem.target = paintPresets()[1].make(tokens, tokens);
    return problem;
}

void steps(benchmark::State& state, const FitProblem& problem) {
    HeadDescent descent(problem, descend(problem, paintOptions(state.range(0), 1, 0))->best);
    for (auto _ : state) {
        descent.evaluate();
        benchmark::DoNotOptimize(descent.bits());
        descent.step(0.1, 0);
    }
}

void oneStep(benchmark::State& state) {
    steps(state, headscope::testing::ticketPainting("own"));
}
BENCHMARK(oneStep)->DenseRange(1, 4)->Name("paint_step/tokens:10/d_model:4/d_k");

void oneLongStep(benchmark::State& state) {
    steps(state, longSentence(64, 64));
}
BENCHMARK(oneLongStep)->Arg(16)->Name("paint_step/tokens:64/d_model:64/d_k");

/// 8 starts of 8,000 steps on one thread, and the limit.
void wholePainting(benchmark::State& state) {
    const FitProblem problem = headscope::testing::ticketPainting("own");
    for (auto _ : state)
        benchmark::DoNotOptimize(
            fitHead(problem, paintOptions(state.range(0), 8, 8000))->head.bits);
}
BENCHMARK(wholePainting)->DenseRange(1, 4)->Unit(benchmark::kMillisecond)->Name("paint/8x8000/d_k");

void limits(benchmark::State& state) {
    const FitProblem problem = headscope::testing::ticketPainting("own");
    for (auto _ : state)
        benchmark::DoNotOptimize(fitLimits(problem)->optimum.bits);
}
BENCHMARK(limits)->Unit(benchmark::kMillisecond)->Name("paint_limits/tokens:10/d_model:4");

} // namespace

BENCHMARK_MAIN();
