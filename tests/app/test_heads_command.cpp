// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "exit_code.h"
#include "experiment/edits/edit.h"
#include "experiment/experiment_run.h"
#include "formats/npy/npy.h"
#include "measures/head_measures.h"
#include "pages/layers/layers_measures.h"
#include "source/source_json.h"
#include "support/command_call.h"
#include "support/file_bytes.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QApplication>
#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

Outcome callHeads(const QStringList& arguments) {
    return call(QStringList{u"heads"_s} + arguments);
}

QList<QStringList> linesOf(const QString& csv) {
    QList<QStringList> lines;
    for (const QString& line : csv.split(u'\n', Qt::SkipEmptyParts))
        lines << line.split(u',');
    return lines;
}

const QStringList header = {
    u"scope"_s,    u"sequence"_s, u"head"_s, u"entropy_bits"_s, u"mean_distance"_s, u"first"_s,
    u"previous"_s, u"next"_s,     u"self"_s, u"separators"_s,   u"equal_tokens"_s};

/// The number of a column; that it stands there is checked by who asks.
double number(const QStringList& line, const char* column) {
    bool ok = false;
    const double value = line[header.indexOf(QLatin1String(column))].toDouble(&ok);
    return ok ? value : std::nan("");
}

} // namespace

class TestHeadsCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbers_are_those_of_the_weights_that_run_writes_data();
    void numbers_are_those_of_the_weights_that_run_writes();
    void every_attention_sequence_and_head_has_a_line();
    void cross_attention_leaves_places_empty();
    void numbers_read_back_to_the_same_bits();
    void the_overview_of_the_layers_says_the_same();
    void a_file_says_what_its_example_says();
    void masks_of_the_command_line_hold();
    void padding_of_a_file_asks_as_little_as_that_of_words();
    void rows_without_entropy_are_said();
    void what_run_wrote_says_the_same();
    void an_attention_has_no_inputs_of_its_own_data();
    void an_attention_has_no_inputs_of_its_own();
    void help_names_every_column();
    void what_is_wrong_is_said_data();
    void what_is_wrong_is_said();

private:
    QTemporaryDir m_folder;
};

/// The picture and the measures of an attention are those of the run that it came from.
void TestHeadsCommand::what_run_wrote_says_the_same() {
    const QString folder = m_folder.filePath(u"same"_s);
    const QString words = m_folder.filePath(u"words.json"_s);
    const QStringList example = {u"--example"_s, u"wrong-scale-en"_s};
    QCOMPARE(call(QStringList{u"run"_s} + example + QStringList{u"--out"_s, folder}).status,
             int{exitDone});
    QByteArray list;
    const Experiment computed = findExample("wrong-scale-en")->make();
    for (const std::string& token : computed.tokens.front())
        list += (list.isEmpty() ? "[\"" : ", \"") + QByteArray::fromStdString(token) + '"';
    QVERIFY(putFile(words.toStdString(), list.toStdString() + "]"));
    const QStringList attention = {u"--attention"_s, folder + u"/attention_weights.npy"_s,
                                   u"--tokens"_s, words};
    const Outcome finished = callHeads(attention);
    QVERIFY2(finished.status == exitDone, qPrintable(finished.err));
    QCOMPARE(finished.out, callHeads(example).out);
    // But for the heading, which says of what the weights of an experiment were computed.
    const auto figure = [&](const QStringList& source, const QString& name) {
        const QString path = m_folder.filePath(name);
        const Outcome outcome = call(QStringList{u"export"_s} + source +
                                     QStringList{u"--out"_s, path, u"--no-title"_s});
        if (outcome.status != exitDone)
            qWarning("%s", qPrintable(outcome.err));
        std::string svg = fileBytes(path.toStdString());
        const std::size_t from = svg.find("<title>");
        const std::size_t end = svg.find("</metadata>");
        return from < end && end != svg.npos ? svg.erase(from, end - from) : std::string();
    };
    const std::string before = figure(example, u"before.svg"_s);
    QVERIFY(before.size() > 1000);
    QVERIFY(figure(attention, u"after.svg"_s) == before);
}

