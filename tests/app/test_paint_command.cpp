// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "experiment/edits/edit.h"
#include "formats/npy/npy.h"
#include "head_fit/head_fit.h"
#include "support/command_call.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "support/ticket_painting.h"

#include <QApplication>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

struct PaintOutcome {
    int status = -1;
    QString out;
    QString err;
    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    double number(const char* key) const { return json()[QLatin1String(key)].toDouble(-1); }
};

PaintOutcome callPaint(const QStringList& arguments) {
    PaintOutcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.status = runCommandLine(QStringList(u"paint"_s) + arguments, out, err);
    return outcome;
}

/// KL in bits, mean over painted rows, of two matrices as files hold them.
double meanBits(const Tensor& target, const Tensor& attention) {
    double sum = 0;
    Index rows = 0;
    for (Index query = 0; query < target.size(0); ++query) {
        bool painted = false;
        for (Index key = 0; key < target.size(1); ++key) {
            const auto wanted = static_cast<double>(target(query, key));
            if (wanted > 0)
                sum += wanted * std::log2(wanted / static_cast<double>(attention(query, key)));
            painted = painted || wanted > 0;
        }
        rows += painted ? 1 : 0;
    }
    return sum / static_cast<double>(rows);
}

const QStringList resultNames = {u"attention_weights.npy"_s, u"key_weight.npy"_s,
                                 u"painting.json"_s, u"query_weight.npy"_s};

} // namespace

class TestPaintCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void files_and_numbers_agree_data();
    void files_and_numbers_agree();
    void a_file_is_painted_as_its_example();
    void positions_are_added_once();
    void a_row_without_paint_does_not_count();
    void the_same_line_gives_the_same_bytes();
    void masks_of_a_file_hold();
    void what_is_called_wrongly_is_said_data();
    void what_is_called_wrongly_is_said();
    void what_fails_is_said_data();
    void what_fails_is_said();
    void a_failure_leaves_the_folder_alone();
    void draws_a_figure_besides();
    void the_way_of_the_descent_is_a_film();
    void results_are_never_written_over();
    void nobodys_own_files_are_written_over();

private:
    QString in(const QString& name) const { return m_folder.filePath(name); }
    QString written(const QString& name, const Tensor& tensor) {
        (void)writeNpy(in(name).toStdString(), tensor);
        return in(name);
    }
    Tensor result(const QString& folder, const QString& name) const {
        return readNpy((folder + u'/' + name).toStdString()).value().tensor;
    }

    QTemporaryDir m_folder;
    QString m_own;
};

void TestPaintCommand::initTestCase() {
    QVERIFY(m_folder.isValid());
    for (const char* preset : {"diagonal", "previous", "first", "causal", "own"}) {
        const PaintTarget target = ticketPainting(preset).target;
        written(QLatin1String(preset) + u".npy"_s,
                Tensor::fromValues({10, 10}, {Axis::Query, Axis::Key}, target.weights));
    }
    m_own = in(u"own.npy"_s);
}

void TestPaintCommand::files_and_numbers_agree_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("keyDim");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<double>("limit");
    QTest::newRow("one") << "own" << 1 << false << "proof" << 0.3;
    QTest::newRow("between") << "own" << 2 << false << "best found" << 0.3;
    QTest::newRow("exact") << "own" << 4 << false << "exact" << 0.3;
    QTest::newRow("exact_previous") << "previous" << 4 << false << "exact" << 0.5;
    QTest::newRow("causal") << "causal" << 3 << false << "best found" << 0.835145366;
    QTest::newRow("diagonal_positions") << "diagonal" << 3 << true << "best found" << 0.0;
    QTest::newRow("own_positions") << "own" << 4 << true << "exact" << 0.685750195;
    QTest::newRow("first") << "first" << 2 << false << "best found" << 1.0;
}

