// SPDX-License-Identifier: GPL-3.0-or-later
// What is no number of the computation looks like none: padding, masked keys, dropped
// weights; in the matrix, the sums, the first question, the inspector and the figure.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/experiment_run.h"
#include "figure/figure_content.h"
#include "inspector/derivation/derivation.h"
#include "pages/heads/heads_view.h"
#include "painters/matrix_painter.h"
#include "support/derivation.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/model_scenes.h"
#include "support/test_program.h"
#include "window/frame/status_line.h"
#include "words/numbers/number_format.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QPainter>
#include <QtTest>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A workspace's scene as the views receive it.
Scene sceneOf(Workspace& workspace) {
    workspace.finish();
    return workspace.scene();
}

Experiment withDropout(Experiment experiment) {
    AttentionConfig config = experiment.config;
    config.dropout = 0.4F;
    return withConfig(experiment, config).value();
}

QString wordsOf(const Derivation& derivation) {
    QStringList words;
    for (const DerivationSection& section : derivation.sections) {
        for (const DerivationRow& row : section.rows)
            words << row.label;
    }
    return words.join(u'\n');
}

std::set<QRgb> coloursOf(const QImage& image) {
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    }
    return colours;
}

} // namespace

class TestCellMarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void queries_behind_the_end_are_padding_data();
    void queries_behind_the_end_are_padding();
    void padding_goes_by_the_words_of_the_block_data();
    void padding_goes_by_the_words_of_the_block();
    void padding_counts_in_no_sum();
    void cancelled_sums_read_no_head_that_was_not_looked_at();
    void the_first_question_is_a_tokens_data();
    void the_first_question_is_a_tokens();
    void a_question_that_comes_along_leaves_the_padding();
    void in_other_blocks_it_leaves_the_padding_too();
    void the_inspector_says_padding();
    void dropped_weights_have_a_mark();
    void the_inspector_says_dropped();
    void the_window_names_every_mark_data();
    void the_window_names_every_mark();
    void figures_name_their_marks_data();
    void figures_name_their_marks();
    void marks_look_different_data();
    void marks_look_different();
};

void TestCellMarks::queries_behind_the_end_are_padding_data() {
    QTest::addColumn<int>("name");
    QTest::addColumn<bool>("ofQueries");
    for (const auto& [label, name, ofQueries] :
         {std::tuple{"input", TensorName::QueryInput, false},
          std::tuple{"key", TensorName::Key, false}, std::tuple{"value", TensorName::Value, false},
          std::tuple{"scores", TensorName::Scores, true},
          std::tuple{"scaled_scores", TensorName::ScaledScores, true},
          std::tuple{"masked_scores", TensorName::MaskedScores, true},
          std::tuple{"attention_weights", TensorName::AttentionWeights, true},
          std::tuple{"head_context", TensorName::HeadContext, true},
          std::tuple{"output", TensorName::Output, true}})
        QTest::newRow(label) << static_cast<int>(name) << ofQueries;
}

void TestCellMarks::queries_behind_the_end_are_padding() {
    QFETCH(int, name);
    QFETCH(bool, ofQueries);
    Workspace workspace(example("causal-padding"));
    const Scene scene = sceneOf(workspace);
    for (Index sequence = 0; sequence < scene.run->batch(); ++sequence) {
        const auto tokens = static_cast<Index>(
            scene.run->labels().tokens[static_cast<std::size_t>(sequence)].size());
        const auto panels =
            panelsOf(*scene.trace, scene.tokens(), static_cast<TensorName>(name), sequence, true);
        for (const MatrixPanel& panel : panels) {
            for (Index row = 0; row < panel.matrix.size(0); ++row)
                QCOMPARE(panel.markOf(row, 0) == CellMark::Padding, ofQueries && row >= tokens);
        }
        MatrixPanel turned = panels.front();
        turned.turn();
        QCOMPARE(turned.markOf(0, turned.matrix.size(1) - 1) == CellMark::Padding,
                 ofQueries && tokens < workspace.experiment().queryLength());
    }
}

void TestCellMarks::padding_goes_by_the_words_of_the_block_data() {
    QTest::addColumn<QString>("scope");
    QTest::addColumn<qint64>("tokens");
    QTest::newRow("source_of_the_encoder") << "encoder/0/self_attention" << qint64{2};
    QTest::newRow("target_of_the_decoder") << "decoder/0/self_attention" << qint64{3};
    QTest::newRow("target_looks_at_the_source") << "decoder/1/cross_attention" << qint64{3};
}