void TestHeadsCommand::an_attention_has_no_inputs_of_its_own_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& arguments, const char* says) {
        QTest::newRow(name) << arguments.split(u' ') << QString::fromUtf8(says);
    };
    row("a mask", u"heads a.csv --mask causal"_s, "--mask does nothing");
    row("weights beside it", u"heads --attention a.csv --weights w.safetensors"_s,
        "--weights does nothing");
    row("axes without it", u"heads --example ticket --axes query,key"_s, "--axes does nothing");
    row("axes that are none", u"heads a.csv --axes rows,columns"_s, "layers,heads,query,key");
    row("axes of another rank", u"heads a.csv --axes heads,query,key"_s, "(2, 2)");
    row("an example beside it", u"heads a.csv --example ticket"_s, "leave out one");
    row("values that are none", u"heads a.csv --values other"_s,
        "--values takes weights or scores");
    row("too many words", u"heads a.csv --tokens three.txt"_s, "3 words");
    row("shapes", u"shapes a.csv"_s, "computed elsewhere");
    row("worksheet", u"worksheet a.csv --out w.pdf"_s, "computed elsewhere");
    for (const char* command :
         {"shapes", "animate --view steps --out a.gif", "worksheet --out w.pdf"})
        row(command, QString::fromLatin1(command) + u" --attention a.csv --axes query,key"_s,
            "a.csv is an attention that was computed elsewhere: this needs an experiment");
    row("a picture of the window", u"screenshot --attention a.csv --heads mean --out w.png"_s,
        "--heads does nothing to a picture of the window, where one head is enlarged");
    row("two attentions", u"heads --attention a.csv odd.csv"_s,
        "odd.csv and --attention are two experiments");
    row("an attention and an example", u"heads --attention a.csv --example ticket"_s,
        "--attention and --example are two experiments");
    row("rows that are odd", u"heads odd.csv"_s,
        "rows that do not sum to 1: 1 of 2; one sums to 1.5");
    row("no number in the file", u"heads nan.csv"_s,
        "2 numbers of attention_weights are infinite or NaN, as the file has them");
    row("a row that holds NaN", u"heads nan.csv"_s,
        "no measure counts the row that does not sum to 1, goes below 0 or holds NaN");
    row("a guess", u"heads three.npy"_s, "is read as heads,query,key; --axes");
}

void TestHeadsCommand::an_attention_has_no_inputs_of_its_own() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, says);
    const auto put = [&](const char* name, const std::string& bytes) {
        QVERIFY(putFile(pathIn(m_folder, name), bytes));
    };
    put("a.csv", "1,0\n0.5,0.5\n");
    put("odd.csv", "1,0\n1,0.5\n");
    put("nan.csv", "nan,nan\n0.5,0.5\n");
    put("three.txt", "a\nb\nc\n");
    const Tensor three = Tensor::filled({2, 2, 2}, Axes(3, Axis::Feature), .5F);
    QVERIFY(writeNpy(pathIn(m_folder, "three.npy"), three).ok());
    QStringList named = arguments;
    for (QString& argument : named) {
        if (argument.contains(u'.') && !argument.startsWith(u'-'))
            argument = m_folder.filePath(argument);
    }
    const Outcome outcome = call(named);
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
}

void TestHeadsCommand::numbers_are_those_of_the_weights_that_run_writes_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("ticket") << u"ticket"_s << QStringList();
    QTest::newRow("causal") << u"ticket"_s << QStringList{u"--mask"_s, u"causal"_s};
    QTest::newRow("window") << u"ticket"_s << QStringList{u"--window"_s, u"3"_s};
}

