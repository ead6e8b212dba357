// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/test_program.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

const Tensor& weightsOf(Workspace& workspace) {
    return (*workspace.scene().trace)[TensorName::AttentionWeights];
}

} // namespace

class TestWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void edit_changes_the_trace_and_undo_restores_it_bit_for_bit();
    void equal_edits_leave_no_trace_in_the_history();
    void edits_with_one_key_are_one_step();
    void end_of_a_merge_starts_a_new_step();
    void merged_edits_that_cancel_out_vanish();
    void newest_revision_wins();
    void a_stage_that_goes_is_left();
    void runner_stops_while_it_computes();
    void scene_is_announced_once_for_many_changes();
    void selection_is_kept_inside_smaller_matrices();
    void lock_stays_between_scores_and_weights_and_becomes_a_place_elsewhere();
    void first_question_is_what_the_last_token_looks_at_most();
    void invalid_experiment_keeps_the_last_good_trace();
    void a_model_is_shown_block_by_block();
    void a_block_that_is_gone_gives_way_to_another();
    void stages_lead_from_block_to_block();
    void a_compared_norm_is_no_way_station();
    void an_origin_is_gone_to_in_its_block();
    void plain_attention_is_the_whole_trace();
    void pictures_of_large_matrices_come_later_and_the_old_stay();
    void the_newest_stage_wins_while_pictures_are_made();
    void an_edit_while_pictures_are_made_leads_to_its_own();
    void an_invalid_edit_while_pictures_are_made_does_not_lose_them();
    void layers_are_prepared_while_they_are_shown();
};

void TestWorkspace::edit_changes_the_trace_and_undo_restores_it_bit_for_bit() {
    Workspace workspace(ticket());
    workspace.finish();
    const auto before = workspace.scene().trace;
    workspace.document().edit(
        QStringLiteral("type"),
        *withCell(workspace.experiment(), TensorName::QueryInput, {0, 0, 0}, 5));
    workspace.finish();
    QVERIFY(!(weightsOf(workspace) == (*before)[TensorName::AttentionWeights]));
    workspace.document().undoStack().undo();
    workspace.finish();
    QVERIFY(*workspace.scene().trace == *before);
    workspace.document().undoStack().redo();
    workspace.finish();
    QCOMPARE(workspace.experiment().queryInput(0, 0, 0), 5.0F);
}

void TestWorkspace::equal_edits_leave_no_trace_in_the_history() {
    Document document(ticket());
    document.edit(QStringLiteral("nothing"), *document.experiment());
    QCOMPARE(document.undoStack().count(), 0);
}

void TestWorkspace::edits_with_one_key_are_one_step() {
    Document document(ticket());
    const ExperimentPointer before = document.experiment();
    for (const float value : {1.0F, 2.0F, 3.0F})
        document.edit(QStringLiteral("slide"),
                      *withCell(*document.experiment(), TensorName::QueryInput, {0, 0, 0}, value),
                      QStringLiteral("cell"));
    QCOMPARE(document.undoStack().count(), 1);
    document.undoStack().undo();
    QVERIFY(*document.experiment() == *before);
}

void TestWorkspace::end_of_a_merge_starts_a_new_step() {
    Document document(ticket());
    for (const float value : {1.0F, 2.0F}) {
        document.edit(QStringLiteral("slide"),
                      *withCell(*document.experiment(), TensorName::QueryInput, {0, 0, 0}, value),
                      QStringLiteral("cell"));
        document.endMerge();
    }
    QCOMPARE(document.undoStack().count(), 2);
}

void TestWorkspace::merged_edits_that_cancel_out_vanish() {
    Document document(ticket());
    const Experiment before = *document.experiment();
    document.edit(QStringLiteral("slide"), *withCell(before, TensorName::QueryInput, {0, 0, 0}, 9),
                  QStringLiteral("cell"));
    document.edit(QStringLiteral("slide"), before, QStringLiteral("cell"));
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(*document.experiment() == before);
}

/// Dropout is switched off while its stage is shown: the weights are shown, not nothing.
void TestWorkspace::a_stage_that_goes_is_left() {
    AttentionConfig config = ticket().config;
    config.dropout = 0.5F;
    Workspace workspace(*withConfig(ticket(), config));
    workspace.finish();
    workspace.showStage(Stage::Dropped);
    QCOMPARE(workspace.selection().stage, Stage::Dropped);
    config.dropout = 0;
    workspace.document().edit(QStringLiteral("no dropout"),
                              *withConfig(workspace.experiment(), config));
    workspace.finish();
    QCOMPARE(workspace.selection().stage, Stage::Weights);
    workspace.showStage(Stage::Dropped); // nothing to show
    QCOMPARE(workspace.selection().stage, Stage::Weights);
}

