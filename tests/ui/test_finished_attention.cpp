// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/attention_panel.h"
#include "editors/setup_panel.h"
#include "editors/token_edit.h"
#include "examples/examples.h"
#include "experiment/experiment_run.h"
#include "figure/figure.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "inspector/derivation/derivation.h"
#include "opening/experiment_files.h"
#include "pages/heads/heads_view.h"
#include "recovery/recovery_content.h"
#include "run/finished_attention.h"
#include "scene/compared.h"
#include "scene/prepared_stage.h"
#include "scene/stage.h"
#include "scene/value_range.h"
#include "source/source_json.h"
#include "support/derivation.h"
#include "support/finished_run.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "transformer/run_model.h"
#include "window/files/experiment_file.h"
#include "window/files/recent_files.h"
#include "window/frame/page_stack.h"
#include "window/frame/status_line.h"
#include "window/notices/axes_bar.h"
#include "window/notices/weights_bar.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Two heads in which "sees" looks at "two" (head 1) and at "one" (head 2).
Scene finished() {
    const std::vector<float> values = {.1F, .7F, .2F, 1, 0, 0, .7F, .2F, .1F, 0, 0, 1};
    const Tensor weights = Tensor::fromValues({1, 2, 2, 3}, Axes(4, Axis::Feature), values);
    const Result<Run> run =
        finishedRun(weights, {{{"sees", "looks"}}, TokenLists{{"one", "two", "three"}}, {}});
    Scene scene;
    scene.run = std::make_shared<const Run>(*run);
    scene.trace = scene.run->trace();
    scene.stage = preparedStage(scene);
    return scene;
}

} // namespace

/// An attention that no engine of ours computed is shown as every other run.
class TestFinishedAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_heads_view_shows_it();
    void a_mask_in_scores_is_a_mask_data();
    void a_mask_in_scores_is_a_mask();
    void a_mask_in_weights_is_a_mask();
    void a_cell_is_named_by_its_words();
    void a_figure_has_its_words();
    void the_status_line_says_no_seed();
    void a_file_opens_in_the_window();
    void words_are_named_and_undone();
    void words_name_all_sequences_until_one_gets_others();
    void a_locked_cell_is_said_by_its_words();
    void f5_reads_it_again();
    void f5_reads_what_options_named_again();
    void f5_asks_for_the_heads_of_weights_again();
    void a_doubtful_reading_is_asked_about();
    void nothing_computes_what_came_finished();
    void it_is_compared_with_a_pin();
    void it_is_saved_and_recovered();

private:
    /// A window with a file of 2 heads in 3 layers that sees 4 words.
    std::unique_ptr<MainWindow> opened();
    QTemporaryDir m_folder;
};

std::unique_ptr<MainWindow> TestFinishedAttention::opened() {
    dressAsTheProgram();
    const Index words = 4;
    std::vector<float> values;
    for (Index row = 0; row < 3 * 2 * words; ++row) {
        for (Index key = 0; key < words; ++key)
            values.push_back(key == row % words ? .625F : .125F);
    }
    const QString path = m_folder.filePath(QStringLiteral("attn.npy"));
    const Tensor weights = Tensor::fromValues({3, 2, words, words}, Axes(4, Axis::Feature), values);
    if (!writeNpy(path.toStdString(), weights))
        qFatal("cannot write the file");
    auto window = shownWindow(findExample("ticket")->make());
    if (!window->openFiles({path}))
        qFatal("cannot open the file");
    window->settle();
    return window;
}