/// Against the files of `headscope run`: nothing of the measures' own code is asked.
void TestHeadsCommand::numbers_are_those_of_the_weights_that_run_writes() {
    QFETCH(const QString, example);
    QFETCH(const QStringList, options);
    const QStringList input = QStringList{u"--example"_s, example} + options;
    const QString folder = m_folder.filePath(QLatin1String(QTest::currentDataTag()));
    QCOMPARE(call(QStringList{u"run"_s} + input + QStringList{u"--out"_s, folder}).status,
             int{exitDone});
    const Tensor weights =
        readNpy((folder + u"/attention_weights.npy"_s).toStdString()).value().tensor;
    const Outcome outcome = callHeads(input);
    QVERIFY2(outcome.status == exitDone && outcome.err.isEmpty(), qPrintable(outcome.err));
    const QList<QStringList> lines = linesOf(outcome.out);
    QCOMPARE(lines.constFirst(), header);
    const bool sequenceFirst = options.contains(u"--seq-first"_s);
    const Index heads = weights.size(sequenceFirst ? 3 : 1);
    QCOMPARE(lines.size(), heads + 1);
    constexpr Index count = 10;
    for (Index head = 0; head < heads; ++head) {
        const QStringList& line = lines[head + 1];
        QCOMPARE(line.mid(0, 3), (QStringList{QString(), u"1"_s, QString::number(head + 1)}));
        double bits = 0;
        double distance = 0;
        double first = 0;
        double previous = 0;
        double next = 0;
        double self = 0;
        for (Index i = 0; i < count; ++i) {
            const auto w = [&](Index j) {
                return static_cast<double>(sequenceFirst ? weights(i, j, 0, head)
                                                         : weights(0, head, i, j));
            };
            for (Index j = 0; j < count; ++j) {
                bits += w(j) > 0 ? -w(j) * std::log2(w(j)) : 0;
                distance += w(j) * std::fabs(static_cast<double>(i - j));
            }
            first += w(0);
            self += w(i);
            previous += i > 0 ? w(i - 1) : 0;
            next += i + 1 < count ? w(i + 1) : 0;
        }
        for (const auto& [column, wanted] :
             {std::pair("entropy_bits", bits / count), std::pair("mean_distance", distance / count),
              std::pair("first", first / count), std::pair("self", self / count),
              std::pair("previous", previous / (count - 1)), std::pair("next", next / (count - 1))})
            QVERIFY2(std::fabs(number(line, column) - wanted) < 1e-12, column);
        QVERIFY(line[9].isEmpty()); // the sentence has no punctuation
        // 我 stands at the first and at the fifth place.
        const auto w = [&](Index i, Index j) {
            return static_cast<double>(sequenceFirst ? weights(i, j, 0, head)
                                                     : weights(0, head, i, j));
        };
        QVERIFY(std::fabs(number(line, "equal_tokens") - (w(0, 4) + w(4, 0)) / 2) < 1e-12);
    }
}

void TestHeadsCommand::every_attention_sequence_and_head_has_a_line() {
    for (const char* name : {"encoder-decoder", "causal-padding", "stack", "norms"}) {
        const auto& experiment = *findExample(name);
        const Outcome outcome = callHeads({u"--example"_s, QLatin1String(name)});
        QCOMPARE(outcome.status, int{exitDone});
        const QList<QStringList> lines = linesOf(outcome.out);
        const Experiment made = experiment.make();
        const Index layers = std::max<Index>(1, made.model.layers);
        const Index attentions = made.model.architecture == Architecture::EncoderDecoder
                                     ? 3 * layers
                                 : made.model.architecture == Architecture::Encoder ? layers
                                                                                    : 1;
        const auto batch = static_cast<Index>(made.tokens.size());
        QCOMPARE(lines.size(), 1 + attentions * batch * made.config.heads);
        QSet<QString> places;
        for (const QStringList& line : lines) {
            QCOMPARE(line.size(), header.size());
            places << line.mid(0, 3).join(u',');
        }
        QCOMPARE(places.size(), lines.size());
    }
}