void TestWorkspace::newest_revision_wins() {
    std::vector<std::uint64_t> revisions;
    EngineRunner runner(runEngine,
                        [&](const RunOutcome& outcome) { revisions.push_back(outcome.revision); });
    const auto paper = std::make_shared<const Experiment>(findExample("paper-size")->make());
    const auto small = std::make_shared<const Experiment>(ticket());
    for (std::uint64_t revision = 1; revision <= 20; ++revision)
        runner.request({revision, revision == 20 ? small : paper, {}});
    runner.finish();
    QVERIFY(!revisions.empty());
    QCOMPARE(revisions.back(), std::uint64_t{20});
    QVERIFY(std::is_sorted(revisions.begin(), revisions.end()));
    QTest::qWait(20);
    QCOMPARE(revisions.back(), std::uint64_t{20});
}

void TestWorkspace::runner_stops_while_it_computes() {
    const auto paper = std::make_shared<const Experiment>(findExample("paper-size")->make());
    for (int round = 0; round < 5; ++round) {
        int delivered = 0;
        {
            EngineRunner runner(runEngine, [&](const RunOutcome&) { ++delivered; });
            runner.request({1, paper, {}});
            // Destroyed at once: must neither hang nor deliver.
        }
        QCoreApplication::processEvents();
        QCOMPARE(delivered, 0);
    }
}