/// What is printed is true of the files: the weights make that attention, and that is so far away.
void TestPaintCommand::files_and_numbers_agree() {
    QFETCH(const QString, target);
    QFETCH(const int, keyDim);
    QFETCH(const bool, positions);
    QFETCH(const QString, verdict);
    QFETCH(const double, limit);
    const QString folder = in(u"out_"_s + QLatin1String(QTest::currentDataTag()));
    QStringList arguments = {u"--example"_s, u"ticket"_s,
                             u"--target"_s,  in(target + u".npy"_s),
                             u"--d-k"_s,     QString::number(keyDim),
                             u"--out"_s,     folder,
                             u"--starts"_s,  u"3"_s,
                             u"--steps"_s,   u"2000"_s};
    if (positions)
        arguments << u"--positions"_s;
    const PaintOutcome outcome = callPaint(arguments);
    QCOMPARE(outcome.status, int(exitDone));
    QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
    QCOMPARE(outcome.json()[u"verdict"_s].toString(), verdict);
    QVERIFY2(std::fabs(outcome.number("limit_bits") - limit) < 1e-6, qPrintable(outcome.out));
    QVERIFY(outcome.number("kl_bits") >= outcome.number("limit_bits") - 1e-9);
    QCOMPARE(QDir(folder).entryList(QDir::Files), resultNames);

    const Tensor attention = result(folder, resultNames[0]);
    const Tensor key = result(folder, resultNames[1]);
    const Tensor query = result(folder, resultNames[3]);
    QCOMPARE(query.shape(), (Shape{4, keyDim}));
    QCOMPARE(key.shape(), (Shape{4, keyDim}));
    const Tensor wanted = readNpy(in(target + u".npy"_s).toStdString()).value().tensor;
    QVERIFY(std::fabs(meanBits(wanted, attention) - outcome.number("kl_bits")) < 1e-5);
    const FitProblem problem = ticketPainting(target.toStdString(), positions);
    const FittedHead head = fittedHead(problem, {query, key});
    for (std::size_t i = 0; i < head.attention.size(); ++i)
        QVERIFY(std::fabs(head.attention[i] - static_cast<double>(attention.values()[i])) < 1e-7);
}

void TestPaintCommand::a_file_is_painted_as_its_example() {
    const QString path = in(u"ticket.headscope"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(experimentToJson(findExample("ticket")->make())));
    file.close();
    const QStringList rest = {u"--target"_s, m_own, u"--steps"_s, u"50"_s, u"--out"_s, in(u"f"_s)};
    const PaintOutcome example = callPaint(QStringList{u"--example"_s, u"ticket"_s} + rest);
    (void)withoutFolder(in(u"f"_s));
    const PaintOutcome opened = callPaint(QStringList{path} + rest);
    QCOMPARE(opened.status, int(exitDone));
    QCOMPARE(opened.out, example.out);
}

/// An example that has positions has them whether they are asked for or not.
void TestPaintCommand::positions_are_added_once() {
    const QStringList line = {u"--example"_s, u"positions"_s, u"--target"_s,
                              m_own,          u"--steps"_s,   u"20"_s};
    const PaintOutcome own = callPaint(line + QStringList{u"--out"_s, in(u"p"_s)});
    const PaintOutcome asked =
        callPaint(line + QStringList{u"--positions"_s, u"--out"_s, in(u"q"_s)});
    QCOMPARE(own.status, int(exitDone));
    QCOMPARE(own.out, asked.out);
    QVERIFY(own.number("twins_bits") == 0.0);
}

void TestPaintCommand::a_row_without_paint_does_not_count() {
    Tensor one = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0);
    one.mutableData()[5 * 10 + 9] = 1; // 订了 → 机票
    const PaintOutcome outcome =
        callPaint({u"--example"_s, u"ticket"_s, u"--target"_s, written(u"one.npy"_s, one),
                   u"--d-k"_s, u"1"_s, u"--steps"_s, u"500"_s, u"--out"_s, in(u"one"_s)});
    QCOMPARE(outcome.number("painted_rows"), 1.0);
    QVERIFY(outcome.json()[u"rows_bits"_s].toArray()[0].isNull());
    QVERIFY(outcome.json()[u"done"_s].toBool());
}

void TestPaintCommand::the_same_line_gives_the_same_bytes() {
    const auto all = [this](const char* folder) {
        const PaintOutcome outcome =
            callPaint({u"--example"_s, u"ticket"_s, u"--target"_s, m_own, u"--steps"_s, u"100"_s,
                       u"--out"_s, in(QLatin1String(folder))});
        QByteArray bytes = outcome.out.toUtf8();
        for (const QString& name : resultNames) {
            QFile file(in(QLatin1String(folder) + u'/' + name));
            if (file.open(QIODevice::ReadOnly))
                bytes += file.readAll();
        }
        return bytes;
    };
    QCOMPARE(all("same_a"), all("same_b"));
}