void TestFinishedAttention::a_file_opens_in_the_window() {
    const auto window = opened();
    const Scene& scene = window->workspace().scene();
    QCOMPARE(scene.run->scopes().size(), std::size_t{3}); // layers, heads: the guess
    QCOMPARE(scene.run->heads(), Index{2});
    QVERIFY(window->workspace().document().source().attention());
    QVERIFY(window->findChild<AttentionPanel*>()->isVisible());
    QVERIFY(!window->findChild<SetupPanel*>()->isVisible());
    for (const PageStack::Tab& tab : window->pages().tabs()) {
        const bool shown =
            tab.id == "heads" || tab.id == "lines" || tab.id == "text" || tab.id == "layers";
        if (shown)
            QVERIFY2(tab.open, tab.id.data());
        if (tab.id == "steps" || tab.id == "shapes") {
            QVERIFY2(!tab.open, tab.id.data());
            QVERIFY2(tab.why.contains(QStringLiteral("computed elsewhere")), qPrintable(tab.why));
        }
    }
    // Back to the example and its editors with one step.
    window->workspace().document().undoStack().undo();
    window->settle();
    QVERIFY(window->workspace().document().source().experiment());
    QVERIFY(window->findChild<SetupPanel*>()->isVisible());
    QVERIFY(!window->findChild<AttentionPanel*>()->isVisible());
}

void TestFinishedAttention::words_are_named_and_undone() {
    const auto window = opened();
    QUndoStack& history = window->workspace().document().undoStack();
    QCOMPARE(history.undoText(), QStringLiteral("open an attention"));
    const auto numbers = [&] {
        std::vector<Tensor> all;
        for (const TraceStep& step : window->workspace().scene().run->trace()->steps())
            all.push_back(step.result);
        return all;
    };
    const std::vector<Tensor> before = numbers();
    auto* words = window->findChild<AttentionPanel*>()->findChildren<TokenEdit*>().front();
    words->setPlainText(QStringLiteral("a b c d"));
    window->settle();
    QVERIFY(window->workspace().scene().run->labels().tokens == (TokenLists{{"a", "b", "c", "d"}}));
    QVERIFY(numbers() == before); // bit for bit, of every layer
    // More than there are places: a sentence, and the run stays.
    words->setPlainText(QStringLiteral("a b c d e"));
    window->settle();
    QVERIFY(window->workspace().scene().run->labels().tokens == (TokenLists{{"a", "b", "c", "d"}}));
    // Undo drops first what was refused; then it is the window's.
    QTest::keyClick(words, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(words->toPlainText(), QStringLiteral("a b c d"));
    QKeyEvent ask(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    ask.ignore(); // as the shortcut map sends it
    QApplication::sendEvent(words, &ask);
    QVERIFY(!ask.isAccepted());
    // Who comes back to the field makes a step of its own.
    const int steps = history.index();
    QFocusEvent left(QEvent::FocusOut);
    QApplication::sendEvent(words, &left);
    words->setPlainText(QStringLiteral("e f g h"));
    window->settle();
    QCOMPARE(history.index(), steps + 1);
    QVERIFY(numbers() == before);
    history.undo();
    window->settle();
    QCOMPARE(words->toPlainText(), QStringLiteral("a b c d"));
    history.undo();
    window->settle();
    QVERIFY(window->workspace().scene().run->labels().tokens.empty());
    QVERIFY(words->toPlainText().isEmpty());
    QVERIFY(numbers() == before);
}

void TestFinishedAttention::words_name_all_sequences_until_one_gets_others() {
    const auto window = opened();
    Document& document = window->workspace().document();
    auto next = std::make_shared<FileAttention>(*document.source().attention());
    next->axes = *axesFrom("batch,heads,query,key");
    document.edit(QStringLiteral("axes"), FileAttentionPointer(next));
    window->settle();
    auto* words = window->findChild<AttentionPanel*>()->findChildren<TokenEdit*>().front();
    words->setPlainText(QStringLiteral("a b c d"));
    window->settle();
    const TokenList first = {"a", "b", "c", "d"};
    const auto shown = [&] { return window->workspace().scene().run->labels().tokens; };
    QVERIFY(shown() == (TokenLists{first, first, first}));
    QVERIFY(document.source().attention()->tokens == TokenLists{first});
    const auto said = window->findChild<AttentionPanel*>()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(said, [](const QLabel* label) {
        return label->text().contains(QStringLiteral("names all 3 sequences"));
    }));
    window->workspace().showSequence(1);
    window->settle();
    QCOMPARE(words->toPlainText(), QStringLiteral("a b c d"));
    words->setPlainText(QStringLiteral("e f g h"));
    window->settle();
    QVERIFY(shown() == (TokenLists{first, {"e", "f", "g", "h"}, first}));
}

void TestFinishedAttention::a_locked_cell_is_said_by_its_words() {
    const auto window = opened();
    auto next =
        std::make_shared<FileAttention>(*window->workspace().document().source().attention());
    next->tokens = {{"one", "two", "three", "four"}};
    window->workspace().document().edit(QStringLiteral("words"), FileAttentionPointer(next));
    window->workspace().lock(PanelCell{1, 2, 3});
    window->settle();
    const QString said = window->findChild<StatusLine*>()->text();
    QVERIFY2(said.contains(QStringLiteral("locked: query “three”, key “four”")), qPrintable(said));
    QVERIFY2(said.startsWith(QStringLiteral("computed elsewhere")), qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral(" ms")), qPrintable(said));
    // Every page that opens has something to show for it.
    for (const PageStack::Tab& tab : window->pages().tabs()) {
        if (!tab.open)
            continue;
        window->showPage(tab.id);
        window->settle();
        QVERIFY2(!window->grab().isNull(), tab.id.data());
    }
}

