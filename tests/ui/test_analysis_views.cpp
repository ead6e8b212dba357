// SPDX-License-Identifier: GPL-3.0-or-later
// Value-weighted attention and rollout as people meet them: behind the line of the strip, in the
// inspector, in figures.
#include "comparison/compared_block.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "figure/figure.h"
#include "pages/layers/layers_page.h"
#include "scene/block_cut.h"
#include "scene/prepared_layers.h"
#include "scene/prepared_stage.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "transformer/run_model.h"
#include "window/frame/page_stack.h"
#include "words/statements.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A block of an experiment as the window shows it.
Scene blockOf(const Experiment& experiment, const std::string& scope = {}) {
    Scene scene;
    scene.run = runOf(experiment,
                      std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value()));
    scene.selection.scope = scope;
    const BlockCut cut = cutBlock(scene.run->trace(), scene.run->scopes(), scope);
    scene.trace = cut.trace;
    scene.blocks = cut.map;
    return scene;
}

constexpr const char* secondLayer = "encoder/1/self_attention";

} // namespace

class TestAnalysisViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }

    void they_stand_behind_what_is_computed();
    void stages_are_stepped_through_without_them();
    void rollout_opens_in_heads();
    void a_length_is_told_by_weight_and_value();
    void a_length_of_a_value_is_the_root_of_its_squares();
    void a_rollout_is_told_key_by_key();
    void the_first_rollout_is_half_of_the_mean();
    void masked_pairs_are_hatched_in_them();
    void lengths_have_a_range_from_0_to_the_largest();
    void layers_show_lengths_of_every_head();
    void figures_name_their_source();
};

void TestAnalysisViews::they_stand_behind_what_is_computed() {
    const Scene plain = blockOf(example("ticket"));
    const auto all = allStagesOf(ScopeKind::Attention, *plain.trace);
    QCOMPARE(all.back(), Stage::ValueWeighted);
    QCOMPARE(all[all.size() - 2], Stage::Output);
    QCOMPARE(stagesOf(ScopeKind::Attention, *plain.trace).back(), Stage::Output);
    QCOMPARE(tensorsOf(Stage::ValueWeighted, *plain.trace),
             (std::vector{TensorName::ValueWeighted, TensorName::ValueNorm}));
    const Scene layer = blockOf(example("stack"), secondLayer);
    QCOMPARE(allStagesOf(ScopeKind::Attention, *layer.trace).back(), Stage::Rollout);
    // A decoder that reads another text as well has none.
    const Scene decoder = blockOf(example("encoder-decoder"), "decoder/0/self_attention");
    QCOMPARE(allStagesOf(ScopeKind::Attention, *decoder.trace).back(), Stage::ValueWeighted);
}

void TestAnalysisViews::stages_are_stepped_through_without_them() {
    const auto window = shownWindow(example("ticket"));
    Workspace& workspace = window->workspace();
    workspace.showStage(Stage::Output);
    window->settle();
    QVERIFY(!workspace.hasStage(1));
    workspace.showStage(Stage::ValueWeighted);
    window->settle();
    QCOMPARE(workspace.selection().stage, Stage::ValueWeighted);
    workspace.stepStage(-1);
    QCOMPARE(workspace.selection().stage, Stage::Merge);
}

void TestAnalysisViews::rollout_opens_in_heads() {
    const auto window = shownWindow(example("stack"));
    window->showPage("layers");
    window->workspace().showScope(secondLayer);
    window->workspace().showStage(Stage::Rollout);
    window->settle();
    QCOMPARE(window->pages().id(), std::string("heads"));
    const auto prepared = preparedStage(window->workspace().scene());
    QCOMPARE(prepared->panels.size(), std::size_t{1});
    QCOMPARE(prepared->panels.front().panel.kind, MatrixPanel::Kind::Whole);
    // The overview of the layers goes back to the weights of the heads.
    window->showPage("layers");
    window->settle();
    QCOMPARE(window->workspace().selection().stage, Stage::Weights);
}

void TestAnalysisViews::a_length_is_told_by_weight_and_value() {
    const Scene scene = blockOf(example("ticket"));
    const Derivation said = derivationOf(asking(scene, Stage::ValueWeighted, {1, 9, 5}));
    const auto rows = rowsOf(said, Kind::Equation);
    QVERIFY(rows.size() >= 3);
    const double weight = rows[0]->numbers.front().value;
    const double length = rows[1]->numbers.front().value;
    QCOMPARE(weight, double{(*scene.trace)[TensorName::AttentionWeights](0, 1, 9, 5)});
    QVERIFY(std::abs(weight * length - said.result.value) < 1e-5);
    QVERIFY(rows[1]->numbers.front().source);
    QVERIFY(says(said, QStringLiteral("Kobayashi et al. 2020")));
    QVERIFY(says(said, QStringLiteral("‖w·v·W_O‖")));
}