void TestPaintCommand::masks_of_a_file_hold() {
    const QString path = in(u"causal.headscope"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(
        experimentToJson(withCausal(findExample("ticket")->make(), true))));
    file.close();
    const PaintOutcome outcome =
        callPaint({path, u"--target"_s, in(u"causal.npy"_s), u"--d-k"_s, u"1"_s, u"--steps"_s,
                   u"1500"_s, u"--out"_s, in(u"masked"_s)});
    QVERIFY2(outcome.number("kl_bits") < 1e-3, qPrintable(outcome.out + outcome.err));
    const PaintOutcome forbidden =
        callPaint({path, u"--target"_s, m_own, u"--steps"_s, u"5"_s, u"--out"_s, in(u"none"_s)});
    QCOMPARE(forbidden.status, int(exitFailure));
    QVERIFY(forbidden.err.contains(u"target[0, 4] is 1, but the mask forbids"_s));
}

void TestPaintCommand::what_is_called_wrongly_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    const QStringList whole = {u"--example"_s, u"ticket"_s, u"--target"_s,
                               u"t.npy"_s,     u"--out"_s,  u"o"_s};
    QTest::newRow("nothing") << QStringList() << "--example is missing";
    QTest::newRow("no_target") << whole.mid(0, 2) << "--target is missing";
    QTest::newRow("no_folder") << whole.mid(0, 4) << "--out is missing";
    QTest::newRow("unknown_example")
        << QStringList{u"--example"_s, u"tikcet"_s} << "there is no example \"tikcet\"";
    QTest::newRow("unknown_option")
        << whole + QStringList{u"--dk"_s, u"2"_s} << "Unknown option 'dk'";
    QTest::newRow("no_number") << whole + QStringList{u"--d-k"_s, u"two"_s}
                               << "--d-k takes a whole number from 1 on, not \"two\"";
    QTest::newRow("no_features") << whole + QStringList{u"--d-k"_s, u"0"_s}
                                 << "--d-k takes a whole number from 1 on, not \"0\"";
    QTest::newRow("no_starts") << whole + QStringList{u"--starts"_s, u"0"_s}
                               << "--starts takes a whole number from 1 on, not \"0\"";
    QTest::newRow("half_a_step") << whole + QStringList{u"--steps"_s, u"1.5"_s}
                                 << "--steps takes a whole number from 0 on, not \"1.5\"";
    QTest::newRow("rate") << whole + QStringList{u"--rate"_s, u"fast"_s}
                          << "--rate takes a number such as 0.1, not \"fast\"";
    QTest::newRow("no_largest_weight") << whole + QStringList{u"--largest-weight"_s, u"0"_s}
                                       << "--largest-weight takes a number above 0, not \"0\"";
    QTest::newRow("seed") << whole + QStringList{u"--seed"_s, u"-1"_s}
                          << "--seed takes a whole number from 0 on, not \"-1\"";
    QTest::newRow("stray") << whole + QStringList{u"word"_s} << "\"word\" belongs to no option";
}

void TestPaintCommand::what_is_called_wrongly_is_said() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const PaintOutcome outcome = callPaint(arguments);
    QCOMPARE(outcome.status, int(exitUsage));
    QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
    QVERIFY(outcome.out.isEmpty());
}

void TestPaintCommand::what_fails_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    const auto target = [this](const char* name, const Shape& shape, float value) {
        return written(QLatin1String(name),
                       Tensor::filled(shape, Axes(shape.size(), Axis::Feature), value));
    };
    const QStringList ticket = {u"--example"_s, u"ticket"_s, u"--target"_s};
    QTest::newRow("missing_file") << ticket + QStringList{in(u"none.npy"_s)} << "none.npy";
    QTest::newRow("three_axes") << ticket + QStringList{target("t3.npy", {1, 10, 10}, 0.1F)}
                                << "has the shape (1, 10, 10): [query, key] is (10, 10) here";
    QTest::newRow("other_sentence")
        << ticket + QStringList{target("t9.npy", {9, 9}, 0.1F)} << "has the shape (9, 9)";
    QTest::newRow("rows_at_two") << ticket + QStringList{target("two.npy", {10, 10}, 0.2F)}
                                 << "target[0, :] sums to 2";
    QTest::newRow("nothing_painted")
        << ticket + QStringList{target("zero.npy", {10, 10}, 0)} << "all zeros";
    QTest::newRow("too_wide") << ticket + QStringList{m_own, u"--d-k"_s, u"5"_s}
                              << "d_k is 5: a whole number from 1 to d_model, 4, is needed";
    QTest::newRow("no_rate") << ticket + QStringList{m_own, u"--rate"_s, u"0"_s}
                             << "the learning rate is 0";
    QTest::newRow("no_such_head") << ticket + QStringList{m_own, u"--head"_s, u"5"_s}
                                  << "there is no head 5: there are 4";
    QTest::newRow("no_such_sequence") << ticket + QStringList{m_own, u"--sequence"_s, u"2"_s}
                                      << "there is no sequence 2: there are 1";
    QTest::newRow("a_stack") << QStringList{u"--example"_s, u"stack"_s, u"--target"_s, m_own}
                             << "plain attention";
}

