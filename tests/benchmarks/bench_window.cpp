// SPDX-License-Identifier: GPL-3.0-or-later
// From an edit to the new trace, and to the new frame of the whole window.
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_bar.h"
#include "pages/layers/layers_page.h"
#include "pages/layers/layers_view.h"
#include "pages/lines/lines_page.h"
#include "pages/lines/lines_view.h"
#include "pages/text/text_page.h"
#include "pages/text/text_view.h"
#include "support/edits.h"
#include "type/fonts.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStandardPaths>
#include <QWheelEvent>

#include <benchmark/benchmark.h>

using namespace headscope;
using namespace headscope::testing;

namespace {

Experiment sentence(Index tokens, Index modelDim, Index heads) {
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back("t" + std::to_string(i + 1));
    Experiment experiment = findExample("paper-size")->make();
    experiment = *withBatch(experiment, 1);
    experiment = *withTokens(experiment, TokenSide::Query, 0, words);
    experiment = *withHeads(*withModelDim(experiment, modelDim), heads);
    return experiment;
}

/// Another number in the first cell, so that no edit is empty.
Experiment edited(const Experiment& experiment, std::int64_t round) {
    return *withCell(experiment, TensorName::QueryInput, {0, 0, 0},
                     0.25F + 0.5F * static_cast<float>(round % 2));
}

void editToTrace(benchmark::State& state, Experiment experiment) {
    std::int64_t round = 0;
    for (auto _ : state) {
        experiment = edited(experiment, round++);
        benchmark::DoNotOptimize(runAttention(problemOf(experiment)));
    }
}

void editToFrame(benchmark::State& state, Experiment experiment) {
    MainWindow window(std::move(experiment), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    Workspace& workspace = window.workspace();
    std::int64_t round = 0;
    for (auto _ : state) {
        workspace.document().edit(QStringLiteral("edit"), edited(workspace.experiment(), round++),
                                  QStringLiteral("cell"));
        workspace.finish();
        // Delivers the scene to the views and paints what they mark for painting.
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

/// One frame of the Heads view, `notches` of the wheel closer than the whole matrix.
void paintMatrixFrame(benchmark::State& state, Index tokens, int notches) {
    MainWindow window(sentence(tokens, 16, 2), Preferences{});
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    HeadsView& heads = window.page<HeadsPage>().heads();
    const QPointF at = heads.geometryNow().viewport.center();
    const auto wheel = [&](int by) {
        QWheelEvent event(at, heads.mapToGlobal(at), {}, {0, by * 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&heads, &event);
    };
    wheel(notches);
    state.SetLabel(std::to_string(heads.geometryNow().matrix.pitchX) + " px a cell");
    for (auto _ : state)
        heads.repaint();
}

enum class Hand { Wheel, Drag, Point };

/// Eight heads of 2,048 tokens, every row on its own range, colours by square root: one step of the
/// wheel, one of a drag by 7 pixels, or the pointer over another cell, to the frame.
void moveLargeMatrix(benchmark::State& state, int notches, Hand hand) {
    Preferences preferences;
    preferences.range = {RangeMode::PerRow, true};
    MainWindow window(sentence(2048, 64, 8), preferences);
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    HeadsView& heads = window.page<HeadsPage>().heads();
    QPointF at = heads.geometryNow().viewport.center();
    const auto wheel = [&](int by) {
        QWheelEvent event(at, heads.mapToGlobal(at), {}, {0, by * 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&heads, &event);
        QCoreApplication::processEvents();
    };
    const auto press = [&](QEvent::Type type) {
        QMouseEvent event(type, at, heads.mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, Qt::LeftButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&heads, &event);
        QCoreApplication::processEvents();
    };
    wheel(notches);
    heads.window()->activateWindow();
    if (hand == Hand::Point)
        window.workspace().lock(std::nullopt);
    else
        window.workspace().lock(PanelCell{0, 1024, 1024});
    QCoreApplication::processEvents();
    state.SetLabel(std::to_string(heads.geometryNow().matrix.pitchX) + " px a cell");
    if (hand == Hand::Drag)
        press(QEvent::MouseButtonPress);
    int by = 1;
    Index round = 0;
    for (auto _ : state) {
        if (hand == Hand::Drag) {
            at += QPointF(7 * by, 7 * by);
            press(QEvent::MouseMove);
        } else if (hand == Hand::Wheel) {
            wheel(by);
        } else {
            window.workspace().hover(PanelCell{0, 1000 + round % 40, 900 + round % 70});
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
        by = -by;
        ++round;
    }
}

/// From the pointer on one token of a long text, and on another, to the frame; or a line of
/// scrolling.
void pointInText(benchmark::State& state, Index tokens, bool scroll) {
    MainWindow window(sentence(tokens, 64, 8), Preferences{});
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    window.showPage("text");
    window.settle();
    TextView& view = window.page<TextPage>().text();
    view.verticalScrollBar()->setValue(0); // it opened at what is asked
    std::int64_t round = 0;
    for (auto _ : state) {
        ++round;
        if (scroll) {
            view.verticalScrollBar()->setValue(static_cast<int>(round % 20 * 30));
        } else {
            const QPointF at = view.boxOf(static_cast<Index>(round % 40), true).center();
            QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton,
                             Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(view.viewport(), &move);
        }
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

/// From a notch of the wheel, one in and one out, to the frame.
void zoomToFrame(benchmark::State& state, Index tokens, int notches) {
    MainWindow window(sentence(tokens, 16, 2), Preferences{});
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    HeadsView& heads = window.page<HeadsPage>().heads();
    const QPointF at = heads.geometryNow().viewport.center();
    const auto wheel = [&](int by) {
        QWheelEvent event(at, heads.mapToGlobal(at), {}, {0, by * 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&heads, &event);
        QCoreApplication::processEvents();
    };
    wheel(notches);
    state.SetLabel(std::to_string(heads.geometryNow().matrix.pitchX) + " px a cell");
    int by = 1;
    for (auto _ : state) {
        wheel(by);
        by = -by;
    }
}

/// 12 layers of 12 heads.
Experiment stackOf(Index tokens) {
    Experiment experiment = sentence(tokens, 48, 12);
    ModelConfig model;
    model.architecture = Architecture::Encoder;
    model.layers = 12;
    return withModel(experiment, model).value();
}

/// The overview of the layers in the window; as a comparison with the same under a causal mask.
struct LayersWindow {
    explicit LayersWindow(const Experiment& experiment, bool comparing = false)
        : window(experiment, Preferences{}) {
        window.setRemembering(false);
        window.resize(1440, 900);
        window.show();
        window.settle();
        window.showPage("layers");
        settle();
        if (!comparing)
            return;
        page().setComparing(true);
        Workspace& workspace = window.workspace();
        workspace.document().edit(QStringLiteral("mask"), withCausal(workspace.experiment(), true));
        settle();
    }
    void settle() {
        window.settle();
        page().finish();
        window.settle();
    }
    LayersPage& page() { return window.page<LayersPage>(); }
    LayersView& view() { return page().layers(); }
    MainWindow window;
};

/// One frame of the overview: every head of every layer.
void paintLayers(benchmark::State& state, const Experiment& experiment) {
    LayersWindow layers(experiment);
    for (auto _ : state)
        layers.view().repaint();
}

void paintComparedLayers(benchmark::State& state, const Experiment& experiment) {
    LayersWindow layers(experiment, true);
    for (auto _ : state)
        layers.view().repaint();
}

/// From the pointer on one head, and on another, to the frame with that one large.
void pointInLayers(benchmark::State& state, const Experiment& experiment, bool comparing) {
    LayersWindow layers(experiment, comparing);
    LayersView& view = layers.view();
    int round = 0;
    for (auto _ : state) {
        const QPointF at = view.geometryNow().thumbnail(round % 8, (3 * round) % 12).center();
        ++round;
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &move);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
    state.SetLabel(layers.page().bar().titleRect().isEmpty() ? "one state" : "compared");
}

/// From another order of the heads to the frame.
void sortLayers(benchmark::State& state, const Experiment& experiment) {
    LayersWindow layers(experiment);
    Workspace& workspace = layers.window.workspace();
    int round = 0;
    for (auto _ : state) {
        DisplayOptions display = workspace.display();
        display.layers.order = static_cast<LayersOrder>(++round % layersOrderCount);
        workspace.setDisplay(display);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

/// From an edit of a number to the frame of the overview.
void editToLayers(benchmark::State& state, const Experiment& experiment) {
    MainWindow window(experiment, Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    window.showPage("layers");
    window.settle();
    Workspace& workspace = window.workspace();
    std::int64_t round = 0;
    for (auto _ : state) {
        workspace.document().edit(QStringLiteral("edit"), edited(workspace.experiment(), round++),
                                  QStringLiteral("cell"));
        workspace.finish();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

/// A comparison of a sentence with itself under a causal mask: from the pointer over another cell
/// to the frame.
void pointInComparison(benchmark::State& state, Index tokens) {
    MainWindow window(sentence(tokens, 64, 8), Preferences{});
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    window.page<HeadsPage>().setComparing(true);
    Workspace& workspace = window.workspace();
    workspace.document().edit(QStringLiteral("mask"), withCausal(workspace.experiment(), true));
    window.settle();
    Index round = 0;
    for (auto _ : state) {
        workspace.hover(PanelCell{0, round % tokens, (round / 2) % tokens});
        ++round;
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

/// The Lines page in the window.
struct LinesWindow {
    explicit LinesWindow(const Experiment& experiment)
        : window(experiment, Preferences{}) {
        window.setRemembering(false);
        window.resize(1440, 900);
        window.show();
        window.settle();
        window.showPage("lines");
        window.settle();
    }
    LinesView& view() { return window.page<LinesPage>().lines(); }
    MainWindow window;
};

/// From the pointer on one token, and on another, to the frame of the page.
void pointToLines(benchmark::State& state, const Experiment& experiment, LinesSide side) {
    LinesWindow lines(experiment);
    LinesView& view = lines.view();
    std::int64_t round = 0;
    for (auto _ : state) {
        // Four tokens that are in view, wherever that was scrolled to.
        const LinesGeometry& geometry = view.geometryNow();
        const double below = (static_cast<double>(round++ % 4) + 0.5) * geometry.pitch;
        const QRectF& column = side == LinesSide::Query ? geometry.queryLabels : geometry.keyLabels;
        const QPointF at(column.center().x(), geometry.rows.top() + below);
        QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
    state.SetLabel(std::to_string(view.asked()->lines.size()) + " of " +
                   std::to_string(view.picture().lines.size()) + " lines");
}

/// One frame of the page, nothing of which is another than before.
void paintLinesFrame(benchmark::State& state, const Experiment& experiment) {
    LinesWindow lines(experiment);
    for (auto _ : state)
        lines.view().viewport()->repaint();
}

/// From a step of the slider to the frame: all lines are drawn anew.
void slideToLines(benchmark::State& state, const Experiment& experiment) {
    LinesWindow lines(experiment);
    std::int64_t round = 0;
    for (auto _ : state) {
        LinesChoice choice = lines.view().choice();
        choice.percent = 80 + static_cast<int>(round++ % 2);
        lines.view().setChoice(choice);
        lines.view().viewport()->repaint();
    }
    state.SetLabel(std::to_string(lines.view().picture().lines.size()) + " lines");
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
    const auto trace = [](const char* name, Experiment experiment) {
        benchmark::RegisterBenchmark(
            name, [=](benchmark::State& state) { editToTrace(state, experiment); })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    };
    const auto frame = [](const char* name, Experiment experiment) {
        benchmark::RegisterBenchmark(
            name, [=](benchmark::State& state) { editToFrame(state, experiment); })
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime()
            ->UseRealTime();
    };
    trace("edit_to_trace/ticket", findExample("ticket")->make());
    frame("edit_to_frame/ticket", findExample("ticket")->make());
    frame("edit_to_frame/tokens:128/d_model:512/heads:8", sentence(128, 512, 8));
    frame("edit_to_frame/tokens:512/d_model:512/heads:8", sentence(512, 512, 8));
    for (const Index tokens : {10, 128, 512, 2048}) {
        benchmark::RegisterBenchmark(
            ("paint_matrix/tokens:" + std::to_string(tokens)).c_str(),
            [=](benchmark::State& state) { paintMatrixFrame(state, tokens, 0); })
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime();
    }
    for (const int notches : {2, 4, 6, 8, 10, 14, 18, 22, 26}) {
        const std::string name = "zoom_matrix/tokens:2048/notches:" + std::to_string(notches);
        benchmark::RegisterBenchmark(
            name.c_str(), [=](benchmark::State& state) { zoomToFrame(state, 2048, notches); })
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime();
    }
    const auto large = [](const std::string& name, auto measure) {
        benchmark::RegisterBenchmark(name.c_str(), measure)
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime();
    };
    for (const int notches : {2, 10, 20}) {
        const std::string sizes = "/tokens:2048/heads:8/notches:" + std::to_string(notches);
        large("zoom_large" + sizes,
              [=](benchmark::State& state) { moveLargeMatrix(state, notches, Hand::Wheel); });
        large("drag_large" + sizes,
              [=](benchmark::State& state) { moveLargeMatrix(state, notches, Hand::Drag); });
        large("point_large" + sizes,
              [=](benchmark::State& state) { moveLargeMatrix(state, notches, Hand::Point); });
    }
    for (const Index tokens : {512, 2048}) {
        const std::string sizes = "/tokens:" + std::to_string(tokens);
        large("point_in_text" + sizes,
              [=](benchmark::State& state) { pointInText(state, tokens, false); });
        large("scroll_text" + sizes,
              [=](benchmark::State& state) { pointInText(state, tokens, true); });
    }
    const auto layers = [](const char* name, auto measure, Index tokens) {
        benchmark::RegisterBenchmark(
            name, [=](benchmark::State& state) { measure(state, stackOf(tokens)); })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    };
    layers("paint_layers/heads:144/tokens:10", paintLayers, 10);
    layers("paint_layers/heads:144/tokens:128", paintLayers, 128);
    const auto compared = [](const std::string& name, auto measure) {
        for (const Index tokens : {10, 128})
            benchmark::RegisterBenchmark(
                (name + "/heads:144/tokens:" + std::to_string(tokens)).c_str(),
                [=](benchmark::State& state) { measure(state, stackOf(tokens)); })
                ->Unit(benchmark::kMillisecond);
    };
    compared("paint_layers/compared", paintComparedLayers);
    compared("point_in_layers", [](benchmark::State& state, const Experiment& experiment) {
        pointInLayers(state, experiment, false);
    });
    compared("point_in_layers/compared", [](benchmark::State& state, const Experiment& experiment) {
        pointInLayers(state, experiment, true);
    });
    compared("sort_layers", sortLayers);
    layers("edit_to_layers/heads:144/tokens:10", editToLayers, 10);
    layers("edit_to_layers/heads:144/tokens:128", editToLayers, 128);
    frame("edit_to_frame/stack/heads:144/tokens:10", stackOf(10));
    for (const Index tokens : {10, 128, 512, 2048}) {
        benchmark::RegisterBenchmark(
            ("point_in_comparison/tokens:" + std::to_string(tokens)).c_str(),
            [=](benchmark::State& state) { pointInComparison(state, tokens); })
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime();
    }
    const auto lines = [](const std::string& name, auto measure) {
        benchmark::RegisterBenchmark(name.c_str(), measure)
            ->Unit(benchmark::kMillisecond)
            ->MeasureProcessCPUTime();
    };
    for (const Index tokens : {10, 40, 512}) {
        const Experiment experiment = sentence(tokens, 64, 8);
        const std::string sizes = "/heads:8/tokens:" + std::to_string(tokens);
        lines("paint_lines" + sizes,
              [=](benchmark::State& state) { paintLinesFrame(state, experiment); });
        lines("slide_to_lines" + sizes,
              [=](benchmark::State& state) { slideToLines(state, experiment); });
        for (const auto& [name, side] :
             {std::pair("query", LinesSide::Query), std::pair("key", LinesSide::Key)})
            lines("point_to_lines/" + std::string(name) + sizes,
                  [=](benchmark::State& state) { pointToLines(state, experiment, side); });
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