void TestHeadsCommand::cross_attention_leaves_places_empty() {
    const QList<QStringList> lines = linesOf(callHeads({u"--example"_s, u"cross"_s}).out);
    QVERIFY(lines.size() > 1);
    for (const QStringList& line : lines.mid(1)) {
        for (const char* column : {"mean_distance", "previous", "next", "self"})
            QVERIFY2(line[header.indexOf(QLatin1String(column))].isEmpty(), column);
        QVERIFY(number(line, "entropy_bits") > 0);
        QVERIFY(number(line, "first") >= 0);
    }
}

/// As they were computed: read from the CSV a measure is the same double.
void TestHeadsCommand::numbers_read_back_to_the_same_bits() {
    const Example& example = *findExample("ticket");
    const Experiment experiment = example.make();
    const Result<Trace> trace = runModel(modelProblemOf(experiment));
    QVERIFY(trace.ok());
    const auto run = runOf(experiment, std::make_shared<const Trace>(*trace), RunOrigin());
    const std::vector<HeadMeasures> measured = measureHeads(*run, "", 0);
    const QList<QStringList> lines = linesOf(callHeads({u"--example"_s, u"ticket"_s}).out);
    for (std::size_t head = 0; head < measured.size(); ++head) {
        for (const Measure measure : allMeasures) {
            const QString& text =
                lines[static_cast<qsizetype>(head) + 1][3 + static_cast<qsizetype>(measure)];
            QCOMPARE(text.isEmpty(), !measured[head][measure].has_value());
            if (!text.isEmpty())
                QVERIFY(text.toDouble() == measured[head][measure]->value);
        }
    }
}

void TestHeadsCommand::the_overview_of_the_layers_says_the_same() {
    const Outcome outcome = callHeads({u"--example"_s, u"encoder-decoder"_s});
    const Experiment experiment = findExample("encoder-decoder")->make();
    const Result<Trace> trace = runModel(modelProblemOf(experiment));
    QVERIFY(trace.ok());
    const auto measures =
        measureLayers(runOf(experiment, std::make_shared<const Trace>(*trace), RunOrigin()), 0);
    int compared = 0;
    for (const QStringList& line : linesOf(outcome.out).sliced(1)) {
        const auto head = static_cast<std::size_t>(line[2].toInt() - 1);
        for (const Measure measure : allMeasures) {
            const LayersBars bars = barsOf(*measures, measure, {line[0].toStdString()});
            const std::optional<HeadBar>& bar = bars.rows.front()[head];
            const double printed = number(line, measureName(measure).data());
            QCOMPARE(bar.has_value(), !std::isnan(printed));
            if (!bar)
                continue;
            QVERIFY(bar->value == printed); // the same double
            ++compared;
        }
    }
    QVERIFY(compared > 20);
}

void TestHeadsCommand::a_file_says_what_its_example_says() {
    const QString path = m_folder.filePath(u"cat.headscope"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(sourceToJson(findExample("cat-learnt")->source())));
    file.close();
    const Outcome saved = callHeads({path});
    QVERIFY2(saved.status == exitDone, qPrintable(saved.err));
    QCOMPARE(saved.out, callHeads({u"--example"_s, u"cat-learnt"_s}).out);
}

void TestHeadsCommand::masks_of_the_command_line_hold() {
    const QStringList causal = {u"--example"_s, u"ticket"_s, u"--mask"_s, u"causal"_s};
    for (const QStringList& line : linesOf(callHeads(causal).out).mid(1))
        QCOMPARE(number(line, "next"), 0.0);
    // One token may look at itself alone.
    const QStringList alone = {u"--example"_s, u"ticket"_s, u"--window"_s, u"1"_s};
    for (const QStringList& line : linesOf(callHeads(alone).out).mid(1)) {
        QCOMPARE(number(line, "self"), 1.0);
        QCOMPARE(number(line, "entropy_bits"), 0.0);
        QCOMPARE(number(line, "first"), 0.1);
    }
}