void TestPaintCommand::what_fails_is_said() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const QString folder = in(u"never"_s);
    const PaintOutcome outcome = callPaint(arguments + QStringList{u"--out"_s, folder});
    QCOMPARE(outcome.status, int(exitFailure));
    QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
    QCOMPARE(outcome.err.count(u'\n'), 1);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!QFileInfo::exists(folder));
}

/// The folder is looked at before anything is computed.
void TestPaintCommand::a_failure_leaves_the_folder_alone() {
    QFile blocked(in(u"blocked"_s));
    QVERIFY(blocked.open(QIODevice::WriteOnly));
    blocked.write("a file");
    blocked.close();
    QElapsedTimer timer;
    timer.start();
    const PaintOutcome outcome =
        callPaint({u"--example"_s, u"ticket"_s, u"--target"_s, m_own, u"--starts"_s, u"1000"_s,
                   u"--steps"_s, u"10000000"_s, u"--out"_s, blocked.fileName()});
    QCOMPARE(outcome.status, int(exitFailure));
    QVERIFY(outcome.err.contains(u"blocked"_s));
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(blocked.open(QIODevice::ReadOnly));
    QCOMPARE(blocked.readAll(), QByteArray("a file"));
}

void TestPaintCommand::draws_a_figure_besides() {
    const QStringList call = {u"--example"_s, u"ticket"_s, u"--target"_s, m_own,
                              u"--steps"_s,   u"50"_s,     u"--out"_s,    in(u"drawn"_s)};
    const auto draw = [&](const QString& file, const QStringList& more = {}) {
        (void)withoutFolder(in(u"drawn"_s));
        return callPaint(call + QStringList{u"--figure"_s, in(file)} + more);
    };
    const auto read = [&](const QString& file) {
        QFile opened(in(file));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    };
    const PaintOutcome svg = draw(u"head.svg"_s);
    QCOMPARE(svg.status, int(exitDone));
    const QByteArray text = read(u"head.svg"_s);
    QVERIFY(text.contains("<polyline"));        // the way of the descent
    QVERIFY(text.contains("订了"));             // words at the axes
    QVERIFY(text.contains("0.30"));             // the limit
    QCOMPARE(text.count("class=\"cells\""), 3); // painted, now, difference
    QXmlStreamReader xml(text);
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    (void)draw(u"again.svg"_s);
    QCOMPARE(read(u"again.svg"_s), text);
    // Beside the results, whose folder is made with them.
    const PaintOutcome inside =
        callPaint({u"--example"_s, u"ticket"_s, u"--target"_s, m_own, u"--steps"_s, u"50"_s,
                   u"--out"_s, in(u"inside"_s), u"--figure"_s, in(u"inside/head.svg"_s)});
    QVERIFY2(inside.status == exitDone, qPrintable(inside.err));
    QVERIFY(read(u"inside/head.svg"_s).contains("<polyline"));
    QCOMPARE(draw(u"head.pdf"_s, {u"--rows-are-keys"_s}).status, int(exitDone));
    QVERIFY(read(u"head.pdf"_s).startsWith("%PDF"));
    QCOMPARE(draw(u"head.png"_s,
                  {u"--size"_s, u"900x700"_s, u"--theme"_s, u"dark"_s, u"--language"_s, u"zh"_s})
                 .status,
             int(exitDone));
    QCOMPARE(QImage(in(u"head.png"_s)).size(), QSize(900, 700));
    QVERIFY(QImage(in(u"head.png"_s)).pixelColor(2, 2).lightness() < 60);
    QCOMPARE(draw(u"head.txt"_s).status, int(exitUsage));
    QVERIFY(draw(u"head.txt"_s).err.contains(u"figure"_s));
    const PaintOutcome without = callPaint(call + QStringList{u"--theme"_s, u"dark"_s});
    QCOMPARE(without.status, int(exitUsage));
    QVERIFY(without.err.contains(u"--figure"_s));
    QCOMPARE(draw(u"no/such/place/head.svg"_s).status, int(exitFailure));
}