void TestFinishedAttention::f5_reads_it_again() {
    const auto window = opened();
    Document& document = window->workspace().document();
    const auto words = [&] { return window->workspace().scene().run->labels().tokens; };
    const auto first = [&] {
        return (*window->workspace().scene().trace)[TensorName::AttentionWeights](0, 0, 0, 0);
    };
    auto* const recent = window->findChild<RecentFiles*>();
    QVERIFY(recent->paths().contains(m_folder.filePath(QStringLiteral("attn.npy"))));
    auto named = std::make_shared<FileAttention>(*document.source().attention());
    named->tokens = {{"a", "b", "c", "d"}};
    named->axesSaid = true;
    document.edit(QStringLiteral("words"), FileAttentionPointer(named));
    window->settle();
    QCOMPARE(first(), .625F);
    // Another program writes other numbers of the same shape.
    const std::string path = m_folder.filePath(QStringLiteral("attn.npy")).toStdString();
    const Tensor other = Tensor::filled({3, 2, 4, 4}, Axes(4, Axis::Feature), .25F);
    QVERIFY(writeNpy(path, other).ok());
    window->findChild<ExperimentFile*>()->look();
    QVERIFY(window->findChild<StatusLine*>()->text().contains(QStringLiteral("attn.npy")));
    const auto press = [&] {
        QTest::keyClick(window.get(), Qt::Key_F5);
        window->settle();
    };
    press();
    QCOMPARE(first(), .25F);
    QVERIFY(words() == (TokenLists{{"a", "b", "c", "d"}}));
    QVERIFY(document.source().attention()->axesSaid);
    document.undoStack().undo();
    window->settle();
    QCOMPARE(first(), .625F);
    press(); // the file is the same as before
    QCOMPARE(first(), .25F);
    QVERIFY(words() == (TokenLists{{"a", "b", "c", "d"}}));
    // Of another size: words that have no place any more go.
    QVERIFY(writeNpy(path, Tensor::filled({3, 2, 2, 2}, Axes(4, Axis::Feature), .5F)).ok());
    press();
    QCOMPARE(first(), .5F);
    QVERIFY(words().empty());
    // A file that is gone is a sentence, and what was shown stays.
    QVERIFY(QFile::remove(QString::fromStdString(path)));
    press();
    QCOMPARE(first(), .5F);
    QVERIFY(window->findChild<StatusLine*>()->text().contains(QStringLiteral("attn.npy")));
    // The example that undo leads back to was opened from no file.
    while (document.source().attention())
        document.undoStack().undo();
    window->settle();
    QVERIFY(window->findChild<ExperimentFile*>()->watched().isEmpty());
    QVERIFY(!window->findChild<ExperimentFile*>()->reload());
}