void TestCellMarks::padding_goes_by_the_words_of_the_block() {
    QFETCH(QString, scope);
    QFETCH(qint64, tokens);
    Experiment experiment = example("encoder-decoder");
    experiment = withBatch(experiment, 2).value();
    experiment = withTokens(experiment, TokenSide::Query, 1, {"a", "b", "c"}).value();
    experiment = withTokens(experiment, TokenSide::Key, 1, {"d", "e"}).value();
    Workspace workspace(experiment);
    sceneOf(workspace);
    workspace.showScope(scope.toStdString());
    const Scene& scene = workspace.scene();
    const auto panels =
        panelsOf(*scene.trace, scene.tokens(), TensorName::AttentionWeights, 1, false);
    QCOMPARE(panels.front().paddingFrom, Index{tokens});
}

void TestCellMarks::padding_counts_in_no_sum() {
    Workspace workspace(example("causal-padding"));
    sceneOf(workspace);
    DisplayOptions display = workspace.scene().display;
    display.summaries = true;
    workspace.setDisplay(display);
    workspace.showSequence(1); // 我 有 一只 猫 and three of padding
    HeadsView view;
    view.resize(900, 700);
    view.setScene(workspace.scene());
    for (int head = 0; head < 4; ++head) { // with mean and largest
        workspace.showPanel(head);
        view.setScene(workspace.scene());
        const MatrixPanel& panel = view.panels()[static_cast<std::size_t>(head)];
        for (Index key = 0; key < 7; ++key) {
            double sum = 0;
            for (Index query = 0; query < 4; ++query)
                sum += panel.matrix(query, key);
            QVERIFY(std::abs(view.content()
                                 .prepared(view.shownPanel())
                                 .sums.columns[static_cast<std::size_t>(key)] -
                             sum) < 1e-6);
        }
    }
    // A query is counted once, in however many heads it has no numbers.
    Experiment huge = example("ticket");
    huge = withCell(huge, TensorName::QueryInput, {0, 2, 1}, 3e38F).value();
    Workspace broken(huge);
    const Scene none = sceneOf(broken);
    QCOMPARE(checkRowSums(*none.trace, none.tokens(), 0).notANumber, Index{10});
    // Were padding counted, fully masked rows of it would be among the facts.
    Experiment narrow = withWindow(example("causal-padding"), 1).value();
    Workspace own(narrow);
    const Scene scene = sceneOf(own);
    QCOMPARE(checkRowSums(*scene.trace, scene.tokens(), 1).fullyMasked, Index{0});
    const RunLabels longer = labelsOf(example("ticket"));
    QVERIFY(checkRowSums(*scene.trace, scene.run->tokens("", longer), 1).fullyMasked > 0);
    // No choice fills rows that finite numbers mask: they have a softmax, which is even.
    Experiment finite = example("ticket");
    finite.additiveMask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, -1e9F);
    Workspace even(finite);
    const Scene masked = sceneOf(even);
    const RowSums sums = checkRowSums(*masked.trace, masked.tokens(), 0);
    QCOMPARE(sums.fullyMasked, Index{0});
    QCOMPARE(sums.finitelyMasked, Index{10});
    QCOMPARE((*masked.trace)[TensorName::AttentionWeights](0, 0, 0, 0), 0.1F);
}

void TestCellMarks::cancelled_sums_read_no_head_that_was_not_looked_at() {
    const TokenList words(700, "a");
    const Experiment large = withTokens(example("ticket"), TokenSide::Query, 0, words).value();
    Workspace workspace(withHeads(large, 8).value());
    const Scene scene = sceneOf(workspace);
    // Again until some were cancelled on their way, whenever the other thread has its turn.
    for (int attempt = 0, onTheirWay = 0; onTheirWay < 20; ++attempt) {
        const CancellationToken token = CancellationToken::create();
        std::atomic<bool> begins = false;
        std::thread other([&] {
            while (!begins)
                std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::microseconds(attempt % 100 * 20));
            token.cancel();
        });
        begins = true;
        const RowSums sums = checkRowSums(*scene.trace, scene.tokens(), 0, {1, token});
        onTheirWay += token.isCancelled() ? 1 : 0;
        QCOMPARE(sums.fullyMasked, Index{0});
        other.join();
    }
}

void TestCellMarks::the_first_question_is_a_tokens_data() {
    QTest::addColumn<QString>("id");
    for (const Example& each : examples())
        QTest::newRow(std::string(each.id).c_str())
            << QString::fromUtf8(each.id.data(), static_cast<qsizetype>(each.id.size()));
}