void TestWorkspace::scene_is_announced_once_for_many_changes() {
    Workspace workspace(ticket());
    workspace.finish();
    QCoreApplication::processEvents();
    QSignalSpy announced(&workspace, &Workspace::sceneChanged);
    workspace.hover(PanelCell{0, 1, 1});
    workspace.hover(PanelCell{0, 1, 2});
    workspace.lock(PanelCell{1, 1, 2});
    QCOMPARE(announced.count(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(announced.count(), 1);
}

void TestWorkspace::selection_is_kept_inside_smaller_matrices() {
    Workspace workspace(ticket());
    workspace.finish();
    workspace.lock(PanelCell{3, 9, 9});
    workspace.document().edit(
        QStringLiteral("shorter"),
        *withTokens(*withHeads(workspace.experiment(), 2), TokenSide::Query, 0, {"a", "b"}));
    workspace.finish();
    const PanelCell locked = workspace.selection().locked.value();
    QCOMPARE(locked.row, Index{1});
    QCOMPARE(locked.column, Index{1});
    QVERIFY(locked.panel < 4); // two heads, mean and max
}

void TestWorkspace::lock_stays_between_scores_and_weights_and_becomes_a_place_elsewhere() {
    Workspace workspace(ticket());
    workspace.finish();
    workspace.lock(PanelCell{1, 2, 3});
    workspace.showStage(Stage::Scores);
    QVERIFY(workspace.selection().locked == (PanelCell{1, 2, 3}));
    workspace.showStage(Stage::Output);
    QVERIFY(!workspace.selection().locked);
    QCOMPARE(workspace.selection().hovered->row, Index{2});
}

void TestWorkspace::first_question_is_what_the_last_token_looks_at_most() {
    Workspace workspace(ticket());
    workspace.finish();
    const PanelCell asked = workspace.selection().asked().value();
    QCOMPARE(asked.row, Index{9});
    for (Index key = 0; key < 10; ++key)
        QVERIFY(weightsOf(workspace)(0, 0, 9, key) <= weightsOf(workspace)(0, 0, 9, asked.column));
}

void TestWorkspace::invalid_experiment_keeps_the_last_good_trace() {
    Workspace workspace(ticket());
    workspace.finish();
    const auto before = workspace.scene().trace;
    Experiment broken = workspace.experiment();
    broken.config.heads = 0;
    QSignalSpy told(&workspace, &Workspace::errorChanged);
    workspace.document().edit(QStringLiteral("break"), broken);
    workspace.finish();
    QVERIFY(workspace.error().has_value());
    QCOMPARE(told.count(), 1);
    QCOMPARE(workspace.scene().trace, before);
    workspace.document().undoStack().undo();
    workspace.finish();
    QVERIFY(!workspace.error().has_value());
}

namespace {
Experiment translated() {
    return findExample("encoder-decoder")->make();
}
} // namespace

void TestWorkspace::a_model_is_shown_block_by_block() {
    Workspace workspace(translated());
    workspace.finish();
    // What a translation is about: how the last layer looks at the source.
    QCOMPARE(workspace.selection().scope, std::string("decoder/1/cross_attention"));
    const Tensor& weights = weightsOf(workspace);
    QCOMPARE(weights.shape(), (Shape{1, 2, 5, 4}));
    const auto& blocks = *workspace.scene().blocks;
    QVERIFY(workspace.scene().isModel());
    for (std::size_t i = 0; i < blocks.origins.size(); ++i)
        QVERIFY((*workspace.scene().trace)[i].result == (*blocks.whole)[blocks.origins[i]].result);
    workspace.showScope("encoder/0/feed_forward");
    QCOMPARE(workspace.scene().kind(), ScopeKind::FeedForward);
    QCOMPARE(workspace.selection().stage, Stage::FeedForward);
    workspace.showScope("no/such/block");
    QCOMPARE(workspace.selection().scope, std::string("encoder/0/feed_forward"));
}

void TestWorkspace::a_block_that_is_gone_gives_way_to_another() {
    Workspace workspace(translated());
    workspace.finish();
    workspace.showScope("decoder/1/self_attention");
    ModelConfig model = workspace.experiment().model;
    model.layers = 1;
    workspace.document().edit(QStringLiteral("fewer"),
                              withModel(workspace.experiment(), model).value());
    workspace.finish();
    QCOMPARE(workspace.selection().scope, std::string("decoder/0/cross_attention"));
    workspace.document().edit(QStringLiteral("ticket"), ticket());
    workspace.finish();
    QVERIFY(workspace.selection().scope.empty());
    QVERIFY(!workspace.scene().isModel());
    workspace.document().undoStack().undo();
    workspace.document().undoStack().undo();
    workspace.finish();
    QVERIFY(workspace.scene().isModel());
    QVERIFY(workspace.scene().trace->find(TensorName::AttentionWeights));
}

void TestWorkspace::stages_lead_from_block_to_block() {
    Workspace workspace(translated());
    workspace.finish();
    workspace.showStart();
    QVERIFY(!workspace.hasStage(-1));
    std::vector<std::string> visited{workspace.selection().scope};
    int stages = 1;
    while (workspace.hasStage(1)) {
        const Stage before = workspace.selection().stage;
        workspace.stepStage(1);
        ++stages;
        QVERIFY(!tensorsOf(workspace.selection().stage, *workspace.scene().trace).empty());
        if (workspace.selection().scope != visited.back()) {
            visited.push_back(workspace.selection().scope);
            QCOMPARE(workspace.selection().stage, Stage::Input);
        } else {
            QVERIFY(workspace.selection().stage != before);
        }
        QVERIFY(stages < 1000);
    }
    std::vector<std::string> all;
    for (const TraceScope& scope : workspace.scene().blocks->scopes)
        all.push_back(scope.path);
    QCOMPARE(visited, all);
    for (int back = 1; back < stages; ++back)
        workspace.stepStage(-1);
    QCOMPARE(workspace.selection().scope, all.front());
    QVERIFY(!workspace.hasStage(-1));
}

void TestWorkspace::a_compared_norm_is_no_way_station() {
    Workspace workspace(findExample("norms")->make());
    workspace.finish();
    workspace.showStart();
    int compared = 0;
    for (const TraceScope& scope : workspace.scene().blocks->scopes)
        compared += scope.path.ends_with("/batch");
    QVERIFY(compared > 0);
    while (workspace.hasStage(1)) {
        workspace.stepStage(1);
        QVERIFY(!workspace.selection().scope.ends_with("/batch"));
    }
    // But it can be gone to: the norm view stands on both.
    for (const TraceScope& scope : workspace.scene().blocks->scopes) {
        if (scope.path.ends_with("/batch"))
            workspace.showScope(scope.path);
    }
    QVERIFY(workspace.selection().scope.ends_with("/batch"));
    QVERIFY(workspace.scene().trace->find(TensorName::Normalised));
}

void TestWorkspace::an_origin_is_gone_to_in_its_block() {
    Workspace workspace(translated());
    workspace.finish();
    const Trace& whole = *workspace.scene().blocks->whole;
    const std::size_t step = *whole.indexOf(TensorName::HeadContext, "encoder/1/self_attention");
    workspace.showOrigin(step, {0, 1, 2, 3});
    QCOMPARE(workspace.selection().scope, std::string("encoder/1/self_attention"));
    QCOMPARE(workspace.selection().stage, Stage::Context);
    QCOMPARE(workspace.selection().locked, (PanelCell{1, 2, 3}));
    workspace.showOrigin(100000, {0});
    QCOMPARE(workspace.selection().stage, Stage::Context);
}

void TestWorkspace::plain_attention_is_the_whole_trace() {
    Workspace workspace(ticket());
    workspace.finish();
    QVERIFY(workspace.scene().trace == workspace.scene().blocks->whole);
    QVERIFY(!workspace.scene().isModel());
    workspace.showStage(Stage::Normalised); // which attention has not
    QCOMPARE(workspace.selection().stage, Stage::Weights);
}

namespace {

/// Large enough for its pictures to be made outside the window's thread.
Experiment longSentence() {
    Experiment experiment = withBatch(findExample("paper-size")->make(), 1).value();
    experiment = withTokens(experiment, TokenSide::Query, 0, TokenList(400, "word")).value();
    return withHeads(withModelDim(experiment, 8).value(), 2).value();
}

/// Whether everything that is shown belongs together.
bool isWhole(const Scene& scene) {
    return scene.stage && suits(*scene.stage, scene) &&
           scene.stage->panels.front().panel.matrix.size(0) ==
               std::ssize(scene.run->labels().tokens.front());
}

} // namespace

void TestWorkspace::pictures_of_large_matrices_come_later_and_the_old_stay() {
    Workspace workspace(longSentence());
    QSignalSpy announced(&workspace, &Workspace::sceneChanged);
    workspace.finish();
    QVERIFY(isWhole(workspace.scene()));
    workspace.showStage(Stage::Scores);
    QVERIFY(workspace.isComputing());
    QCOMPARE(workspace.selection().stage, Stage::Scores);
    QCOMPARE(workspace.scene().selection.stage, Stage::Weights);
    QVERIFY(isWhole(workspace.scene()));
    workspace.finish();
    QVERIFY(!workspace.isComputing());
    QCOMPARE(workspace.scene().selection.stage, Stage::Scores);
    QVERIFY(isWhole(workspace.scene()));
    // A cell of what is there needs nothing new.
    workspace.hover(PanelCell{0, 5, 5});
    QVERIFY(!workspace.isComputing());
    QVERIFY(workspace.scene().selection.hovered == (PanelCell{0, 5, 5}));
    QCoreApplication::processEvents();
    for (const QList<QVariant>& call : announced)
        QVERIFY(call.first().value<Scene>().isEmpty() || isWhole(call.first().value<Scene>()));
}

void TestWorkspace::the_newest_stage_wins_while_pictures_are_made() {
    Workspace workspace(longSentence());
    workspace.finish();
    for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Scores})
        workspace.showStage(stage);
    workspace.showStage(Stage::Weights); // what is shown already
    QVERIFY(!workspace.isComputing());
    workspace.finish();
    QCOMPARE(workspace.scene().selection.stage, Stage::Weights);
    workspace.showStage(Stage::Scaled);
    workspace.showStage(Stage::Masked);
    workspace.finish();
    QCOMPARE(workspace.scene().selection.stage, Stage::Masked);
    QVERIFY(isWhole(workspace.scene()));
}

