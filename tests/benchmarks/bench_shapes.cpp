// SPDX-License-Identifier: GPL-3.0-or-later
// Frame times of the Shapes canvas at 1440 x 900 in the middle of moves: half of the
// frames take at most p50 milliseconds, 99 of 100 at most p99. Beside the time of the
// wall the processor's time of the painting thread, for machines that do more at once.
#include "pages/shapes/shapes_canvas.h"
#include "type/fonts.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <ctime>

using namespace headscope;

namespace {

constexpr int framesOfAMove = 50;

ShapesScene sceneOf(const LayoutSizes& sizes, ThemeKind theme) {
    ShapesScene scene;
    scene.options.values = ShapesValues::Arange;
    scene.options.sizes = sizes;
    scene.display.theme = theme;
    scene.model = makeShapesModel(nullptr, scene.options).value();
    return scene;
}

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double percentile(std::vector<double>& sorted, double share) {
    const auto rank =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

/// Every move of the split, an element in focus. The first frame of a step lays out
/// anew and counts, too: a person sees it.
void paintFrames(benchmark::State& state, const LayoutSizes& sizes, ThemeKind theme) {
    ShapesScene scene = sceneOf(sizes, theme);
    scene.element = scene.model->right.elementCount() / 2;
    ShapesCanvas canvas;
    canvas.setAttribute(Qt::WA_DontShowOnScreen);
    canvas.resize(1440, 900);
    canvas.show();
    QImage image(1440, 900, QImage::Format_RGB32);
    const Journey& journey = scene.model->right;
    std::vector<double> times;
    std::vector<double> processor;
    QElapsedTimer clock;
    for (auto _ : state) {
        for (std::size_t step = journey.firstStep() + 1; step <= journey.lastStep(); ++step) {
            for (int frame = 0; frame < framesOfAMove; ++frame) {
                scene.time = scene.model->timeline.timeOf(step, (frame + 0.5) / framesOfAMove);
                clock.start();
                const double before = threadMilliseconds();
                canvas.setShapes(scene);
                canvas.render(&image);
                processor.push_back(threadMilliseconds() - before);
                times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            }
        }
    }
    benchmark::DoNotOptimize(image.constBits());
    std::sort(times.begin(), times.end());
    std::sort(processor.begin(), processor.end());
    state.counters["p50_ms"] = percentile(times, 0.5);
    state.counters["p99_ms"] = percentile(times, 0.99);
    state.counters["p50_cpu_ms"] = percentile(processor, 0.5);
    state.counters["p99_cpu_ms"] = percentile(processor, 0.99);
    state.counters["longest_cpu_ms"] = processor.back();
    state.counters["frames"] = static_cast<double>(times.size());
}

/// From other sizes to a model that can be painted; in the window a thread does it.
void makeModel(benchmark::State& state, const LayoutSizes& sizes) {
    ShapesOptions options;
    options.values = ShapesValues::Arange;
    options.sizes = sizes;
    for (auto _ : state)
        benchmark::DoNotOptimize(makeShapesModel(nullptr, options));
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setFont(textFont(14));
    const std::pair<const char*, LayoutSizes> cases[] = {
        {"36", {2, 3, 3, 2}},        {"512", {2, 16, 4, 4}},           {"4096", {4, 32, 8, 4}},
        {"163840", {32, 10, 8, 64}}, {"16777216", {16, 1024, 16, 64}},
    };
    for (const auto& [name, sizes] : cases) {
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            const std::string title =
                std::string("frame/") + name + (theme == ThemeKind::Light ? "/light" : "/dark");
            const LayoutSizes of = sizes;
            benchmark::RegisterBenchmark(
                title.c_str(),
                [of, theme](benchmark::State& state) { paintFrames(state, of, theme); })
                ->Iterations(sizes.elements() > 4096 ? 2 : 4)
                ->Unit(benchmark::kMillisecond);
        }
        const LayoutSizes of = sizes;
        benchmark::RegisterBenchmark((std::string("model/") + name).c_str(),
                                     [of](benchmark::State& state) { makeModel(state, of); })
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
