// SPDX-License-Identifier: GPL-3.0-or-later
// How long the event loop of the window stands still while large matrices are computed:
// a timer ticks every millisecond, and the longest gap between two ticks is printed for
// every action, in time of the wall and of the window's own thread. Then how soon what is
// not wanted any more gives way. Both as tables: a line each, columns by tabs, # before words.
//   stalls [TOKENS [HEADS [D_MODEL]]]
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "figure/figure.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "support/edits.h"
#include "support/execution.h"
#include "type/fonts.h"
#include "window/actions.h"
#include "window/export/exporter.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QStandardPaths>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

using namespace headscope;
using namespace headscope::testing;

namespace {

double wallMilliseconds() {
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The longest pause between two turns of the event loop.
class Ticker : public QObject {
public:
    Ticker() {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] { tick(); });
        m_timer.start(1);
    }
    void reset() {
        m_wall = wallMilliseconds();
        m_thread = threadMilliseconds();
        m_longestWall = m_longestThread = 0;
    }
    void tick() {
        const double wall = wallMilliseconds();
        const double thread = threadMilliseconds();
        m_longestWall = std::max(m_longestWall, wall - m_wall);
        m_longestThread = std::max(m_longestThread, thread - m_thread);
        m_wall = wall;
        m_thread = thread;
    }
    double longestWall() const { return m_longestWall; }
    double longestThread() const { return m_longestThread; }

private:
    QTimer m_timer;
    double m_wall = 0, m_thread = 0, m_longestWall = 0, m_longestThread = 0;
};

Experiment sentence(Index tokens, Index modelDim, Index heads) {
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back("t" + std::to_string(i + 1));
    Experiment experiment = findExample("paper-size")->make();
    experiment = *withBatch(experiment, 1);
    experiment = *withTokens(experiment, TokenSide::Query, 0, words);
    return *withHeads(*withModelDim(experiment, modelDim), heads);
}

long peakMebibytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:"))
            return std::stol(line.substr(6)) / 1024;
    }
    return 0;
}

struct Bench {
    explicit Bench(const Experiment& experiment)
        : window(std::make_unique<MainWindow>(experiment, Preferences{})) {}

    /// Does something and lets the window live until all of it is shown.
    template <class Action> void measure(const char* name, const Action& action) {
        const auto* exporter = window->findChild<Exporter*>();
        begin();
        action();
        do {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        } while (window->workspace().isComputing() || exporter->isCopying());
        for (int turn = 0; turn < 20; ++turn)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        end(name);
    }
    void begin() {
        ticker.reset();
        start = wallMilliseconds();
    }
    void end(const char* name) {
        ticker.tick();
        std::printf("%s\t%.1f\t%.1f\t%.0f\t%ld\n", name, ticker.longestThread(),
                    ticker.longestWall(), wallMilliseconds() - start, peakMebibytes());
        std::fflush(stdout);
    }

    Ticker ticker;
    std::unique_ptr<MainWindow> window;
    double start = 0;
};

