// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "strip/block_strip.h"
#include "strip/pipeline_strip.h"
#include "support/edits.h"
#include "support/model_scenes.h"
#include "support/test_program.h"
#include "words/block_text.h"
#include "words/stage_text.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

class TestBlocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blocks_have_names_data();
    void blocks_have_names();
    void tokens_follow_the_block_data();
    void tokens_follow_the_block();
    void plain_attention_keeps_its_ten_stages();
    void stages_of_every_block_stand_in_the_order_of_the_computation();
    void what_comes_from_another_block_stands_at_the_input();
    void strip_is_hidden_for_plain_attention();
    void strip_shows_the_parts_of_the_present_layer();
    void strip_folds_what_does_not_fit_data();
    void strip_folds_what_does_not_fit();
    void strip_is_walked_by_keyboard();
    void click_asks_for_the_block();
    void pipeline_strip_shows_the_stages_of_the_block();
    void shapes_of_the_strip_are_legible_or_not_there_data();
    void shapes_of_the_strip_are_legible_or_not_there();
};

void TestBlocks::blocks_have_names_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* path, const char* name) {
        QTest::newRow(*path ? path : "plain") << QString::fromUtf8(path) << QString::fromUtf8(name);
    };
    row("", "attention");
    row("positions", "positions");
    row("source/positions", "source positions");
    row("encoder/0/self_attention", "encoder 1 · self-attention");
    row("decoder/11/cross_attention", "decoder 12 · cross-attention");
    row("encoder/47/feed_forward_residual", "encoder 48 · add");
    row("encoder/norm", "encoder · last norm");
    row("encoder/3/feed_forward_norm/batch", "encoder 4 · norm");
    row("prediction", "prediction");
}

void TestBlocks::blocks_have_names() {
    QFETCH(QString, path);
    QFETCH(QString, name);
    QCOMPARE(blockName(path.toStdString()), name);
}

void TestBlocks::tokens_follow_the_block_data() {
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("firstRow");
    QTest::addColumn<QString>("firstColumn");
    QTest::newRow("encoder_reads_the_source") << "encoder/0/self_attention"
                                              << "我"
                                              << "我";
    QTest::newRow("decoder_reads_the_target") << "decoder/1/self_attention"
                                              << "<Begin>"
                                              << "<Begin>";
    QTest::newRow("cross_attention_reads_both") << "decoder/0/cross_attention"
                                                << "<Begin>"
                                                << "我";
}

void TestBlocks::tokens_follow_the_block() {
    QFETCH(QString, scope);
    QFETCH(QString, firstRow);
    QFETCH(QString, firstColumn);
    const Experiment experiment = translation();
    const Scene scene =
        blockScene(translationTrace(experiment, 2), experiment, scope.toStdString());
    const auto panels = panelsOf(*scene.trace, TensorName::AttentionWeights, 0);
    QCOMPARE(panels.size(), std::size_t{4});
    QCOMPARE(rowLabels(scene.tokens(), panels[0], 0).first(), firstRow);
    QCOMPARE(columnLabels(scene.tokens(), panels[0], 0).first(), firstColumn);
    QCOMPARE(rowLabels(scene.tokens(), panels[0], 0).size(), panels[0].matrix.size(0));
    QCOMPARE(columnLabels(scene.tokens(), panels[0], 0).size(), panels[0].matrix.size(1));
    const auto keys = panelsOf(*scene.trace, TensorName::ProjectedKey, 0);
    QCOMPARE(rowLabels(scene.tokens(), keys[0], 0).first(), firstColumn);
}

void TestBlocks::plain_attention_keeps_its_ten_stages() {
    const Trace trace = runAttention(problemOf(findExample("ticket")->make())).value();
    const std::vector<Stage> stages = stagesOf(ScopeKind::Attention, trace);
    QCOMPARE(stages.size(), std::size_t{10});
    // Turning and dropout are stops of their own, only where there are any.
    const auto all = stagesOf(ScopeKind::Attention);
    QCOMPARE(all.size(), std::size_t{12});
    for (const Stage stage : {Stage::Rotated, Stage::Dropped}) {
        QCOMPARE(std::ranges::count(all, stage), 1);
        QCOMPARE(std::ranges::count(stages, stage), 0);
    }
}