void TestPaintCommand::the_way_of_the_descent_is_a_film() {
    const QString file = in(u"way.gif"_s);
    const auto animated = [&](const QStringList& more) {
        PaintOutcome outcome;
        QTextStream out(&outcome.out);
        QTextStream err(&outcome.err);
        outcome.status = runCommandLine(
            QStringList{u"animate"_s, u"--view"_s, u"paint"_s, u"--example"_s, u"ticket"_s,
                        u"--target"_s, m_own, u"--starts"_s, u"1"_s, u"--steps"_s, u"20"_s,
                        u"--size"_s, u"600x430"_s, u"--out"_s, file} +
                more,
            out, err);
        return outcome;
    };
    const PaintOutcome all = animated({u"--to"_s, u"3"_s, u"--fps"_s, u"4"_s});
    QCOMPARE(all.err, QString());
    QCOMPARE(all.status, int(exitDone));
    QCOMPARE(all.out.section(u',', 0, 0), file + u": 4 frames"_s); // steps 0 to 3
    QImageReader gif(file);
    QCOMPARE(gif.imageCount(), 4);
    QCOMPARE(gif.loopCount(), -1); // for ever
    std::vector<QImage> pictures;
    std::vector<int> delays;
    while (gif.canRead()) {
        pictures.push_back(gif.read());
        delays.push_back(gif.nextImageDelay());
    }
    QCOMPARE(pictures.front().size(), QSize(600, 430));
    QVERIFY(pictures[0] != pictures[1]);
    QVERIFY((delays == std::vector<int>{1500, 250, 250, 1500}));
    const PaintOutcome estimate = animated({u"--estimate"_s});
    QVERIFY2(estimate.out.contains(u"at most "_s), qPrintable(estimate.out));
    for (const auto& [more, said] :
         {std::pair(QStringList{u"--from"_s, u"3"_s, u"--to"_s, u"1"_s}, u"--from 3 comes after"_s),
          std::pair(QStringList{u"--from"_s, u"21"_s}, u"step 21 was not recorded"_s),
          std::pair(QStringList{u"--dpi"_s, u"96"_s}, u"dpi"_s)}) {
        const PaintOutcome wrong = animated(more);
        QCOMPARE(wrong.status, int(exitUsage));
        QVERIFY2(wrong.err.contains(said), qPrintable(wrong.err));
    }
}

void TestPaintCommand::results_are_never_written_over() {
    const QString folder = in(u"again"_s);
    const auto paintInto = [&](const QString& keyDim) {
        return callPaint({u"--example"_s, u"ticket"_s, u"--target"_s, m_own, u"--d-k"_s, keyDim,
                          u"--steps"_s, u"5"_s, u"--out"_s, folder, u"--figure"_s,
                          folder + u"/head.svg"_s});
    };
    QCOMPARE(paintInto(u"2"_s).status, int(exitDone)); // with the figure that the same line draws
    const PaintOutcome refused = paintInto(u"4"_s);
    QCOMPARE(refused.status, int(exitFailure));
    QVERIFY2(refused.err.contains(u"is not empty"_s), qPrintable(refused.err));
    QCOMPARE(result(folder, u"query_weight.npy"_s).shape(), (Shape{4, 2}));
}

void TestPaintCommand::nobodys_own_files_are_written_over() {
    for (const QString& name : resultNames) {
        const QString folder = in(u"own-"_s + name);
        QVERIFY(QDir().mkpath(folder));
        QFile own(folder + u'/' + name);
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("{}");
        own.close();
        const PaintOutcome outcome = callPaint({u"--example"_s, u"ticket"_s, u"--target"_s, m_own,
                                                u"--steps"_s, u"5"_s, u"--out"_s, folder});
        QCOMPARE(outcome.status, int(exitFailure));
        QVERIFY2(outcome.err.contains(u"is not empty"_s), qPrintable(outcome.err));
        QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList{name});
        QVERIFY(own.open(QIODevice::ReadOnly));
        QCOMPARE(own.readAll(), QByteArray("{}"));
    }
}

HEADSCOPE_TEST(TestPaintCommand, QApplication)
#include "test_paint_command.moc"
