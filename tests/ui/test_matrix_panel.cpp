// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/matrix_panel.h"

#include "scene/stage.h"
#include "scene/value_range.h"
#include "support/numbers.h"
#include "support/test_program.h"
#include "type/fonts.h"
#include "type/label_place.h"
#include "words/missing_letters.h"
#include "words/statements.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace headscope;

namespace {

Tensor counting(const Shape& shape, const Axes& axes) {
    Index count = 0;
    checkedElementCount(shape, count);
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return Tensor::fromValues(shape, axes, values);
}

void add(Trace& trace, TensorName name, const Tensor& tensor) {
    TraceStep step;
    step.name = name;
    step.result = tensor;
    trace.add(step);
}

const Axes queryKeyAxes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};

AxisTokens tokensOf(const RunLabels& labels) {
    return {&labels.tokens, &labels.keySideTokens(), &labels.vocabulary};
}

} // namespace

class TestMatrixPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void one_panel_for_each_head_without_a_copy();
    void cell_at_names_the_cell_of_the_step();
    void heads_may_stand_behind_the_sequence();
    void a_tensor_without_heads_is_one_panel();
    void a_bias_is_one_row();
    void labels_turn_no_sentence_round();
    void a_keycap_is_one_sign_and_written_out_again();
    void letters_that_no_font_has_are_said();
    void missing_tensors_have_no_panels();
    void mean_and_max_of_the_heads_come_last();
    void nan_of_one_head_shows_in_mean_and_max();
    void masks_are_broadcast_over_heads_and_batch();
    void additive_minus_infinity_is_masked();
    void a_finite_mask_is_masked_where_it_makes_weights_0();
    void unmasked_stages_are_not_hatched();
    void repeated_tokens_carry_their_index();
    void labels_of_a_long_sentence_are_made_once();
    void the_place_of_a_label_is_told_from_its_word_data();
    void the_place_of_a_label_is_told_from_its_word();
    void padding_is_a_dot_and_features_are_counted();
    void cross_attention_takes_key_tokens_for_keys_and_values();
    void stages_and_their_tensors_agree();
};

void TestMatrixPanel::one_panel_for_each_head_without_a_copy() {
    Trace trace;
    add(trace, TensorName::Scores, counting({2, 3, 4, 5}, queryKeyAxes));
    const auto panels = panelsOf(trace, TensorName::Scores, 1);
    QCOMPARE(panels.size(), std::size_t{3});
    for (int head = 0; head < 3; ++head) {
        const MatrixPanel& panel = panels[static_cast<std::size_t>(head)];
        QVERIFY(panel.kind == MatrixPanel::Kind::Head);
        QCOMPARE(panel.head, head);
        QVERIFY(panel.matrix.shape() == (Shape{4, 5}));
        QVERIFY(panel.matrix.axes() == (Axes{Axis::Query, Axis::Key}));
        QVERIFY(panel.matrix.sharesStorageWith(trace[TensorName::Scores]));
        QCOMPARE(panel.matrix(3, 2), static_cast<float>(60 + head * 20 + 3 * 5 + 2));
        QVERIFY(!panel.mayAttend);
    }
}

void TestMatrixPanel::cell_at_names_the_cell_of_the_step() {
    Trace trace;
    add(trace, TensorName::Scores, counting({2, 3, 4, 5}, queryKeyAxes));
    for (Index sequence = 0; sequence < 2; ++sequence) {
        for (const MatrixPanel& panel : panelsOf(trace, TensorName::Scores, sequence)) {
            for (Index row = 0; row < 4; ++row) {
                for (Index column = 0; column < 5; ++column)
                    QCOMPARE(trace[panel.step].result.at(panel.cellAt(row, column)),
                             panel.matrix(row, column));
            }
        }
    }
}

