// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "support/command_call.h"
#include "support/test_program.h"

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

Outcome screenshot(const QStringList& arguments) {
    return callProgram(QStringList{QStringLiteral("screenshot")} + arguments);
}

} // namespace

class TestScreenshotCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blocks_and_views_are_painted_data();
    void blocks_and_views_are_painted();
    void a_prepared_view_of_a_file_is_painted();
    void what_does_not_fit_is_said_data();
    void what_does_not_fit_is_said();

private:
    QTemporaryDir m_folder;
};

void TestScreenshotCommand::blocks_and_views_are_painted_data() {
    QTest::addColumn<QString>("arguments");
    QTest::newRow("cross_attention") << "--example encoder-decoder";
    QTest::newRow("a_block") << "--example encoder-decoder --scope encoder/0/self_attention";
    QTest::newRow("a_stage_of_a_block")
        << "--example encoder-decoder --scope decoder/0/self_attention --stage masked_scores";
    QTest::newRow("a_norm") << "--example stack --scope encoder/11/feed_forward_norm "
                               "--stage normalised --cell 3,2";
    QTest::newRow("norm_by_name") << "--example stack --scope encoder/0/self_attention_norm "
                                     "--view norm";
    QTest::newRow("a_cell_beyond_the_keys_of_the_encoder")
        << "--example encoder-decoder --scope decoder/0/self_attention --cell 5,5";
    QTest::newRow("layers") << "--example stack --view layers";
    QTest::newRow("layers_small_dark_chinese")
        << "--example encoder-decoder --view layers --size 1024x768 --theme dark --language zh";
    QTest::newRow("layers_sorted_by_a_measure")
        << "--example stack --view layers --measure previous --order within";
    QTest::newRow("layers_without_a_measure")
        << "--example stack --view layers --measure none --size 720x520";
    QTest::newRow("layers_compared")
        << "--example encoder-decoder --view layers --compare cat-learnt --order both";
    QTest::newRow("rows_and_columns_of_the_matrix") << "--example ticket --zoom 3-6,5-8";
    QTest::newRow("a_running_sum") << "--view steps --stage scores --cell 10,6 --progress 0.6";
    QTest::newRow("a_sum_of_rows")
        << "--view steps --stage head_context --progress 0.4 --order rows --theme dark";
    QTest::newRow("steps_in_the_smallest_window")
        << "--view steps --example paper-size --stage output --cell 3,20 --size 720x520";
    QTest::newRow("shapes_of_many_elements_in_the_smallest_window")
        << "--view shapes --example paper-size --size 720x520";
}

