// SPDX-License-Identifier: GPL-3.0-or-later
// How long the event loop of the window stands still while large matrices are computed:
// a timer ticks every millisecond, and the longest gap between two ticks is printed for
// every action, in time of the wall and of the window's own thread.
//   stalls [TOKENS [HEADS [D_MODEL]]]
#include "experiment/edit.h"
#include "experiment/examples.h"
#include "scene/fonts.h"
#include "views/heads_view.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QMouseEvent>
#include <QStandardPaths>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>

using namespace headscope;

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
        : window(experiment, Preferences{}) {}

    /// Does something and lets the window live until all of it is shown.
    template <class Action> void measure(const char* name, const Action& action) {
        ticker.reset();
        const double start = wallMilliseconds();
        action();
        do {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        } while (window.workspace().isComputing());
        for (int turn = 0; turn < 20; ++turn)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        ticker.tick();
        std::printf("%-28s %8.1f %8.1f %9.0f %8ld\n", name, ticker.longestThread(),
                    ticker.longestWall(), wallMilliseconds() - start, peakMebibytes());
        std::fflush(stdout);
    }

    Ticker ticker;
    MainWindow window;
};

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
    std::printf("%lld tokens, %lld heads, d_model %lld\n", static_cast<long long>(tokens),
                static_cast<long long>(heads), static_cast<long long>(modelDim));
    std::printf("%-28s %8s %8s %9s %8s\n", "", "thread", "wall", "until", "peak");
    std::printf("%-28s %8s %8s %9s %8s\n", "", "ms", "ms", "shown ms", "MiB");
    Bench bench(sentence(tokens, modelDim, heads));
    MainWindow& window = bench.window;
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
        const HeadsView& view = window.headsView();
        const QRectF cells = view.layoutNow().matrix.bounds();
        for (int i = 0; i < 20; ++i) {
            const QPointF at = cells.topLeft() + QPointF(cells.width(), cells.height()) * i / 21;
            QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton,
                             Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&window.headsView(), &move);
            QCoreApplication::processEvents();
        }
    });
    bench.measure("resize", [&] {
        for (int i = 0; i < 20; ++i) {
            window.resize(1440 - 30 * i, 900 - 15 * i);
            QCoreApplication::processEvents();
        }
    });
    bench.measure("layers", [&] { window.showView(View::Layers); });
    bench.measure("heads", [&] { window.showView(View::Heads); });
    bench.measure("edit while computing", [&] {
        edit(withSeed(workspace.experiment(), 5));
        for (int i = 0; i < 30; ++i)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        edit(withSeed(workspace.experiment(), 6));
    });
    return 0;
}