void TestMatrixPanel::heads_may_stand_behind_the_sequence() {
    Trace trace;
    add(trace, TensorName::TransposedContext,
        counting({2, 4, 3, 5}, {Axis::Batch, Axis::Query, Axis::Heads, Axis::ValueDim}));
    // Sequence-first: [query, key, batch, heads].
    add(trace, TensorName::Scores,
        counting({4, 5, 2, 3}, {Axis::Query, Axis::Key, Axis::Batch, Axis::Heads}));
    for (const TensorName name : {TensorName::TransposedContext, TensorName::Scores}) {
        const auto panels = panelsOf(trace, name, 1);
        QCOMPARE(panels.size(), std::size_t{3});
        QVERIFY(panels[2].matrix.shape() == (Shape{4, 5}));
        const Cell cell = panels[2].cellAt(3, 1);
        QVERIFY(cell == (name == TensorName::Scores ? Cell{3, 1, 1, 2} : Cell{1, 3, 2, 1}));
        QCOMPARE(trace[name].at(cell), panels[2].matrix(3, 1));
    }
}

void TestMatrixPanel::a_tensor_without_heads_is_one_panel() {
    Trace trace;
    add(trace, TensorName::QueryInput,
        counting({2, 3, 6}, {Axis::Batch, Axis::Sequence, Axis::ModelDim}));
    const auto panels = panelsOf(trace, TensorName::QueryInput, 1, true);
    QCOMPARE(panels.size(), std::size_t{1});
    QVERIFY(panels[0].kind == MatrixPanel::Kind::Whole);
    QCOMPARE(panels[0].matrix(2, 5), 35.0F);
    QVERIFY(panels[0].cellAt(2, 5) == (Cell{1, 2, 5}));
}

void TestMatrixPanel::labels_turn_no_sentence_round() {
    const RunLabels labels = {{{"a\xE2\x80\xAE", "b"}}, {}, {}};
    QCOMPARE(axisLabels(tokensOf(labels), Axis::Query, 0, 2),
             (QStringList{QStringLiteral("a\\u202E"), QStringLiteral("b")}));
}

void TestMatrixPanel::a_keycap_is_one_sign_and_written_out_again() {
    if (!QFontMetricsF(colourFont(16)).inFontUcs4(0xFE82E))
        QSKIP("no font for emoji is installed here");
    const QString one = QStringLiteral("1\uFE0F\u20E3");
    const QString hash = QStringLiteral("#\u20E3");
    const RunLabels labels = {
        {{one.toStdString(), hash.toStdString(), "a0\u20E3", "1", one.toStdString()}}, {}, {}};
    const QStringList shown = axisLabels(tokensOf(labels), Axis::Query, 0, 5);
    const auto sign = [](char32_t code) { return QString::fromUcs4(&code, 1); };
    QCOMPARE(shown, (QStringList{sign(0xFE82E) + QStringLiteral(" (1)"), sign(0xFE82C),
                                 QStringLiteral("a") + sign(0xFE837), QStringLiteral("1"),
                                 sign(0xFE82E) + QStringLiteral(" (5)")}));
    QCOMPARE(bareLabel(shown[0]), one + QStringLiteral(" (1)"));
    QCOMPARE(visibleLabel(shown[1]), QStringLiteral("#\uFE0F\u20E3"));
    QCOMPARE(writtenLabel(shown[2]), QStringLiteral("a0\uFE0F\u20E3"));
    // What ends with a cap and begins with none, and what is no digit.
    const RunLabels others = {{{"\u20E3", "a\u20E3"}}, {}, {}};
    QCOMPARE(axisLabels(tokensOf(others), Axis::Query, 0, 2),
             (QStringList{QStringLiteral("\u20E3"), QStringLiteral("a\u20E3")}));
}