void TestWorkspace::an_edit_while_pictures_are_made_leads_to_its_own() {
    Workspace workspace(longSentence());
    workspace.finish();
    const auto before = workspace.scene().trace;
    workspace.showStage(Stage::Scores);
    workspace.document().edit(QStringLiteral("seed"), withSeed(workspace.experiment(), 77));
    QCOMPARE(workspace.scene().trace, before);
    workspace.finish();
    QVERIFY(workspace.scene().trace != before);
    QCOMPARE(workspace.scene().selection.stage, Stage::Scores);
    QVERIFY(isWhole(workspace.scene()));
    // From large to small and back.
    workspace.document().edit(QStringLiteral("ticket"), ticket());
    workspace.finish();
    QCOMPARE(workspace.scene().run->labels().tokens.front().size(), std::size_t{10});
    workspace.document().undoStack().undo();
    workspace.finish();
    QVERIFY(isWhole(workspace.scene()));
}

void TestWorkspace::an_invalid_edit_while_pictures_are_made_does_not_lose_them() {
    Workspace workspace(longSentence());
    workspace.finish();
    workspace.showStage(Stage::Scores);
    Experiment broken = workspace.experiment();
    broken.config.heads = 0;
    workspace.document().edit(QStringLiteral("break"), broken);
    workspace.finish();
    QVERIFY(workspace.error());
    QCOMPARE(workspace.scene().selection.stage, Stage::Scores);
    QVERIFY(isWhole(workspace.scene()));
}

void TestWorkspace::layers_are_prepared_while_they_are_shown() {
    Workspace workspace(longSentence());
    workspace.finish();
    QVERIFY(!workspace.scene().layers);
    workspace.setLayersShown(true);
    workspace.finish();
    QVERIFY(workspace.scene().layers && suits(*workspace.scene().layers, workspace.scene()));
    QCOMPARE(workspace.scene().layers->attentions.size(), std::size_t{1});
    QCOMPARE(workspace.scene().layers->attentions.front().heads.size(), std::size_t{2});
    workspace.setLayersShown(false);
    workspace.finish();
    QVERIFY(!workspace.scene().layers);
}

HEADSCOPE_TEST(TestWorkspace, QApplication)
#include "test_workspace.moc"
