// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "exit_code.h"
#include "formats/text/torch_print.h"
#include "support/command_call.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

Outcome callShapes(const QStringList& arguments) {
    return call(QStringList{u"shapes"_s} + arguments);
}

/// The print of a case of tests/reference/prints, without the three lines that describe it.
QString pytorchPrint(const QString& name) {
    QFile file(QStringLiteral(HEADSCOPE_TEST_DATA "/reference/prints/") + name + u".txt"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (int i = 0; i < 3; ++i)
        file.readLine();
    return QString::fromUtf8(file.readAll());
}

} // namespace

class TestShapesCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void arange_prints_the_four_tensors_of_pytorch_data();
    void arange_prints_the_four_tensors_of_pytorch();
    void steps_come_with_shape_strides_and_copies();
    void default_is_arange();
    void wrong_way_is_counted();
    void sequence_first_of_an_example();
    void key_and_value_are_split_too();
    void textbook_way();
    void blocks_of_a_model_show_their_own_numbers_data();
    void blocks_of_a_model_show_their_own_numbers();
    void rows_without_sequence();
    void called_wrongly_data();
    void called_wrongly();
    void missing_file_is_a_failure();
    void help();
};

void TestShapesCommand::arange_prints_the_four_tensors_of_pytorch_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("example") << QStringList{u"--example"_s, u"arange"_s};
    QTest::newRow("shape") << QStringList{u"--shape"_s, u"2,3,6"_s, u"--heads"_s, u"3"_s};
}

void TestShapesCommand::arange_prints_the_four_tensors_of_pytorch() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = callShapes(arguments + QStringList{u"--path"_s, u"split"_s});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(outcome.err.isEmpty());
    qsizetype from = 0;
    for (const char* name : {"arange_2_3_6", "arange_2_3_3_2", "arange_2_3_3_2_transposed"}) {
        const QString print = pytorchPrint(QLatin1String(name));
        QVERIFY(!print.isEmpty());
        const qsizetype found = outcome.out.indexOf(print, from);
        QVERIFY2(found >= 0, name);
        from = found + print.size();
    }
    // The fourth, (6, 3, 2), holds the rows of the third with one bracket less around.
    const QString fourth = u"reshape  [batch*heads, sequence, d_k]\n"
                           "  shape (6, 3, 2)  strides (6, 2, 1)  contiguous: yes  "
                           "copied: 144 bytes\n"_s;
    QVERIFY(outcome.out.indexOf(fourth, from) > from);
    QVERIFY(outcome.out.endsWith(u"        [[22., 23.],\n         [28., 29.],\n"
                                 "         [34., 35.]]])\n\n"_s));
}

void TestShapesCommand::steps_come_with_shape_strides_and_copies() {
    const QString out = callShapes({u"--shape"_s, u"2,3,6"_s, u"--heads"_s, u"3"_s}).out;
    QVERIFY(out.contains(u"view  [batch, sequence, heads, d_k]\n"
                         "  shape (2, 3, 3, 2)  strides (18, 6, 2, 1)  contiguous: yes  "
                         "copied: 0 bytes\n"
                         "  x.view(2, 3, 3, 2)\n"_s));
    QVERIFY(out.contains(u"transpose(1, 2)  [batch, heads, sequence, d_k]\n"
                         "  shape (2, 3, 3, 2)  strides (18, 2, 6, 1)  contiguous: no  "
                         "copied: 0 bytes\n"_s));
    QVERIFY(out.contains(u"contiguous  [batch, sequence, heads, d_v]\n"
                         "  shape (2, 3, 3, 2)  strides (18, 6, 2, 1)  contiguous: yes  "
                         "copied: 144 bytes\n"_s));
}

void TestShapesCommand::default_is_arange() {
    QCOMPARE(callShapes({}).out, callShapes({u"--example"_s, u"arange"_s}).out);
    QVERIFY(callShapes({}).out.contains(u"== merge =="_s));
}

void TestShapesCommand::wrong_way_is_counted() {
    const QString out =
        callShapes({u"--shape"_s, u"2,3,6"_s, u"--heads"_s, u"3"_s, u"--wrong"_s}).out;
    QVERIFY(out.contains(u"24 of 36 elements are misplaced, 24 of them in the wrong head\n"_s));
}

void TestShapesCommand::sequence_first_of_an_example() {
    const Outcome outcome = callShapes({u"--example"_s, u"arange"_s, u"--seq-first"_s});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(outcome.out.contains(u"x  [sequence, batch, d_model]\n  shape (3, 2, 6)"_s));
    QVERIFY(outcome.out.contains(u"permute(1, 2, 0, 3)  [batch, heads, sequence, d_k]"_s));
}

void TestShapesCommand::key_and_value_are_split_too() {
    const QString query = callShapes({u"--example"_s, u"ticket"_s, u"--path"_s, u"split"_s}).out;
    const QString key =
        callShapes({u"--example"_s, u"ticket"_s, u"--path"_s, u"split"_s, u"--of"_s, u"key"_s}).out;
    QVERIFY(!query.isEmpty() && !key.isEmpty());
    QVERIFY(query != key);
    // Each is called what it is, and a value has d_v features.
    const QStringList split = {u"--example"_s, u"ticket"_s, u"--path"_s, u"split"_s, u"--of"_s};
    const QString value = callShapes(split + QStringList{u"value"_s}).out;
    QVERIFY(query.contains(u"  q = x @ W_q\n"_s) && query.contains(u"  q.view("_s));
    QVERIFY(key.contains(u"  k = x @ W_k\n"_s) && key.contains(u"  k.view("_s));
    QVERIFY(value.contains(u"  v = x @ W_v\n"_s) && value.contains(u"  v.view("_s));
    QVERIFY(key.contains(u"heads, d_k]"_s) && !key.contains(u"d_v"_s));
    QVERIFY(value.contains(u"heads, d_v]"_s) && !value.contains(u"d_k"_s));
}