void TestScreenshotCommand::blocks_and_views_are_painted() {
    QFETCH(QString, arguments);
    const auto paint = [&](const QString& name, const QString& options) {
        const QString path = m_folder.filePath(name);
        const Outcome outcome =
            screenshot(options.split(u' ') + QStringList{QStringLiteral("--out"), path});
        if (outcome.status != 0)
            qWarning("%s", qPrintable(outcome.err));
        return QImage(path);
    };
    const auto bytesOf = [&](const QString& name) {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QImage picture = paint(QStringLiteral("a.png"), arguments);
    QVERIFY(!picture.isNull());
    QVERIFY(picture != paint(QStringLiteral("b.png"), QStringLiteral("--example ticket")));
    QVERIFY(picture == paint(QStringLiteral("c.png"), arguments));
    QVERIFY(bytesOf(QStringLiteral("a.png")) == bytesOf(QStringLiteral("c.png")));
}

void TestScreenshotCommand::a_prepared_view_of_a_file_is_painted() {
    const QString file = m_folder.filePath(QStringLiteral("views.headscope"));
    PreparedView scores;
    scores.title = "scores";
    scores.page = "heads";
    scores.stage = TensorName::Scores;
    scores.head = 2;
    scores.cell = {9, 5};
    PreparedView steps;
    steps.page = "steps";
    steps.stage = TensorName::AttentionWeights;
    const Experiment ticket = findExample("ticket")->make();
    const auto write = [&](const DocumentExtras& beside) {
        return writeFileAtomically(file.toStdString(), experimentToJson(ticket, beside)).ok();
    };
    const auto painted = [&](const QString& arguments) {
        const QString out = m_folder.filePath(QStringLiteral("view.png"));
        QFile::remove(out);
        const Outcome outcome = screenshot(QStringList{file, QStringLiteral("--out"), out} +
                                           arguments.split(u' ', Qt::SkipEmptyParts));
        return outcome.status == 0 ? QImage(out) : QImage();
    };
    QVERIFY(write({{}, {}, {scores, steps}}));
    const QImage asked =
        painted(QStringLiteral("--view heads --stage scores --head 3 --cell 10,6"));
    QVERIFY(!asked.isNull());
    QCOMPARE(painted(QStringLiteral("--prepared 1")), asked);
    const QImage second = painted(QStringLiteral("--prepared 2"));
    QVERIFY(!second.isNull() && second != asked);
    QVERIFY(painted(QStringLiteral("--prepared 3")).isNull());
    const Outcome beyond =
        screenshot({file, QStringLiteral("--prepared"), QStringLiteral("3"),
                    QStringLiteral("--out"), m_folder.filePath(QStringLiteral("no.png"))});
    QCOMPARE(beyond.status, 2);
    QVERIFY(beyond.err.contains(QStringLiteral("--prepared 3: the file has 2 prepared views")));
    // Without a word, what was looked at last; an option is of what the example is about.
    QVERIFY(painted({}) != second);
    QVERIFY(write({{}, {}, {}, steps}));
    QCOMPARE(painted({}), second);
}

void TestScreenshotCommand::what_does_not_fit_is_said_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("a_measure_of_no_layers")
        << "--example stack --view heads --measure first"
        << "--measure does nothing in --view heads: it goes with --view layers";
    QTest::newRow("no_such_measure") << "--example stack --view layers --measure size"
                                     << "entropy_bits, mean_distance";
    QTest::newRow("no_such_order") << "--example stack --view layers --order size"
                                   << "number, layers, heads, both or within";
    QTest::newRow("nothing_to_compare_in_shapes")
        << "--view shapes --compare ticket-learnt"
        << "--compare does nothing in --view shapes: it goes with --view heads or layers";
    QTest::newRow("no_such_order_of_a_product") << "--view steps --order columns"
                                                << "dot, rows or heads";
    QTest::newRow("progress_of_no_move")
        << "--view heads --progress 0.5"
        << "--progress does nothing in --view heads: it goes with --view shapes or steps";
    QTest::newRow("a_question_of_no_lesson")
        << "--question 2"
        << "--question does nothing without a lesson: it goes with --lesson";
    QTest::newRow("a_question_that_the_lesson_has_not") << "--lesson which-root --question 30"
                                                        << "a number from 1 to ";
    QTest::newRow("a_view_beside_a_lesson") << "--lesson which-root --view steps"
                                            << "--view does nothing with --lesson";
    QTest::newRow("a_stage_of_lines") << "--view lines --stage scores"
                                      << "--stage does nothing in --view lines: it goes with";
    QTest::newRow("a_cell_of_no_cells") << "--view shapes --cell 3,2"
                                        << "--cell does nothing in --view shapes: it goes with";
    QTest::newRow("a_head_of_a_painting") << "--view paint --head 2"
                                          << "--head does nothing in --view paint: it goes with";
    QTest::newRow("a_sequence_of_a_training")
        << "--view train --sequence 2"
        << "--sequence does nothing in --view train: it goes with";
    QTest::newRow("a_stage_of_a_lesson") << "--lesson which-root --stage scores"
                                         << "--stage does nothing with --lesson";
    QTest::newRow("a_seed_of_no_training") << "--view train --seed 3"
                                           << "it goes with --task";
    QTest::newRow("a_number_that_no_float_is") << "--hold scores:1,1,1=1e39"
                                               << "a number of float32";
    QTest::newRow("no_such_block") << "--example stack --scope encoder/12/self_attention"
                                   << "there are encoder/0/self_attention, encoder/1/";
    QTest::newRow("no_such_stage")
        << "--example stack --scope encoder/0/feed_forward --stage scores"
        << "feed_forward_output";
    QTest::newRow("no_heads_to_split")
        << "--example stack --scope encoder/0/feed_forward --view shapes"
        << "has no heads";
    QTest::newRow("no_layers") << "--example ticket --view layers"
                               << "one attention only";
    QTest::newRow("no_layers_of_a_model_with_one_attention") << "--example positions --view layers"
                                                             << "one attention only";
    QTest::newRow("no_layers_of_one_layer") << "--example norms --view layers"
                                            << "one attention only";
    QTest::newRow("no_norm") << "--example ticket --view norm"
                             << "has none";
    QTest::newRow("no_norm_in_this_block")
        << "--example stack --scope encoder/0/self_attention --view norm"
        << "encoder/0/self_attention_norm";
    QTest::newRow("no_heads_in_this_block")
        << "--example stack --scope encoder/0/self_attention_norm --view heads"
        << "encoder/0/self_attention";
    QTest::newRow("one_matrix_for_all_heads") << "--example ticket --stage output --head 3"
                                              << "--head 3: this stage has one matrix";
    QTest::newRow("no_such_cell_of_this_stage")
        << "--example ticket --stage output --cell 10,8"
        << "--cell 10,8: the matrix of this stage has 10 rows and 4 columns";
    QTest::newRow("no_such_cell_of_this_block")
        << "--example encoder-decoder --scope encoder/0/self_attention --cell 5,4"
        << "the matrix of this stage has 4 rows and 4 columns";
    QTest::newRow("no_such_rows") << "--example ticket --zoom 3-11,1-4"
                                  << "10 rows and 10 columns";
    QTest::newRow("rows_the_wrong_way_round") << "--example ticket --zoom 6-3,1-4"
                                              << "such as 3-9,1-12";
    QTest::newRow("no_matrix_to_zoom") << "--view shapes --zoom 1-2,1-2"
                                       << "--zoom does nothing in --view shapes";
    QTest::newRow("no_such_step") << "--view shapes --step flatten"
                                  << "there is no step \"flatten\"; there are";
    QTest::newRow("no_such_element") << "--view shapes --element 1000000"
                                     << "--element takes a number below";
    QTest::newRow("a_pattern_of_other_words") << "--example arange --view paint --pattern relations"
                                              << "the relations are those of ten words";
    QTest::newRow("a_stage_of_nothing_painted") << "--view paint --open softmax"
                                                << "nothing is painted yet";
    QTest::newRow("a_stage_of_another_page")
        << "--view paint --pattern first --open loss"
        << "there is no stage \"loss\" there; train has data, logits, loss or optimiser, paint";
    QTest::newRow("no_prepared_views") << "--prepared 1"
                                       << "--prepared: the file has no prepared views";
    QTest::newRow("a_prepared_view_from_1") << "--prepared 0"
                                            << "a number from 1 to ";
    QTest::newRow("a_prepared_view_and_another") << "--prepared 1 --stage scores"
                                                 << "--stage does not go with --prepared";
    QTest::newRow("no_such_view") << "--view sideways"
                                  << "layers";
}

void TestScreenshotCommand::what_does_not_fit_is_said() {
    QFETCH(QString, arguments);
    QFETCH(QString, words);
    const QString path = m_folder.filePath(QStringLiteral("never.png"));
    const Outcome outcome =
        screenshot(arguments.split(u' ') + QStringList{QStringLiteral("--out"), path});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path));
}

HEADSCOPE_TEST(TestScreenshotCommand, QApplication)
#include "test_screenshot_command.moc"