void TestCellMarks::the_first_question_is_a_tokens() {
    QFETCH(QString, id);
    Workspace workspace(example(id.toUtf8().constData()));
    sceneOf(workspace);
    for (Index sequence = 0; sequence < workspace.experiment().batch(); ++sequence) {
        workspace.showSequence(sequence);
        const auto asked = workspace.selection().asked();
        if (!asked)
            continue;
        const Scene& scene = workspace.scene();
        const TensorName name = tensorsOf(scene.selection.stage, *scene.trace).front();
        const auto panels = panelsOf(*scene.trace, scene.tokens(), name, sequence, true);
        const MatrixPanel& panel = panels[static_cast<std::size_t>(asked->panel)];
        QVERIFY(panel.markOf(asked->row, asked->column) != CellMark::Padding);
    }
}

void TestCellMarks::a_question_that_comes_along_leaves_the_padding() {
    Workspace workspace(example("causal-padding"));
    sceneOf(workspace);
    workspace.lock(PanelCell{1, 6, 2});
    workspace.showSequence(1);
    QCOMPARE(workspace.selection().locked, (PanelCell{1, 3, 2}));
    // Who asks a row of padding gets an answer, also while numbers are edited.
    workspace.lock(PanelCell{1, 6, 2});
    QCOMPARE(workspace.selection().locked, (PanelCell{1, 6, 2}));
    workspace.document().edit(QStringLiteral("seed"), withSeed(workspace.experiment(), 8));
    workspace.finish();
    QCOMPARE(workspace.selection().locked, (PanelCell{1, 6, 2}));
}

void TestCellMarks::in_other_blocks_it_leaves_the_padding_too() {
    ModelConfig model;
    model.architecture = Architecture::Encoder;
    Workspace workspace(withModel(example("causal-padding"), model).value());
    sceneOf(workspace);
    for (const char* scope : {"encoder/0/feed_forward", "encoder/0/feed_forward_norm"}) {
        workspace.showSequence(0);
        workspace.showScope(scope);
        workspace.lock(PanelCell{0, 6, 2});
        workspace.showSequence(1);
        QCOMPARE(workspace.selection().locked, (PanelCell{0, 3, 2}));
    }
}

void TestCellMarks::the_inspector_says_padding() {
    Workspace workspace(example("causal-padding"));
    sceneOf(workspace);
    workspace.showSequence(1);
    for (const int panel : {0, 2}) { // a head, the mean of the heads
        workspace.lock(PanelCell{panel, 6, 0});
        QVERIFY(wordsOf(derivationOf(workspace.scene(), {}))
                    .contains(QStringLiteral("Padding: this query")));
        workspace.lock(PanelCell{panel, 3, 0});
        QVERIFY(!wordsOf(derivationOf(workspace.scene(), {}))
                     .contains(QStringLiteral("Padding: this query")));
    }
}

void TestCellMarks::dropped_weights_have_a_mark() {
    Workspace workspace(withDropout(example("ticket")));
    const Scene scene = sceneOf(workspace);
    const auto before = panelsOf(*scene.trace, scene.tokens(), TensorName::AttentionWeights, 0);
    const auto after = panelsOf(*scene.trace, scene.tokens(), TensorName::DroppedWeights, 0, true);
    int dropped = 0;
    int kept = 0;
    for (std::size_t head = 0; head < before.size(); ++head) {
        for (Index row = 0; row < 10; ++row) {
            for (Index column = 0; column < 10; ++column) {
                const bool gone =
                    before[head].matrix(row, column) > 0 && after[head].matrix(row, column) == 0;
                QCOMPARE(after[head].markOf(row, column),
                         gone ? CellMark::Dropped : CellMark::None);
                (gone ? dropped : kept) += 1;
            }
        }
    }
    QVERIFY(dropped > 0 && kept > 0);
    // The mean shows what is left of a pair, and only what no head kept as dropped.
    const MatrixPanel& mean = after[before.size()];
    for (Index row = 0; row < 10; ++row) {
        for (Index column = 0; column < 10; ++column)
            QCOMPARE(mean.markOf(row, column) == CellMark::Dropped,
                     mean.matrix(row, column) == 0.0F);
    }
}