/// Two sequences of three tokens; of the first the last one is padding.
void TestHeadsCommand::padding_of_a_file_asks_as_little_as_that_of_words() {
    const std::string dict = "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }\n";
    QVERIFY(putFile(pathIn(m_folder, "padding.npy"), "\x93NUMPY" + littleEndian(1, 2) +
                                                         littleEndian(dict.size(), 2) + dict +
                                                         std::string("\1\1\0\1\1\1", 6)));
    const QString reference = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/run/self_attention/");
    const QStringList input = {u"--query"_s,       reference + u"q.npy"_s,
                               u"--weights"_s,     reference + u"w.safetensors"_s,
                               u"--heads"_s,       u"2"_s,
                               u"--key-padding"_s, m_folder.filePath(u"padding.npy"_s)};
    const QString folder = m_folder.filePath(u"padded"_s);
    const Outcome ran = call(QStringList{u"run"_s} + input + QStringList{u"--out"_s, folder});
    QVERIFY2(ran.status == exitDone, qPrintable(ran.err));
    const Tensor weights =
        readNpy((folder + u"/attention_weights.npy"_s).toStdString()).value().tensor;
    const QList<QStringList> lines = linesOf(callHeads(input).out);
    QCOMPARE(lines.size(), 5);
    for (Index sequence = 0; sequence < 2; ++sequence) {
        const Index queries = sequence == 0 ? 2 : 3;
        for (Index head = 0; head < 2; ++head) {
            double first = 0;
            double self = 0;
            for (Index i = 0; i < queries; ++i) {
                first += static_cast<double>(weights(sequence, head, i, 0));
                self += static_cast<double>(weights(sequence, head, i, i));
            }
            const QStringList& line = lines[1 + sequence * 2 + head];
            QVERIFY(std::fabs(number(line, "first") - first / static_cast<double>(queries)) < 1e-9);
            QVERIFY(std::fabs(number(line, "self") - self / static_cast<double>(queries)) < 1e-9);
        }
    }
}

void TestHeadsCommand::rows_without_entropy_are_said() {
    const QStringList input = {u"--example"_s, u"ticket"_s};
    QVERIFY(callHeads(input).err.isEmpty());
    const Outcome one =
        callHeads(input + QStringList{u"--hold"_s, u"attention_weights:2,3,4=-0.5"_s});
    QVERIFY2(one.err.contains(u"1 row holds a typed weight below 0: entropy_bits leaves it out"_s),
             qPrintable(one.err));
    const Outcome two =
        callHeads(input + QStringList{u"--hold"_s, u"attention_weights:2,3,4=-0.5"_s, u"--hold"_s,
                                      u"attention_weights:4,1,1=-0.25"_s});
    QVERIFY2(two.err.contains(u"2 rows hold a typed weight below 0"_s), qPrintable(two.err));
}

void TestHeadsCommand::help_names_every_column() {
    const Outcome outcome = callHeads({u"--help"_s});
    QCOMPARE(outcome.status, int{exitDone});
    for (const QString& column : header)
        QVERIFY2(outcome.out.contains(column), qPrintable(column));
    for (const QString& line : outcome.out.split(u'\n'))
        QVERIFY2(line.size() <= 82, qPrintable(line));
}

void TestHeadsCommand::what_is_wrong_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QStringList() << int{exitUsage} << u"--query is missing"_s;
    QTest::newRow("example") << QStringList{u"--example"_s, u"x"_s} << int{exitUsage}
                             << u"there is no example \"x\""_s;
    QTest::newRow("out") << QStringList{u"--example"_s, u"ticket"_s, u"--out"_s, u"a"_s}
                         << int{exitUsage} << u"out"_s;
    QTest::newRow("file") << QStringList{u"missing.headscope"_s} << int{exitFailure}
                          << u"missing.headscope"_s;
}

void TestHeadsCommand::what_is_wrong_is_said() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, sentence);
    const Outcome outcome = callHeads(arguments);
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.out.isEmpty(), qPrintable(outcome.out));
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
}

HEADSCOPE_TEST(TestHeadsCommand, QApplication)
#include "test_heads_command.moc"