void TestBlocks::stages_of_every_block_stand_in_the_order_of_the_computation() {
    const Experiment experiment = translation();
    const Trace whole = translationTrace(experiment, 1);
    int kinds = 0;
    for (const TraceScope& scope : scopesOf(whole)) {
        const Scene scene = blockScene(whole, experiment, scope.path);
        std::size_t before = 0;
        const auto stages = stagesOf(scope.kind, *scene.trace);
        QVERIFY2(stages.size() >= 2, scope.path.c_str());
        for (const Stage stage : stages) {
            const TensorName name = tensorsOf(stage, *scene.trace).front();
            const std::size_t step = *scene.trace->indexOf(name);
            QVERIFY2(step >= before, scope.path.c_str());
            before = step;
            QVERIFY(!stageSymbol(stage, nullptr).isEmpty());
            QVERIFY(!stageSymbol(stage, scene.trace.get()).isEmpty());
            QVERIFY(!stageName(stage).isEmpty());
            // What a stage shows leads back to it.
            for (const TensorName shown : tensorsOf(stage, *scene.trace))
                QCOMPARE(stageOf(shown, *scene.trace), std::optional(stage));
        }
        ++kinds;
    }
    QCOMPARE(kinds, 10); // 4 of the encoder's layer, 6 of the decoder's
}

void TestBlocks::what_comes_from_another_block_stands_at_the_input() {
    const Experiment experiment = translation();
    const Scene scene =
        blockScene(translationTrace(experiment, 1), experiment, "encoder/0/self_attention_norm");
    const auto input = tensorsOf(Stage::Input, *scene.trace);
    QCOMPARE(input, (std::vector<TensorName>{TensorName::QueryInput, TensorName::Output}));
    QVERIFY(tensorsOf(Stage::Output, *scene.trace).empty());
    QCOMPARE(stageOf(TensorName::Output, *scene.trace), std::optional(Stage::Input));
}

void TestBlocks::strip_is_hidden_for_plain_attention() {
    const Experiment experiment = findExample("ticket")->make();
    const Trace trace = runAttention(problemOf(experiment)).value();
    BlockStrip strip;
    strip.setScene(blockScene(trace, experiment, ""));
    QVERIFY(strip.isHidden());
    QVERIFY(strip.chips().empty());
}

namespace {
QStringList wordsOf(const std::vector<BlockChip>& chips, BlockChip::Kind kind) {
    QStringList words;
    for (const BlockChip& chip : chips) {
        if (chip.kind == kind)
            words << chip.text;
    }
    return words;
}
} // namespace