void TestCellMarks::the_inspector_says_dropped() {
    Workspace workspace(withDropout(example("ticket")));
    sceneOf(workspace);
    workspace.showStage(Stage::Weights, 1);
    const Scene& scene = workspace.scene();
    const auto panels = panelsOf(*scene.trace, scene.tokens(), TensorName::DroppedWeights, 0);
    bool met = false;
    for (Index column = 0; column < 10; ++column) {
        const bool dropped = panels[0].markOf(0, column) == CellMark::Dropped;
        workspace.lock(PanelCell{0, 0, column});
        QCOMPARE(wordsOf(derivationOf(workspace.scene(), {}))
                     .contains(QStringLiteral("dropout: dropped")),
                 dropped);
        met = met || dropped;
    }
    QVERIFY(met);
}

void TestCellMarks::the_window_names_every_mark_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("in_a_window_of_1440") << 850;
    QTest::newRow("wide") << 1200;
}

void TestCellMarks::the_window_names_every_mark() {
    QFETCH(int, width);
    Workspace workspace(withDropout(example("causal-padding")));
    sceneOf(workspace);
    workspace.showSequence(1);
    workspace.showStage(Stage::Dropped);
    HeadsView view;
    view.resize(width, 690);
    view.setScene(sceneOf(workspace));
    view.show();
    QCoreApplication::processEvents();
    const QRect legend = view.geometryNow().colourBar.toAlignedRect();
    const Theme& themed = theme(workspace.scene().display.theme);
    const std::set<QRgb> colours = coloursOf(view.grab(legend).toImage());
    // The last of them, behind masked and padding.
    QVERIFY(colours.contains(markStyle(CellMark::Dropped, themed).flat));
}

void TestCellMarks::figures_name_their_marks_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("dropout");
    QTest::addColumn<QStringList>("words");
    const QString masked = QStringLiteral("masked");
    const QString padding = QStringLiteral("padding");
    const QString dropped = QStringLiteral("dropped");
    QTest::newRow("none") << "ticket" << false << QStringList{};
    QTest::newRow("masked") << "fully-masked" << false << QStringList{masked};
    QTest::newRow("padding") << "causal-padding" << false << QStringList{masked, padding};
    QTest::newRow("dropped") << "ticket" << true << QStringList{dropped};
    QTest::newRow("all") << "causal-padding" << true << QStringList{masked, padding, dropped};
}

void TestCellMarks::figures_name_their_marks() {
    QFETCH(QString, id);
    QFETCH(bool, dropout);
    QFETCH(QStringList, words);
    Experiment experiment = example(id.toUtf8().constData());
    Workspace workspace(dropout ? withDropout(experiment) : experiment);
    const Scene scene = sceneOf(workspace);
    FigureRequest request;
    request.trace = scene.trace;
    request.run = scene.run;
    request.tensor = dropout ? TensorName::DroppedWeights : TensorName::AttentionWeights;
    request.sequence = experiment.batch() > 1 ? 1 : 0;
    for (const bool turned : {false, true}) {
        request.rowsAreKeys = turned;
        const auto content = figureContent(request);
        QVERIFY(content);
        QCOMPARE(content->geometry.legendTexts, words);
    }
}

void TestCellMarks::marks_look_different_data() {
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
    QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
}

void TestCellMarks::marks_look_different() {
    QFETCH(int, theme);
    const Theme& themed = headscope::theme(static_cast<ThemeKind>(theme));
    std::vector<QImage> tiles;
    std::set<QRgb> flats;
    for (const CellMark mark : {CellMark::Masked, CellMark::Padding, CellMark::Dropped}) {
        QImage tile(32, 32, QImage::Format_RGB32);
        tile.fill(Qt::black);
        QPainter painter(&tile);
        painter.fillRect(tile.rect(), markBrush(mark, themed));
        painter.end();
        for (const QImage& other : tiles)
            QVERIFY(other != tile);
        tiles.push_back(tile);
        QVERIFY(!markName(mark).isEmpty());
        // No colour of a map, so that nobody reads a number out of it.
        for (const QRgb colour : coloursOf(tile)) {
            for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Magma}) {
                for (int i = 0; i < 256; ++i)
                    QVERIFY((colour & 0xFFFFFF) != (colourAt(map, i / 255.0) & 0xFFFFFF));
            }
        }
        if (mark != CellMark::Dropped)
            flats.insert(markStyle(mark, themed).flat);
    }
    QCOMPARE(flats.size(), std::size_t{2});
}

HEADSCOPE_TEST(TestCellMarks, QApplication)
#include "test_cell_marks.moc"
