// SPDX-License-Identifier: GPL-3.0-or-later
// Frame times of the page Steps at 1440 x 900 in the middle of its moves: 64 tokens, so that
// scores are 64 x 64 = 4096 cells.
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edit.h"
#include "pages/steps/steps_canvas.h"
#include "pages/steps/steps_page.h"
#include "pages/steps/steps_view.h"
#include "scene/fonts.h"
#include "window/main_window.h"

#include <QApplication>
#include <QStandardPaths>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>

using namespace headscope;

namespace {

constexpr int framesOfAMove = 40;

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void paintStops(benchmark::State& state, bool asked, StepOrder order) {
    TokenList words;
    for (int i = 0; i < 64; ++i)
        words.push_back("t" + std::to_string(i + 1));
    Experiment experiment = *withTokens(findExample("ticket")->make(), TokenSide::Query, 0, words);
    experiment = *withHeads(*withModelDim(experiment, 64), 1);
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
    auto& page = window.page<StepsPage>();
    StepsDesk& desk = page.desk();
    desk.setOrder(order);
    StepsCanvas& canvas = page.steps().canvas();
    QImage image(canvas.size(), QImage::Format_RGB32);
    std::vector<double> processor;
    const StepStops& stops = *desk.scene().stops;
    for (auto _ : state) {
        for (std::size_t stop = 0; stop < stops.steps.size(); ++stop) {
            for (int frame = 0; frame < framesOfAMove; ++frame) {
                const double before = threadMilliseconds();
                desk.animation().seek(stops.timeline.timeOf(stop, (frame + 0.5) / framesOfAMove));
                canvas.render(&image);
                processor.push_back(threadMilliseconds() - before);
            }
        }
    }
    std::ranges::sort(processor);
    const auto at = [&](double share) {
        return processor[static_cast<std::size_t>(share *
                                                  static_cast<double>(processor.size() - 1))];
    };
    state.counters["p50_cpu_ms"] = at(0.5);
    state.counters["p99_cpu_ms"] = at(0.99);
    state.counters["longest_cpu_ms"] = processor.back();
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setFont(textFont(14));
    for (const bool asked : {false, true}) {
        for (const StepOrder order : {StepOrder::DotProduct, StepOrder::SumOfRows}) {
            const std::string title =
                std::string("frame/4096/") + (asked ? "asked" : "swept") +
                (order == StepOrder::DotProduct ? "/dot_product" : "/sum_of_rows");
            benchmark::RegisterBenchmark(
                title.c_str(), [=](benchmark::State& state) { paintStops(state, asked, order); })
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