/// As the command of the window opens what `--attention --axes --tokens` say.
void TestFinishedAttention::f5_reads_what_options_named_again() {
    const auto window = opened();
    ExperimentFiles files;
    files.attention.path = m_folder.filePath(QStringLiteral("attn.npy")).toStdString();
    files.attention.axes = axesFrom("layers,heads,query,key").value();
    files.attention.tokens = "one two three four";
    const Result<OpenedExperiment> read = openExperiment(files);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    Document& document = window->workspace().document();
    document.begin(ExperimentFile::stepOf(read->source()), read->source(),
                   ExperimentFile::openedFrom(files, read->source()));
    window->settle();
    const auto& scene = window->workspace().scene();
    const Tensor other = Tensor::filled({3, 2, 4, 4}, Axes(4, Axis::Feature), .25F);
    QVERIFY(writeNpy(files.attention.path, other).ok());
    QTest::keyClick(window.get(), Qt::Key_F5);
    window->settle();
    QVERIFY(document.source().attention()->axesSaid);
    QCOMPARE(scene.run->scopes().size(), std::size_t{3});
    QCOMPARE((*scene.trace)[TensorName::AttentionWeights](0, 0, 0, 0), .25F);
    const TokenList words = {"one", "two", "three", "four"};
    QVERIFY(scene.run->labels().tokens.front() == words);
}

void TestFinishedAttention::f5_asks_for_the_heads_of_weights_again() {
    dressAsTheProgram();
    const QString input = m_folder.filePath(QStringLiteral("x.npy"));
    const QString weights = m_folder.filePath(QStringLiteral("w.safetensors"));
    const auto write = [&](float value) {
        const Axes two(2, Axis::Feature);
        QVERIFY(writeSafetensors(weights.toStdString(),
                                 {{"in_proj_weight", Tensor::filled({24, 8}, two, value)},
                                  {"out_proj.weight", Tensor::filled({8, 8}, two, value)}})
                    .ok());
    };
    QVERIFY(
        writeNpy(input.toStdString(), Tensor::filled({3, 8}, Axes(2, Axis::Feature), .5F)).ok());
    write(.25F);
    const auto window = shownWindow(findExample("ticket")->make());
    QVERIFY(window->openFiles({input, weights}));
    window->settle();
    Document& document = window->workspace().document();
    auto* const bar = window->findChild<WeightsBar*>();
    QVERIFY(bar->isVisible());
    const auto weight = [&] { return document.experiment()->weights.at(Role::QueryWeight)(0, 0); };
    auto named = *document.experiment();
    named.tokens = {{"a", "b", "c"}};
    document.edit(QStringLiteral("words"), named);
    write(.75F);
    QTest::keyClick(window.get(), Qt::Key_F5);
    window->settle();
    QCOMPARE(weight(), .75F);
    QVERIFY(document.experiment()->tokens == (TokenLists{{"a", "b", "c"}}));
    QVERIFY(bar->isVisible());
    document.undoStack().undo();
    window->settle();
    QCOMPARE(weight(), .25F);
    QVERIFY(bar->isVisible()); // it asks about those that stand there
    document.undoStack().redo();
    window->settle();
    QVERIFY(bar->isVisible());
}

void TestFinishedAttention::a_doubtful_reading_is_asked_about() {
    const auto window = opened();
    auto* bar = window->findChild<AxesBar*>();
    QVERIFY(bar->isVisible());
    auto* axes = bar->findChild<QComboBox*>();
    QCOMPARE(axes->currentText(), QStringLiteral("layers 3 × heads 2 × query 4 × key 4"));
    QCOMPARE(axes->count(), 2);
    axes->setCurrentIndex(1);
    Q_EMIT axes->activated(1);
    window->settle();
    QCOMPARE(window->workspace().scene().run->batch(), Index{3});
    QCOMPARE(window->workspace().scene().run->scopes().size(), std::size_t{1});
    window->workspace().document().undoStack().undo();
    window->settle();
    QCOMPARE(window->workspace().scene().run->scopes().size(), std::size_t{3});
    QVERIFY(bar->isVisible());
    bar->findChild<QPushButton*>()->click();
    QVERIFY(!bar->isVisible());
}