void TestShapesCommand::textbook_way() {
    const QString out = callShapes({u"--shape"_s, u"1,100,24"_s, u"--heads"_s, u"8"_s, u"--path"_s,
                                    u"side-by-side"_s})
                            .out;
    QVERIFY(out.contains(u"  shape (100, 24)  strides (24, 1)  contiguous: yes  "
                         "copied: 9600 bytes\n"_s));
}

void TestShapesCommand::blocks_of_a_model_show_their_own_numbers_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("title");
    QTest::newRow("the_first_attention_by_itself")
        << QStringList{} << u"encoder/0/self_attention"_s << u"encoder 1 · self-attention"_s;
    QTest::newRow("a_later_layer")
        << QStringList{u"--scope"_s, u"encoder/7/self_attention"_s} << u"encoder/7/self_attention"_s
        << u"encoder 8 · self-attention"_s;
}

void TestShapesCommand::blocks_of_a_model_show_their_own_numbers() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, scope);
    QFETCH(QString, title);
    const Result<Trace> run = runModel(modelProblemOf(findExample("stack")->make()), {});
    QVERIFY(run.ok());
    const TraceStep* query = run->find(TensorName::ProjectedQuery, scope.toStdString());
    QVERIFY(query);
    const Outcome outcome = callShapes(QStringList{u"--example"_s, u"stack"_s} + arguments);
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY(outcome.out.startsWith(u"== split, %1 ==\n"_s.arg(title)));
    QVERIFY(outcome.out.contains(u"== merge, %1 ==\n"_s.arg(title)));
    QVERIFY(outcome.out.contains(QString::fromStdString(torchText(query->result))));
}

void TestShapesCommand::rows_without_sequence() {
    const QString out = callShapes({u"--shape"_s, u"4,6"_s, u"--heads"_s, u"3"_s}).out;
    QVERIFY(out.contains(u"view  [batch, heads, d_k]\n  shape (4, 3, 2)"_s));
    QVERIFY(out.contains(u"transpose(0, 1)  [heads, batch, d_k]"_s));
}

void TestShapesCommand::called_wrongly_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QString& arguments, const QString& sentence) {
        QTest::newRow(name) << arguments.split(u' ') << sentence;
    };
    row("heads_missing", u"--shape 2,3,6"_s, u"--heads is missing"_s);
    row("heads_do_not_divide", u"--shape 2,3,6 --heads 4"_s,
        u"4 heads do not divide the width 6 of (2, 3, 6)"_s);
    row("size_is_no_number", u"--shape 2,x,6 --heads 3"_s,
        u"--shape takes a whole number from 1 on, not \"x\""_s);
    row("size_is_zero", u"--shape 2,0,6 --heads 3"_s,
        u"--shape takes a whole number from 1 on, not \"0\""_s);
    row("four_sizes", u"--shape 1,2,3,4 --heads 2"_s, u"BATCH,SEQUENCE,D_MODEL"_s);
    row("too_many_elements", u"--shape 65536,65536,512 --heads 8"_s,
        u"holds more than 16777216 elements"_s);
    row("product_overflows", u"--shape 4294967296,4294967296,4294967296 --heads 8"_s,
        u"holds more than 16777216 elements"_s);
    row("rows_have_no_sequence", u"--shape 4,6 --heads 3 --seq-first"_s,
        u"leave out --seq-first"_s);
    row("shape_and_file", u"--shape 4,6 --heads 3 --query q.npy"_s,
        u"--query does nothing beside"_s);
    row("unknown_example", u"--example nobody"_s, u"there is no example \"nobody\""_s);
    row("example_and_file", u"--example arange --query q.npy"_s, u"--query does nothing beside"_s);
    row("files_incomplete", u"--query q.npy"_s, u"--weights is missing"_s);
    row("unknown_path", u"--path back"_s,
        u"--path takes split, merge or side-by-side, not \"back\""_s);
    row("unknown_part", u"--of keys"_s, u"--of takes query, key or value, not \"keys\""_s);
    row("unknown_option", u"--sequence-first"_s, u"sequence-first"_s);
    row("no_such_block", u"--example stack --scope encoder/12/self_attention"_s,
        u"there is no block \"encoder/12/self_attention\""_s);
    row("a_block_without_heads", u"--example stack --scope encoder/0/feed_forward"_s,
        u"the block \"encoder/0/feed_forward\" has no heads to split"_s);
    row("plain_attention_has_no_blocks", u"--example ticket --scope encoder/0/norm"_s,
        u"leave it out"_s);
    row("shape_and_block", u"--shape 4,6 --heads 3 --scope encoder/0/norm"_s,
        u"--scope does nothing beside --shape"_s);
    row("stray_word", u"arange"_s, u"\"arange\" belongs to no option"_s);
}

void TestShapesCommand::called_wrongly() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const Outcome outcome = callShapes(arguments);
    QCOMPARE(outcome.status, int{exitUsage});
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
}

void TestShapesCommand::missing_file_is_a_failure() {
    const Outcome outcome = callShapes({u"--query"_s, u"/nowhere/q.npy"_s, u"--weights"_s,
                                        u"/nowhere/w.safetensors"_s, u"--heads"_s, u"2"_s});
    QCOMPARE(outcome.status, int{exitFailure});
    QVERIFY(outcome.err.contains(u"/nowhere/"_s));
}

void TestShapesCommand::help() {
    const Outcome outcome = callShapes({u"--help"_s});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(outcome.out.contains(u"--seq-first"_s));
}

HEADSCOPE_TEST(TestShapesCommand, QCoreApplication)
#include "test_shapes_command.moc"