void TestMatrixPanel::letters_that_no_font_has_are_said() {
    QVERIFY(!missingLetters(QStringLiteral("The cat sat on 12 mats.")).any());
    const char32_t rare = 0x30000; // of the newest extension of Chinese
    const QString letter = QString::fromUcs4(&rare, 1);
    if (QFontMetricsF(textFont(14)).inFontUcs4(rare))
        QSKIP("a font here has all of Chinese");
    const MissingLetters missing = missingLetters(letter + QStringLiteral(" cat ") + letter);
    QCOMPARE(missing.letters, letter);
    QCOMPARE(missing.packages, QStringList{QStringLiteral("fonts-noto-cjk")});
    const QString sentence = missingLettersSentence(letter);
    QVERIFY2(sentence.contains(QStringLiteral("fonts-noto-cjk")), qPrintable(sentence));
    QVERIFY(missingLettersSentence(QStringLiteral("cat")).isEmpty());
    QCOMPARE(wordsOf(RunLabels{{{"a", "b"}}, TokenLists{{"c"}}, {}}).simplified(),
             QStringLiteral("a b c"));
}

void TestMatrixPanel::a_bias_is_one_row() {
    Trace trace;
    add(trace, TensorName::QueryBias, counting({6}, {Axis::HeadsKeyDim}));
    const auto panels = panelsOf(trace, TensorName::QueryBias, 0);
    QCOMPARE(panels.size(), std::size_t{1});
    QVERIFY(panels[0].matrix.shape() == (Shape{1, 6}));
    QCOMPARE(panels[0].matrix(0, 4), 4.0F);
    QVERIFY(panels[0].cellAt(0, 4) == (Cell{4}));
}

void TestMatrixPanel::missing_tensors_have_no_panels() {
    QVERIFY(panelsOf(Trace(), TensorName::Scores, 0, true).empty());
}

void TestMatrixPanel::mean_and_max_of_the_heads_come_last() {
    Trace trace;
    add(trace, TensorName::AttentionWeights, counting({1, 3, 2, 2}, queryKeyAxes));
    const auto panels = panelsOf(trace, TensorName::AttentionWeights, 0, true);
    QCOMPARE(panels.size(), std::size_t{5});
    QVERIFY(panels[3].kind == MatrixPanel::Kind::MeanHead);
    QVERIFY(panels[4].kind == MatrixPanel::Kind::MaxHead);
    QCOMPARE(panels[3].matrix(1, 0), 6.0F);
    QCOMPARE(panels[4].matrix(1, 0), 10.0F);
    QVERIFY(panels[3].cellAt(1, 0).empty());
    // One head is its own mean; a context has no rows against keys.
    Trace single;
    add(single, TensorName::AttentionWeights, counting({1, 1, 2, 2}, queryKeyAxes));
    add(single, TensorName::HeadContext,
        counting({1, 3, 2, 2}, {Axis::Batch, Axis::Heads, Axis::Query, Axis::ValueDim}));
    QCOMPARE(panelsOf(single, TensorName::AttentionWeights, 0, true).size(), std::size_t{1});
    QCOMPARE(panelsOf(single, TensorName::HeadContext, 0, true).size(), std::size_t{3});
}

void TestMatrixPanel::nan_of_one_head_shows_in_mean_and_max() {
    for (Index bad = 0; bad < 3; ++bad) {
        Trace trace;
        add(trace, TensorName::Scores,
            counting({1, 3, 2, 2}, queryKeyAxes)
                .withElement({0, bad, 1, 1}, std::numeric_limits<float>::quiet_NaN()));
        const auto panels = panelsOf(trace, TensorName::Scores, 0, true);
        for (std::size_t i = 3; i < 5; ++i) {
            QVERIFY(std::isnan(panels[i].matrix(1, 1)));
            QVERIFY(!std::isnan(panels[i].matrix(0, 1)));
        }
    }
}