void TestFinishedAttention::nothing_computes_what_came_finished() {
    const auto window = opened();
    Workspace& workspace = window->workspace();
    const std::uint64_t revision = workspace.document().revision();
    QVERIFY(!workspace.edit(want::NextHeads{1}));
    QVERIFY(!workspace.edit(want::Causal{true}));
    QVERIFY(!workspace.edit(want::NewSeed{}));
    QVERIFY(!workspace.edit(want::Number{}));
    QCOMPARE(workspace.document().revision(), revision);
}

void TestFinishedAttention::it_is_compared_with_a_pin() {
    const auto window = opened();
    Workspace& workspace = window->workspace();
    workspace.comparisons().carryOut(want::Compare{true});
    workspace.comparisons().carryOut(want::Pin{});
    auto next = std::make_shared<FileAttention>(*workspace.document().source().attention());
    next->tokens = {{"a", "b", "c", "d"}};
    workspace.document().edit(QStringLiteral("words"), FileAttentionPointer(next));
    window->settle();
    const auto& compared = workspace.scene().compared;
    QVERIFY(compared && compared->a.run && compared->b.run && !compared->error);
    QVERIFY(compared->a.run->labels().tokens.empty());
    QVERIFY(!compared->b.run->labels().tokens.empty());
}

void TestFinishedAttention::it_is_saved_and_recovered() {
    const auto window = opened();
    Document& document = window->workspace().document();
    const FileAttention before = *document.source().attention();
    const QString path = m_folder.filePath(QStringLiteral("kept.recovery"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(recoveryText({document.source(), path, {}})));
    file.close();
    const Result<RecoveryContent> read = readRecovery(path);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(*read->source.attention() == before);
    // The file stands for itself: the array that it was opened from may go.
    const QString saved = m_folder.filePath(QStringLiteral("saved.headscope"));
    QFile kept(saved);
    QVERIFY(kept.open(QIODevice::WriteOnly));
    kept.write(QByteArray::fromStdString(sourceToJson(document.source())));
    kept.close();
    QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("attn.npy"))));
    QVERIFY(window->openFile(saved));
    window->settle();
    QVERIFY(*document.source().attention() == before);
    QVERIFY(document.isSaved());
}

void TestFinishedAttention::the_heads_view_shows_it() {
    Scene scene = finished();
    QCOMPARE(stagesOf(scene.kind(), *scene.trace), std::vector{Stage::Weights});
    HeadsView view;
    view.resize(900, 600);
    view.setScene(scene);
    QVERIFY(!view.grab().isNull());
    // Another run with the same numbers and other words is another picture.
    const QImage before = view.grab().toImage();
    RunLabels other = scene.run->labels();
    other.tokens.front().front() = "elsewhere";
    scene.run = std::make_shared<const Run>(
        *finishedRun((*scene.trace)[TensorName::AttentionWeights], std::move(other)));
    scene.trace = scene.run->trace();
    scene.stage = preparedStage(scene);
    view.setScene(scene);
    QVERIFY(view.grab().toImage() != before);
}

void TestFinishedAttention::a_mask_in_scores_is_a_mask_data() {
    QTest::addColumn<float>("added");
    QTest::newRow("infinity") << -std::numeric_limits<float>::infinity();
    QTest::newRow("lowest float") << std::numeric_limits<float>::lowest();
    QTest::newRow("lowest half") << -65504.0F;
    QTest::newRow("billion") << -1e9F;
    QTest::newRow("ten thousand") << -1e4F;
}