void TestAnalysisViews::a_length_of_a_value_is_the_root_of_its_squares() {
    const Scene scene = blockOf(example("ticket"));
    const Derivation said = derivationOf(asking(scene, Stage::ValueWeighted, {1, 5, 0}, 1));
    QVERIFY(says(said, QStringLiteral("√ Σ (v·W_O)²")));
    double squares = 0;
    for (const DerivationRow* row : rowsOf(said, Kind::Equation)) {
        if (row->label.endsWith(u'²'))
            squares += row->numbers.front().value;
    }
    QVERIFY(std::abs(std::sqrt(squares) - said.result.value) < 1e-4);
    QCOMPARE(said.title.value(1), QStringLiteral("订了"));
}

void TestAnalysisViews::a_rollout_is_told_key_by_key() {
    const Scene scene = blockOf(example("stack"), secondLayer);
    const Derivation said = derivationOf(asking(scene, Stage::Rollout, {0, 2, 1}));
    const auto terms = rowsOf(said, Kind::Term);
    QVERIFY(!terms.empty());
    double sum = 0;
    for (const DerivationRow* term : terms) {
        QVERIFY(std::abs(term->numbers[0].value * term->numbers[1].value - term->numbers[2].value) <
                1e-6);
        sum += term->numbers[2].value;
        QVERIFY(term->numbers[1].elsewhere); // in the layer before
    }
    QVERIFY(std::abs(sum - said.result.value) < 1e-5);
    QVERIFY(says(said, QStringLiteral("(½Ā + ½I)·R")));
    QVERIFY(says(said, QStringLiteral("Abnar and Zuidema 2020")));
    QVERIFY(says(said, QStringLiteral("It says little of models whose words look back only")));
}

void TestAnalysisViews::the_first_rollout_is_half_of_the_mean() {
    const Scene scene = blockOf(example("stack"), "encoder/0/self_attention");
    for (const Index key : {Index{1}, Index{2}}) {
        const Derivation said = derivationOf(asking(scene, Stage::Rollout, {0, 2, key}));
        const double mean = rowsOf(said, Kind::Equation).front()->numbers.front().value;
        QVERIFY(std::abs(mean / 2 + (key == 2 ? 0.5 : 0) - said.result.value) < 1e-6);
        QVERIFY(says(said, QStringLiteral("½Ā + ½I")));
    }
}

void TestAnalysisViews::masked_pairs_are_hatched_in_them() {
    const Scene plain = blockOf(withCausal(example("ticket"), true));
    const auto lengths = panelsOf(*plain.trace, TensorName::ValueWeighted, 0);
    QVERIFY(lengths.front().markOf(2, 5) == CellMark::Masked);
    QVERIFY(lengths.front().markOf(5, 2) == CellMark::None);
    const Scene layer = blockOf(withCausal(example("stack"), true), secondLayer);
    const auto rolled = panelsOf(*layer.trace, TensorName::Rollout, 0);
    QVERIFY(rolled.front().markOf(1, 2) == CellMark::Masked);
    QVERIFY(rolled.front().markOf(2, 1) == CellMark::None);
}

void TestAnalysisViews::lengths_have_a_range_from_0_to_the_largest() {
    Scene scene = blockOf(example("ticket"));
    scene.selection.stage = Stage::ValueWeighted;
    const auto prepared = preparedStage(scene);
    double largest = 0;
    for (const PreparedPanel& panel : prepared->panels)
        largest = std::max(largest, panel.largest);
    const ValueScale range = prepared->range(0, RangeMode::Fixed);
    QCOMPARE(range.low, 0.0);
    QVERIFY(range.high >= largest && range.high < 1.5 * largest);
    // A rollout is a share.
    Scene layer = blockOf(example("stack"), secondLayer);
    layer.selection.stage = Stage::Rollout;
    QCOMPARE(preparedStage(layer)->range(0, RangeMode::Fixed).high, 1.0);
}

void TestAnalysisViews::layers_show_lengths_of_every_head() {
    Scene scene = blockOf(example("stack"), secondLayer);
    scene.selection.stage = Stage::ValueWeighted;
    const auto layers = preparedLayers(scene);
    QVERIFY(layers->attentions.size() > 1);
    for (const PreparedLayers::Attention& attention : layers->attentions) {
        QCOMPARE(attention.name, TensorName::ValueWeighted);
        QCOMPARE(std::ssize(attention.heads), scene.run->heads());
    }
}

void TestAnalysisViews::figures_name_their_source() {
    const Scene scene = blockOf(example("stack"), secondLayer);
    for (const auto& [tensor, words] :
         {std::pair{TensorName::ValueWeighted, "Kobayashi et al. 2020"},
          std::pair{TensorName::Rollout, "Abnar and Zuidema 2020"}}) {
        FigureRequest request;
        request.run = scene.run;
        request.trace = scene.trace;
        request.blocks = scene.blocks;
        request.tensor = tensor;
        const Result<QByteArray> file = renderFigure(request, FigureFormat::Svg);
        QVERIFY(file);
        QVERIFY2(QString::fromUtf8(*file).contains(QLatin1String(words)), words);
    }
}

HEADSCOPE_TEST(TestAnalysisViews, QApplication)
#include "test_analysis_views.moc"