void TestMatrixPanel::masks_are_broadcast_over_heads_and_batch() {
    const float may[] = {1, 0, 1, 1};
    Trace trace;
    add(trace, TensorName::MayAttend,
        Tensor::fromValues({1, 2, 2}, {Axis::Batch, Axis::Query, Axis::Key}, may));
    add(trace, TensorName::AttentionWeights, counting({3, 2, 2, 2}, queryKeyAxes));
    const auto panels = panelsOf(trace, TensorName::AttentionWeights, 2, true);
    QCOMPARE(panels.size(), std::size_t{4});
    for (const MatrixPanel& panel : panels) {
        QVERIFY(panel.isMasked(0, 1));
        QVERIFY(!panel.isMasked(0, 0) && !panel.isMasked(1, 0) && !panel.isMasked(1, 1));
    }
    // A mask for each head: the mean is masked only where all heads are.
    const float perHead[] = {0, 0, 1, 1, /* head 2 */ 1, 0, 1, 1};
    Trace other;
    add(other, TensorName::MayAttend, Tensor::fromValues({1, 2, 2, 2}, queryKeyAxes, perHead));
    add(other, TensorName::AttentionWeights, counting({1, 2, 2, 2}, queryKeyAxes));
    const auto own = panelsOf(other, TensorName::AttentionWeights, 0, true);
    QVERIFY(own[0].isMasked(0, 0) && !own[1].isMasked(0, 0));
    QVERIFY(!own[2].isMasked(0, 0) && own[2].isMasked(0, 1));
}

void TestMatrixPanel::additive_minus_infinity_is_masked() {
    const float added[] = {0, -infinity, 2, 0};
    Trace trace;
    add(trace, TensorName::AdditiveMask,
        Tensor::fromValues({2, 2}, {Axis::Query, Axis::Key}, added));
    add(trace, TensorName::MaskedScores, counting({1, 2, 2, 2}, queryKeyAxes));
    const auto alone = panelsOf(trace, TensorName::MaskedScores, 0);
    QVERIFY(alone[1].isMasked(0, 1) && !alone[1].isMasked(1, 0));
    const float may[] = {1, 1, 0, 1};
    add(trace, TensorName::MayAttend,
        Tensor::fromValues({1, 2, 2}, {Axis::Batch, Axis::Query, Axis::Key}, may));
    const auto both = panelsOf(trace, TensorName::MaskedScores, 0);
    QVERIFY(both[0].isMasked(0, 1) && both[0].isMasked(1, 0) && !both[0].isMasked(1, 1));
    const float finite[] = {0, 1, 2, 3};
    Trace harmless;
    add(harmless, TensorName::AdditiveMask,
        Tensor::fromValues({2, 2}, {Axis::Query, Axis::Key}, finite));
    add(harmless, TensorName::MaskedScores, counting({1, 2, 2, 2}, queryKeyAxes));
    QVERIFY(!panelsOf(harmless, TensorName::MaskedScores, 0)[0].mayAttend);
}

/// −1e9 of key 3 in row 1, of all keys in row 2; −2 of key 1 in row 3, which leaves a weight.
void TestMatrixPanel::a_finite_mask_is_masked_where_it_makes_weights_0() {
    const float far = -1e9F;
    Trace trace;
    add(trace, TensorName::AdditiveMask,
        Tensor::fromValues({1, 3, 3}, {Axis::Batch, Axis::Query, Axis::Key},
                           std::vector<float>{0, 0, far, far, far, far, -2, 0, 0}));
    add(trace, TensorName::MaskedScores,
        Tensor::fromValues({1, 1, 3, 3}, queryKeyAxes,
                           std::vector<float>{1, 2, far, far, far, far, -1, 3, 4}));
    const float third = 1.0F / 3;
    add(trace, TensorName::AttentionWeights,
        Tensor::fromValues({1, 1, 3, 3}, queryKeyAxes,
                           std::vector<float>{.3F, .7F, 0, third, third, third, .1F, .4F, .5F}));
    const MatrixPanel scores = panelsOf(trace, TensorName::MaskedScores, 0)[0];
    const MatrixPanel weights = panelsOf(trace, TensorName::AttentionWeights, 0)[0];
    for (const MatrixPanel* panel : {&scores, &weights}) {
        QVERIFY(panel->isMasked(0, 2) && !panel->isMasked(0, 0));
        QVERIFY(!panel->isMasked(2, 0));
        QCOMPARE(panel->isMasked(1, 1), panel == &scores); // its weights are some, and shown
    }
    QCOMPARE(largestMagnitude(scores, {}), 4.0);
    QCOMPARE(largestOfSequence(trace, TensorName::MaskedScores, 0, {}), 4.0);
    QCOMPARE(cellStatement(weights, 0, 2), QStringLiteral("0, masked with −1e9"));
}