/// Scores of two heads of three words, causal: what a file has of them tells no mask.
void TestFinishedAttention::a_mask_in_scores_is_a_mask() {
    QFETCH(float, added);
    std::vector<float> values = {2, 5, 1, -3, 4, 9, 1, 0, -2, 7, 6, 5, 4, 3, 2, 1, 0, -8};
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % 3 > i / 3 % 3)
            values[i] += added;
    }
    const Tensor scores = Tensor::fromValues({1, 2, 3, 3}, Axes(4, Axis::Feature), values);
    const Result<Run> run = finishedAttention({FinishedBlock{{}, scores, true}}, {});
    QVERIFY(run);
    const Trace& trace = *run->trace();
    QCOMPARE(largestOfSequence(trace, TensorName::MaskedScores, 0, {}), 8.0);
    for (const TensorName name : {TensorName::MaskedScores, TensorName::AttentionWeights}) {
        const std::vector<MatrixPanel> panels = panelsOf(trace, name, 0, false, {});
        QCOMPARE(panels.size(), std::size_t{2});
        for (const MatrixPanel& panel : panels) {
            for (Index i = 0; i < 9; ++i)
                QCOMPARE(panel.isMasked(i / 3, i % 3), i % 3 > i / 3);
        }
    }
    const Tensor open =
        Tensor::fromValues({1, 1, 1, 2}, Axes(4, Axis::Feature), std::vector<float>{-4e3F, 30});
    const Result<Run> unmasked = finishedAttention({FinishedBlock{{}, open, true}}, {});
    QVERIFY(!unmasked->trace()->find(TensorName::AdditiveMask));
}

void TestFinishedAttention::a_cell_is_named_by_its_words() {
    Scene scene = finished();
    scene.selection.locked = PanelCell{0, 0, 1};
    const Derivation derivation = derivationOf(scene, {});
    const QString title = derivation.title.join(u' ');
    QVERIFY2(title.contains(QStringLiteral("sees")) && title.contains(QStringLiteral("two")),
             qPrintable(title));
    QCOMPARE(derivation.result.value, double{.7F});
}

/// The picture of weights that a run wrote is that of the run, with its mask.
void TestFinishedAttention::a_mask_in_weights_is_a_mask() {
    for (const char* const name : {"causal-padding", "ticket", "cross"}) {
        const Experiment experiment = findExample(name)->make();
        const Trace whole = *runModel(modelProblemOf(experiment), {});
        const Tensor& weights = whole[TensorName::AttentionWeights];
        const Result<Run> run = finishedRun(weights, {});
        QVERIFY(run);
        for (Index sequence = 0; sequence < weights.size(0); ++sequence) {
            const auto known = panelsOf(whole, TensorName::AttentionWeights, sequence, false, {});
            const auto told =
                panelsOf(*run->trace(), TensorName::AttentionWeights, sequence, false, {});
            QCOMPARE(told.size(), known.size());
            for (std::size_t head = 0; head < known.size(); ++head) {
                for (Index i = 0; i < known[head].matrix.elementCount(); ++i) {
                    const Index row = i / known[head].matrix.size(1);
                    const Index column = i % known[head].matrix.size(1);
                    QCOMPARE(told[head].isMasked(row, column), known[head].isMasked(row, column));
                }
            }
        }
    }
    // Zeros alone are none: of hard attention, of one head that looks at few keys.
    const std::vector<float> hard = {1, 0, 0, 0, 1, 0, 1, 0, 0};
    const auto open =
        finishedRun(Tensor::fromValues({1, 1, 3, 3}, Axes(4, Axis::Feature), hard), {});
    const auto panels = panelsOf(*open->trace(), TensorName::AttentionWeights, 0, false, {});
    QVERIFY(!panels.front().mayAttend);
}

void TestFinishedAttention::a_figure_has_its_words() {
    const Scene scene = finished();
    FigureRequest request;
    request.trace = scene.trace;
    request.run = scene.run;
    const auto svg = renderFigure(request, FigureFormat::Svg);
    QVERIFY(svg.ok());
    for (const char* word : {"sees", "looks", "one", "two", "three"})
        QVERIFY2(svg->contains(word), word);
}

void TestFinishedAttention::the_status_line_says_no_seed() {
    const Scene scene = finished();
    StatusLine line;
    line.resize(900, 30);
    line.setScene(scene);
    const QString said = line.accessibleName() + line.accessibleDescription();
    for (const QLabel* label : line.findChildren<QLabel*>())
        QVERIFY2(!label->text().contains(QStringLiteral("seed")), qPrintable(label->text()));
    QVERIFY(!said.contains(QStringLiteral("seed")));
}

HEADSCOPE_TEST(TestFinishedAttention, QApplication)
#include "test_finished_attention.moc"