void sleepMilliseconds(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// A newer request while the first one runs: when that returned, and when the newer began.
void measureNewer(const Experiment& experiment, int after) {
    std::atomic<double> begun[3] = {};
    std::atomic<double> returned[3] = {};
    LatestRunner<RunRequest, RunOutcome> runner(
        [&](const RunRequest& request, const CancellationToken& token) {
            begun[request.revision] = wallMilliseconds();
            RunOutcome outcome = runEngine(request, token);
            returned[request.revision] = wallMilliseconds();
            return outcome;
        },
        [](const RunOutcome&) {});
    runner.request({1, std::make_shared<const Experiment>(experiment), nullptr});
    while (begun[1] == 0)
        sleepMilliseconds(1);
    sleepMilliseconds(after);
    const double newer = wallMilliseconds();
    runner.request({2, std::make_shared<const Experiment>(findExample("ticket")->make()), nullptr});
    while (returned[2] == 0)
        sleepMilliseconds(1);
    std::printf("run\t%d\t%.1f\t%.1f\n", after, returned[1] - newer, begun[2] - newer);
    std::fflush(stdout);
}

/// How long after its cancellation something returns.
void measureCancel(const char* name, int after,
                   const std::function<void(const CancellationToken&)>& work) {
    const CancellationToken token = CancellationToken::create();
    double returned = 0;
    std::thread thread([&] {
        work(token);
        returned = wallMilliseconds();
    });
    sleepMilliseconds(after);
    const double cancelled = wallMilliseconds();
    token.cancel();
    thread.join();
    std::printf("%s\t%d\t%.1f\t\n", name, after, returned - cancelled);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
    const auto argument = [&](int place, Index otherwise) {
        return argc > place ? static_cast<Index>(std::atoll(argv[place])) : otherwise;
    };
    const Index tokens = argument(1, 4096);
    const Index heads = argument(2, 16);
    const Index modelDim = argument(3, 64);
    std::printf("# %lld tokens, %lld heads, d_model %lld\n", static_cast<long long>(tokens),
                static_cast<long long>(heads), static_cast<long long>(modelDim));
    std::printf("# the longest pause of the event loop\n"
                "action\tthread_ms\twall_ms\tshown_ms\tpeak_mib\n");
    Bench bench(sentence(tokens, modelDim, heads));
    MainWindow& window = *bench.window;
    Workspace& workspace = window.workspace();
    window.setRemembering(false);
    window.resize(1440, 900);
    const auto edit = [&](Result<Experiment> next) {
        workspace.document().edit(QStringLiteral("edit"), std::move(next).value());
    };
    bench.measure("opening", [&] { window.show(); });
    bench.measure("new seed", [&] { edit(withSeed(workspace.experiment(), 99)); });
    bench.measure("undo", [&] { workspace.document().undoStack().undo(); });
    bench.measure("stage: scores", [&] { workspace.showStage(Stage::Scores); });
    bench.measure("stage: weights", [&] { workspace.showStage(Stage::Weights); });
    bench.measure("causal mask", [&] { edit(withCausal(workspace.experiment(), true)); });
    bench.measure("stage: masked scores", [&] { workspace.showStage(Stage::Masked); });
    bench.measure("stage: weights, masked", [&] { workspace.showStage(Stage::Weights); });
    bench.measure("pair forbidden",
                  [&] { edit(withPair(workspace.experiment(), 0, tokens - 1, 0, false)); });
    bench.measure("head", [&] { workspace.showPanel(3); });
    bench.measure("mean", [&] { workspace.showPanel(static_cast<int>(heads)); });
    bench.measure("range per head", [&] {
        DisplayOptions display = workspace.display();
        display.range = RangeMode::PerHead;
        workspace.setDisplay(display);
    });
    bench.measure("hover", [&] {
        const HeadsView& view = window.page<HeadsPage>().heads();
        const QRectF cells = view.geometryNow().matrix.bounds();
        for (int i = 0; i < 20; ++i) {
            const QPointF at = cells.topLeft() + QPointF(cells.width(), cells.height()) * i / 21;
            QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton,
                             Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&window.page<HeadsPage>().heads(), &move);
            QCoreApplication::processEvents();
        }
    });
    bench.measure("resize", [&] {
        for (int i = 0; i < 20; ++i) {
            window.resize(1440 - 30 * i, 900 - 15 * i);
            QCoreApplication::processEvents();
        }
    });
    bench.measure("layers", [&] { window.showPage("layers"); });
    bench.measure("heads", [&] { window.showPage("heads"); });
    bench.measure("edit while computing", [&] {
        edit(withSeed(workspace.experiment(), 5));
        for (int i = 0; i < 30; ++i)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        edit(withSeed(workspace.experiment(), 6));
    });
    bench.measure("copy", [&] { window.findChild<Actions*>()->copyPicture->trigger(); });

    std::printf("# after a newer request or a cancellation, so long after the begin\n"
                "work\tafter_ms\treturned_ms\tnewer_begun_ms\n");
    Scene scene = workspace.scene();
    scene.stage.reset();
    FigureRequest figure;
    figure.trace = scene.trace;
    figure.run = scene.run;
    for (const int after : {1, 20, 50, 100, 200, 400, 800, 1600, 3200}) {
        measureNewer(workspace.experiment(), after);
        measureCancel("pictures", after, [&](const CancellationToken& token) {
            prepareStage(scene, {allThreads(), token});
        });
        for (const auto& [name, format] :
             {std::pair("png", FigureFormat::Png), std::pair("svg", FigureFormat::Svg),
              std::pair("pdf", FigureFormat::Pdf)})
            measureCancel(name, after, [&](const CancellationToken& token) {
                [[maybe_unused]] const auto given = renderFigure(figure, format, {token, nullptr});
            });
    }
    scene = {};
    figure = {};
    std::printf("# the end\naction\tthread_ms\twall_ms\tshown_ms\tpeak_mib\n");
    bench.begin();
    bench.window.reset();
    bench.end("closing");
    return 0;
}