void TestMatrixPanel::unmasked_stages_are_not_hatched() {
    Trace trace;
    add(trace, TensorName::MayAttend,
        Tensor::filled({1, 2, 2}, {Axis::Batch, Axis::Query, Axis::Key}, 0));
    add(trace, TensorName::Scores, counting({1, 1, 2, 2}, queryKeyAxes));
    add(trace, TensorName::ScaledScores, counting({1, 1, 2, 2}, queryKeyAxes));
    for (const TensorName name :
         {TensorName::Scores, TensorName::ScaledScores, TensorName::MayAttend})
        QVERIFY(!panelsOf(trace, name, 0)[0].mayAttend);
}

void TestMatrixPanel::repeated_tokens_carry_their_index() {
    const RunLabels labels = {{{"我", "请", "我"}}, {}, {}};
    QCOMPARE(
        axisLabels(tokensOf(labels), Axis::Query, 0, 3),
        (QStringList{QStringLiteral("我 (1)"), QStringLiteral("请"), QStringLiteral("我 (3)")}));
    // A token that holds a placeholder is a token.
    const RunLabels holders = {{{"%2", "%2"}}, {}, {}};
    QCOMPARE(axisLabels(tokensOf(holders), Axis::Key, 0, 2),
             (QStringList{QStringLiteral("%2 (1)"), QStringLiteral("%2 (2)")}));
}

void TestMatrixPanel::the_place_of_a_label_is_told_from_its_word_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("place");
    QTest::newRow("none") << QStringLiteral("cat") << QString();
    QTest::newRow("one_digit") << QStringLiteral("我") << QStringLiteral(" (1)");
    QTest::newRow("digits") << QStringLiteral("the") << QStringLiteral(" (4096)");
    QTest::newRow("a_word_with_brackets") << QStringLiteral("f (x)") << QString();
    QTest::newRow("a_number_in_brackets_alone") << QStringLiteral(" (3)") << QString();
    QTest::newRow("nothing_in_brackets") << QStringLiteral("f ()") << QString();
    QTest::newRow("no_space") << QStringLiteral("f(3)") << QString();
    QTest::newRow("two") << QStringLiteral("a (2)") << QStringLiteral(" (3)");
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("a_bracket") << QStringLiteral(")") << QString();
}

void TestMatrixPanel::the_place_of_a_label_is_told_from_its_word() {
    QFETCH(QString, word);
    QFETCH(QString, place);
    QCOMPARE(labelPlace(word + place), place);
    QCOMPARE(withoutPlace(word + place), word);
}

void TestMatrixPanel::labels_of_a_long_sentence_are_made_once() {
    RunLabels sentence = {{TokenList(4096, "word")}, {}, {}};
    sentence.tokens[0].back() = "end";
    const QStringList labels = axisLabels(tokensOf(sentence), Axis::Query, 0, 4096);
    QCOMPARE(labels[0], QStringLiteral("word (1)"));
    QCOMPARE(labels[4095], QStringLiteral("end"));
    // A view that asks again gets the same list, not another of 4,096 words.
    QVERIFY(axisLabels(tokensOf(sentence), Axis::Query, 0, 4096).isSharedWith(labels));
    QVERIFY(axisLabels(tokensOf(sentence), Axis::Key, 0, 4096).isSharedWith(labels));
    sentence.tokens[0][1] = "other";
    QCOMPARE(axisLabels(tokensOf(sentence), Axis::Query, 0, 4096)[1], QStringLiteral("other"));
    QCOMPARE(axisLabels(tokensOf(sentence), Axis::Query, 0, 5000)[4999], QStringLiteral("·"));
}

