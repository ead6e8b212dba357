// SPDX-License-Identifier: GPL-3.0-or-later
// Frame times of the page Steps at 1440 x 900: 64 tokens, so that scores are 64 x 64 = 4096 cells.
// Every stop is painted from its first frame, which has its matrices to fetch, to the last of its
// move. Every round paints all of it again: of each frame the median of the rounds is its time,
// the longest single one is told beside it.
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/steps/steps_page.h"
#include "support/edits.h"
#include "type/fonts.h"
#include "window/main_window.h"

#include <QApplication>
#include <QStandardPaths>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <ctime>

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr std::size_t framesOfAMove = 40;
constexpr int rounds = 7;

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// The frames of all stops together as counters, and which stops are the slow ones as a table.
void report(benchmark::State& state, const StepScene& scene,
            std::vector<std::vector<double>> rounded) {
    std::vector<double> frames;
    double longest = 0;
    for (std::vector<double>& times : rounded) {
        longest = std::max(longest, std::ranges::max(times));
        frames.push_back(median(std::move(times)));
    }
    for (std::size_t stop = 0; stop < scene.stops->steps.size(); ++stop) {
        const auto first = frames.begin() + static_cast<std::ptrdiff_t>(stop * framesOfAMove);
        const std::vector<double> of(first, first + framesOfAMove);
        const TraceStep& made = (*scene.trace)[scene.stops->steps[stop].step];
        std::printf("  %-24s first %6.2f  median %6.2f  longest %6.2f ms\n",
                    snakeCase(made.name).data(), of.front(), median(of), std::ranges::max(of));
    }
    std::ranges::sort(frames);
    const auto at = [&](double share) {
        return frames[static_cast<std::size_t>(share * static_cast<double>(frames.size() - 1))];
    };
    state.counters["p50_cpu_ms"] = at(0.5);
    state.counters["p99_cpu_ms"] = at(0.99);
    state.counters["longest_cpu_ms"] = frames.back();
    state.counters["longest_single_cpu_ms"] = longest;
}

void paintStops(benchmark::State& state, bool masked, bool asked, StepOrder order) {
    TokenList words;
    for (int i = 0; i < 64; ++i)
        words.push_back("t" + std::to_string(i + 1));
    Experiment experiment = *withTokens(findExample("ticket")->make(), TokenSide::Query, 0, words);
    experiment = *withHeads(*withModelDim(experiment, 64), 1);
    experiment = withCausal(experiment, masked);
    MainWindow window(std::move(experiment), Preferences{});
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    window.showPage("steps");
    if (asked)
        window.workspace().lock(PanelCell{0, 30, 20});
    else
        window.workspace().hover(std::nullopt);
    window.settle();
    StepsSession& session = window.page<StepsPage>().session();
    session.setOrder(order);
    const StepStops& stops = *session.scene().stops;
    const std::size_t frames = stops.steps.size() * framesOfAMove;
    std::vector<std::vector<double>> rounded(frames);
    for (auto _ : state) {
        for (std::size_t i = 0; i < frames; ++i) {
            const std::size_t stop = i / framesOfAMove;
            const auto frame = static_cast<double>(i % framesOfAMove);
            const double before = threadMilliseconds();
            session.animation().seek(stops.timeline.timeOf(stop, frame / (framesOfAMove - 1)));
            QCoreApplication::sendPostedEvents(); // who follows, and the painting
            rounded[i].push_back(threadMilliseconds() - before);
        }
    }
    report(state, session.scene(), std::move(rounded));
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setFont(textFont(14));
    for (const bool masked : {false, true}) {
        for (const bool asked : {false, true}) {
            for (const StepOrder order : {StepOrder::DotProduct, StepOrder::SumOfRows}) {
                const std::string title =
                    std::string("frame/4096/") + (masked ? "causal/" : "unmasked/") +
                    (asked ? "asked" : "swept") +
                    (order == StepOrder::DotProduct ? "/dot_product" : "/sum_of_rows");
                benchmark::RegisterBenchmark(
                    title.c_str(),
                    [=](benchmark::State& state) { paintStops(state, masked, asked, order); })
                    ->Iterations(rounds)
                    ->Unit(benchmark::kMillisecond);
            }
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