void TestBlocks::strip_shows_the_parts_of_the_present_layer() {
    const Experiment experiment = translation();
    const Trace whole = translationTrace(experiment, 2);
    BlockStrip strip;
    strip.resize(1000, 36);
    strip.setScene(blockScene(whole, experiment, "encoder/1/feed_forward"));
    QVERIFY(!strip.isHidden());
    QCOMPARE(wordsOf(strip.chips(), BlockChip::Kind::Group),
             (QStringList{QStringLiteral("encoder"), QStringLiteral("decoder ×2")}));
    QCOMPARE(wordsOf(strip.chips(), BlockChip::Kind::Layer),
             (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
    QCOMPARE(wordsOf(strip.chips(), BlockChip::Kind::Part),
             (QStringList{QStringLiteral("self-attention"), QStringLiteral("add & norm"),
                          QStringLiteral("feed-forward"), QStringLiteral("add & norm")}));
    int current = 0;
    for (const BlockChip& chip : strip.chips()) {
        if (chip.kind == BlockChip::Kind::Part && chip.current) {
            ++current;
            QCOMPARE(chip.scope, std::string("encoder/1/feed_forward"));
        }
        if (chip.kind == BlockChip::Kind::Layer && chip.text == QStringLiteral("1"))
            QCOMPARE(chip.scope, std::string("encoder/0/feed_forward"));
    }
    QCOMPARE(current, 1);
}

void TestBlocks::strip_folds_what_does_not_fit_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("folded");
    QTest::newRow("wide") << 1240 << false;
    QTest::newRow("as_at_1024") << 740 << true;
    QTest::newRow("narrow") << 420 << true;
}

void TestBlocks::strip_folds_what_does_not_fit() {
    QFETCH(int, width);
    QFETCH(bool, folded);
    const Experiment experiment = translation();
    const Scene scene =
        blockScene(translationTrace(experiment, 12), experiment, "decoder/5/cross_attention");
    const auto chips = layoutBlocks(scene, QSizeF(width, 36));
    QCOMPARE(wordsOf(chips, BlockChip::Kind::Layer).size(), folded ? 1 : 12);
    double right = 0;
    for (const BlockChip& chip : chips) {
        QVERIFY(chip.rect.left() >= right);
        right = chip.rect.right();
    }
    QVERIFY2(right <= width, qPrintable(QString::number(right)));
}

void TestBlocks::strip_is_walked_by_keyboard() {
    const Experiment experiment = translation();
    const Trace whole = translationTrace(experiment, 2);
    BlockStrip strip;
    strip.setScene(blockScene(whole, experiment, "encoder/1/feed_forward_norm"));
    QSignalSpy asked(&strip, &BlockStrip::scopeAsked);
    const auto after = [&](Qt::Key key) {
        asked.clear();
        QTest::keyClick(&strip, key);
        return asked.isEmpty() ? std::string("nothing")
                               : asked.first().first().value<std::string>();
    };
    QCOMPARE(after(Qt::Key_Right), std::string("decoder/0/self_attention"));
    QCOMPARE(after(Qt::Key_Left), std::string("encoder/1/feed_forward"));
    QCOMPARE(after(Qt::Key_Up), std::string("encoder/0/feed_forward_norm"));
    QCOMPARE(after(Qt::Key_Down), std::string("nothing"));
    QCOMPARE(after(Qt::Key_Home), std::string("encoder/0/self_attention"));
    QCOMPARE(after(Qt::Key_End), std::string("decoder/1/feed_forward_norm"));
}

void TestBlocks::click_asks_for_the_block() {
    const Experiment experiment = translation();
    BlockStrip strip;
    strip.resize(1000, 36);
    strip.setScene(
        blockScene(translationTrace(experiment, 2), experiment, "encoder/1/feed_forward"));
    QSignalSpy asked(&strip, &BlockStrip::scopeAsked);
    for (const BlockChip& chip : strip.chips()) {
        asked.clear();
        QTest::mouseClick(&strip, Qt::LeftButton, {}, chip.rect.center().toPoint());
        QCOMPARE(asked.size(), chip.clickable ? 1 : 0);
        if (chip.clickable)
            QCOMPARE(asked.first().first().value<std::string>(), chip.scope);
    }
}

void TestBlocks::pipeline_strip_shows_the_stages_of_the_block() {
    const Experiment experiment = translation();
    PipelineStrip strip;
    strip.resize(700, 80);
    strip.setScene(
        blockScene(translationTrace(experiment, 1), experiment, "encoder/0/feed_forward"));
    QSignalSpy asked(&strip, &PipelineStrip::stageAsked);
    for (const Stage stage : {Stage::Input, Stage::Hidden, Stage::Activated, Stage::FeedForward}) {
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.markOf(stage).toPoint());
        QCOMPARE(asked.takeFirst().first().value<Stage>(), stage);
    }
    QVERIFY(strip.markOf(Stage::Input).x() < strip.markOf(Stage::Hidden).x());
    QTest::keyClick(&strip, Qt::Key_Left);
    QCOMPARE(asked.takeFirst().first().value<Stage>(), Stage::Activated);
}

void TestBlocks::shapes_of_the_strip_are_legible_or_not_there_data() {
    QTest::addColumn<QString>("example");
    for (const char* example : {"ticket", "paper-size", "stack", "arange", "concat"})
        QTest::newRow(example) << QString::fromLatin1(example);
}

void TestBlocks::shapes_of_the_strip_are_legible_or_not_there() {
    QFETCH(QString, example);
    Workspace workspace(findExample(example.toStdString())->source());
    workspace.finish();
    PipelineStrip strip;
    strip.setScene(workspace.scene());
    bool shown = false;
    bool hidden = false;
    for (int width = 160; width <= 1600; width += 8) {
        strip.resize(width, 80);
        strip.show();
        QCoreApplication::processEvents();
        strip.resize(width, strip.sizeHint().height());
        QCoreApplication::processEvents();
        const std::vector<QRectF> rects = strip.shapeRects();
        QVERIFY(rects.empty() || rects.size() == strip.stops().size());
        (rects.empty() ? hidden : shown) = true;
        if (rects.empty())
            continue;
        QVERIFY(strip.shapePixels() >= 12);
        for (std::size_t i = 0; i < rects.size(); ++i) {
            QVERIFY2(QRectF(strip.rect()).contains(rects[i]),
                     qPrintable(QStringLiteral("%1 at %2").arg(i).arg(width)));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(
                    !rects[i].adjusted(1, 1, -1, -1).intersects(rects[j].adjusted(1, 1, -1, -1)),
                    qPrintable(QStringLiteral("%1 on %2 at %3").arg(i).arg(j).arg(width)));
        }
    }
    QVERIFY(shown && hidden);
}

HEADSCOPE_TEST(TestBlocks, QApplication)
#include "test_blocks.moc"