void TestMatrixPanel::padding_is_a_dot_and_features_are_counted() {
    const RunLabels labels = {{{"a", "b", "c"}, {"d"}}, {}, {}};
    QCOMPARE(axisLabels(tokensOf(labels), Axis::Key, 1, 3),
             (QStringList{QStringLiteral("d"), QStringLiteral("·"), QStringLiteral("·")}));
    const QStringList numbers = {QStringLiteral("1"), QStringLiteral("2")};
    QCOMPARE(axisLabels(tokensOf(labels), Axis::ModelDim, 0, 2), numbers);
    // Inputs read from a file may have no tokens at all.
    QCOMPARE(axisLabels(tokensOf(RunLabels()), Axis::Query, 0, 2), numbers);
}

void TestMatrixPanel::cross_attention_takes_key_tokens_for_keys_and_values() {
    const RunLabels labels = {{{"q1", "q2"}}, TokenLists{{"k1", "k2"}}, {}};
    const QStringList queries = {QStringLiteral("q1"), QStringLiteral("q2")};
    const QStringList keys = {QStringLiteral("k1"), QStringLiteral("k2")};
    Trace trace;
    add(trace, TensorName::ProjectedQuery,
        counting({1, 2, 3}, {Axis::Batch, Axis::Sequence, Axis::HeadsKeyDim}));
    add(trace, TensorName::ProjectedValue,
        counting({1, 2, 3}, {Axis::Batch, Axis::Sequence, Axis::HeadsValueDim}));
    add(trace, TensorName::Scores, counting({1, 1, 2, 2}, queryKeyAxes));
    const auto panel = [&](TensorName name) { return panelsOf(trace, name, 0)[0]; };
    QCOMPARE(rowLabels(tokensOf(labels), panel(TensorName::ProjectedQuery), 0), queries);
    QCOMPARE(rowLabels(tokensOf(labels), panel(TensorName::ProjectedValue), 0), keys);
    QCOMPARE(rowLabels(tokensOf(labels), panel(TensorName::Scores), 0), queries);
    QCOMPARE(columnLabels(tokensOf(labels), panel(TensorName::Scores), 0), keys);
    QCOMPARE(columnLabels(tokensOf(labels), panel(TensorName::ProjectedValue), 0).size(),
             qsizetype{3});
}

void TestMatrixPanel::stages_and_their_tensors_agree() {
    Trace trace;
    for (std::size_t i = 0; i < tensorNameCount; ++i) {
        TraceStep step;
        step.name = static_cast<TensorName>(i);
        step.operation = Operation::Linear; // made here, not received from another block
        trace.add(step);
    }
    std::size_t shown = 0;
    for (int i = 0; i < stageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        const auto names = tensorsOf(stage, trace);
        QVERIFY(!names.empty());
        QVERIFY(tensorsOf(stage, Trace()).empty());
        for (const TensorName name : names)
            QVERIFY(stageOf(name) == stage);
        shown += names.size();
    }
    std::size_t withStage = 0;
    for (std::size_t i = 0; i < tensorNameCount; ++i)
        withStage += stageOf(static_cast<TensorName>(i)) ? 1 : 0;
    QCOMPARE(shown, withStage);
    QVERIFY(stageOf(TensorName::DroppedWeights) == Stage::Dropped);
    QVERIFY(!stageOf(TensorName::QueryWeight));
    QVERIFY(isQueryKeyStage(Stage::Masked) && !isQueryKeyStage(Stage::Context));
}

HEADSCOPE_TEST(TestMatrixPanel, QGuiApplication)
#include "test_matrix_panel.moc"
