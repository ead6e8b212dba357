// SPDX-License-Identifier: GPL-3.0-or-later
// The window and every command open the same files, and make the same of them.
#include "document/experiment_json.h"
#include "editors/setup_panel.h"
#include "editors/token_edit.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "formats/npy/npy.h"
#include "support/command_call.h"
#include "support/experiment_from_json.h"
#include "support/file_bytes.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window/notices/weights_bar.h"

#include <QApplication>
#include <QComboBox>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

const QString inputFile = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/run/self_attention/q.npy");
const QString weightFile =
    QStringLiteral(HEADSCOPE_TEST_DATA "/reference/run/self_attention/w.safetensors");

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

/// All files below a folder with what is in them.
std::map<QString, QByteArray> filesIn(const QString& folder) {
    std::map<QString, QByteArray> files;
    QDirIterator each(folder, QDir::Files, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        const QString path = each.next();
        files[path.mid(folder.size())] = contentOf(path);
    }
    return files;
}

} // namespace

class TestOneDoor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_file_is_computed_as_its_example_data();
    void a_file_is_computed_as_its_example();
    void weights_that_a_run_wrote_give_its_picture_data();
    void weights_that_a_run_wrote_give_its_picture();
    void a_figure_is_called_by_its_file();
    void the_same_steps_are_printed_and_animated();
    void choices_of_the_command_line_hold_in_a_file();
    void options_reach_the_example_that_nobody_named();
    void files_named_together_are_what_options_name();
    void words_beside_inputs_name_them_however_they_are_named();
    void files_that_are_something_else_are_called_what_they_are();
    void the_window_is_painted_from_a_file();
    void what_is_called_wrongly_is_said_data();
    void what_is_called_wrongly_is_said();
    void the_window_opens_what_run_opens_data();
    void the_window_opens_what_run_opens();
    void the_window_says_what_came_with_words_and_files();
    void the_window_says_what_is_missing();

private:
    QString saved(const char* example);
    QString in(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

QString TestOneDoor::saved(const char* example) {
    const QString path = in(QLatin1String(example) + u".headscope"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    const std::string text = experimentToJson(findExample(example)->make());
    file.write(text.data(), static_cast<qint64>(text.size()));
    return path;
}

void TestOneDoor::a_file_is_computed_as_its_example_data() {
    QTest::addColumn<QByteArray>("example");
    for (const char* example : {"ticket", "causal-padding", "cross", "encoder-decoder", "norms"})
        QTest::newRow(example) << QByteArray(example);
}

void TestOneDoor::a_file_is_computed_as_its_example() {
    QFETCH(QByteArray, example);
    const QString fromFile = in(QLatin1String(example) + u"-file"_s);
    const QString fromExample = in(QLatin1String(example) + u"-example"_s);
    const Outcome file = call({u"run"_s, saved(example), u"--out"_s, fromFile});
    QVERIFY2(file.status == exitDone, qPrintable(file.err));
    const Outcome direct =
        call({u"run"_s, u"--example"_s, QLatin1String(example), u"--out"_s, fromExample});
    QCOMPARE(direct.status, int{exitDone});
    const auto files = filesIn(fromFile);
    QVERIFY(files.size() > 5);
    QVERIFY(files == filesIn(fromExample));
    QCOMPARE(file.err, direct.err);
}

void TestOneDoor::weights_that_a_run_wrote_give_its_picture_data() {
    QTest::addColumn<QString>("example");
    for (const auto& example : {u"wrong-scale-en"_s, u"causal-padding-en"_s})
        QTest::newRow(qPrintable(example)) << example;
}

/// With its words, its mask, its numbers; only the title is the file's, and no formula is known.
void TestOneDoor::weights_that_a_run_wrote_give_its_picture() {
    QFETCH(QString, example);
    const QString folder = in(example + u"-stages"_s);
    QCOMPARE(call({u"run"_s, u"--example"_s, example, u"--out"_s, folder}).status, int{exitDone});
    const auto figure = [&](const QStringList& of, const QString& name) {
        const Outcome outcome =
            call(QStringList{u"export"_s, u"--no-title"_s, u"--out"_s, in(name)} + of);
        if (outcome.status != exitDone)
            qWarning("%s", qPrintable(outcome.err));
        QByteArray svg = contentOf(in(name));
        const auto end = svg.indexOf("</metadata>"); // what stands before it names the file
        return end < 0 ? svg : svg.mid(end);
    };
    const QByteArray ofRun = figure({u"--example"_s, example}, u"run.svg"_s);
    const QByteArray ofFile = figure({u"--attention"_s, folder + u"/attention_weights.npy"_s,
                                      u"--axes"_s, u"batch,heads,query,key"_s},
                                     u"file.svg"_s);
    QVERIFY(ofRun.size() > 2000);
    QCOMPARE(ofFile, ofRun);
}

void TestOneDoor::a_figure_is_called_by_its_file() {
    const QString path = in(u"figure.svg"_s);
    const Outcome outcome = call({u"export"_s, saved("ticket"), u"--out"_s, path});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const QByteArray svg = contentOf(path);
    QVERIFY(svg.contains("ticket"));
    QVERIFY(!svg.contains("Book a flight"));
    const Experiment ticket = findExample("ticket")->make();
    for (const std::string& token : ticket.tokens.front())
        QVERIFY2(svg.contains(token.c_str()), token.c_str());
}

void TestOneDoor::the_same_steps_are_printed_and_animated() {
    const Outcome file = call({u"shapes"_s, saved("ticket")});
    QVERIFY2(file.status == exitDone, qPrintable(file.err));
    QCOMPARE(file.out, call({u"shapes"_s, u"--example"_s, u"ticket"_s}).out);
    const QStringList small = {u"--size"_s, u"480x360"_s, u"--fps"_s, u"1"_s, u"--out"_s};
    const Outcome gif =
        call(QStringList{u"animate"_s, saved("ticket")} + small + QStringList{in(u"a.gif"_s)});
    QVERIFY2(gif.status == exitDone, qPrintable(gif.err));
    QCOMPARE(call(QStringList{u"animate"_s, u"--example"_s, u"ticket"_s} + small +
                  QStringList{in(u"b.gif"_s)})
                 .status,
             int{exitDone});
    QVERIFY(contentOf(in(u"a.gif"_s)) == contentOf(in(u"b.gif"_s)));
}

void TestOneDoor::files_named_together_are_what_options_name() {
    const QStringList heads = {u"--heads"_s, u"2"_s};
    const QStringList together = QStringList{weightFile, inputFile} + heads;
    const QStringList apart =
        QStringList{u"--query"_s, inputFile, u"--weights"_s, weightFile} + heads;
    const QStringList more = {u"--mask"_s, u"causal"_s};
    for (const QStringList& choices : {QStringList(), more}) {
        const Outcome named = call(QStringList{u"heads"_s} + together + choices);
        QVERIFY2(named.status == exitDone, qPrintable(named.err));
        QCOMPARE(named.out, call(QStringList{u"heads"_s} + apart + choices).out);
    }
    for (const auto& [files, name] :
         {std::pair(together, u"f.svg"_s), std::pair(apart, u"g.svg"_s)}) {
        const Outcome figure = call(QStringList{u"export"_s} + files +
                                    QStringList{u"--heads"_s, u"1"_s, u"--out"_s, in(name)});
        QVERIFY2(figure.status == exitDone, qPrintable(figure.err));
    }
    QCOMPARE(contentOf(in(u"f.svg"_s)), contentOf(in(u"g.svg"_s)));
    // No file of weights says how many heads there are.
    const Outcome unsaid = call({u"heads"_s, inputFile, weightFile});
    QCOMPARE(unsaid.status, int{exitUsage});
    QVERIFY2(unsaid.err.contains(u"--heads is missing"_s), qPrintable(unsaid.err));
    // An attention goes with its words.
    const std::string attention = in(u"attention.json"_s).toStdString();
    const std::string words = in(u"words.txt"_s).toStdString();
    QVERIFY(putFile(attention, "[[1, 0, 0], [0.5, 0.5, 0], [0, 0.25, 0.75]]"));
    QVERIFY(putFile(words, "one\ntwo\none\n"));
    const QString file = QString::fromStdString(attention);
    const Outcome both = call({u"heads"_s, file, QString::fromStdString(words)});
    QVERIFY2(both.status == exitDone, qPrintable(both.err));
    QCOMPARE(both.out,
             call({u"heads"_s, u"--attention"_s, file, u"--tokens"_s, u"one two one"_s}).out);
    const Outcome strangers = call({u"heads"_s, inputFile, file});
    QVERIFY(strangers.status != exitDone);
    QVERIFY2(strangers.err.count(u'\n') <= 2, qPrintable(strangers.err));
}

void TestOneDoor::words_beside_inputs_name_them_however_they_are_named() {
    const QString folder = in(u"words"_s);
    QVERIFY(QDir().mkpath(folder));
    const QString query = folder + u"/query.npy"_s;
    const QString weights = folder + u"/weights.safetensors"_s;
    const QStringList heads = {u"--heads"_s, u"2"_s};
    QVERIFY(QFile::copy(inputFile, query));
    // Inputs by their name: what is missing is said, not that they are an experiment.
    const Outcome half = call(QStringList{u"heads"_s, query} + heads);
    QCOMPARE(half.status, int{exitUsage});
    QVERIFY2(half.err.contains(u"weights.safetensors belongs beside it"_s), qPrintable(half.err));
    QVERIFY(QFile::copy(weightFile, weights));
    const QStringList apart = QStringList{u"heads"_s, u"--query"_s, query, u"--weights"_s, weights};
    const Outcome plain = call(apart + heads);
    QVERIFY2(plain.status == exitDone, qPrintable(plain.err));
    QVERIFY(!plain.err.contains(u"the words are those of"_s));
    const auto tokens = readNpy(inputFile.toStdString());
    QVERIFY(tokens.ok());
    // Every place the same word: equal tokens are all others.
    std::string same;
    for (Index i = 0; i < tokens->tensor.size(tokens->tensor.rank() - 2); ++i)
        same += "same\n";
    QVERIFY(putFile((folder + u"/tokens.txt"_s).toStdString(), same));
    const Outcome named = call(apart + heads);
    QVERIFY2(named.status == exitDone, qPrintable(named.err));
    QVERIFY2(named.err.contains(u"the words are those of"_s), qPrintable(named.err));
    QVERIFY(named.out != plain.out);
    for (const QStringList& files : {QStringList{query, weights}, QStringList{query}}) {
        const Outcome together = call(QStringList{u"heads"_s} + files + heads);
        QVERIFY2(together.status == exitDone, qPrintable(together.err));
        QCOMPARE(together.out, named.out);
        QCOMPARE(together.err, named.err);
    }
    const Outcome unsaid = call({u"heads"_s, query});
    QVERIFY2(unsaid.err.contains(u"--heads is missing"_s), qPrintable(unsaid.err));
    // Somebody says that it is an attention: then it is one.
    const Outcome read = call({u"heads"_s, query, u"--axes"_s, u"batch,query,key"_s});
    QVERIFY2(!read.err.contains(u"--heads"_s), qPrintable(read.err));
}

void TestOneDoor::files_that_are_something_else_are_called_what_they_are() {
    const auto said = [&](const QString& name, const std::string& content) {
        const QString path = in(name);
        if (!putFile(path.toStdString(), content))
            return u"cannot be written"_s;
        const Outcome outcome = call({u"heads"_s, path});
        return outcome.status == exitDone ? u"done"_s : outcome.err;
    };
    const std::string page = "<!DOCTYPE html><html><title>Sign in</title></html>";
    const std::string pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    for (const char* ending : {"safetensors", "pt", "json", "csv"}) {
        const QString name = u"other."_s + QLatin1String(ending);
        QVERIFY2(said(name, page).contains(u"a page of the web"_s), ending);
        QVERIFY2(said(name, pointer).contains(u"git-lfs pointer"_s), ending);
    }
    QVERIFY(said(u"model.safetensors.index.json"_s,
                 R"({"weight_map": {"a": "model-00001-of-00002.safetensors"}})")
                .contains(u"only the index of a model"_s));
    QVERIFY(said(u"words.txt"_s, "one\ntwo\n").contains(u"none of the files that are opened"_s));
    const std::string pickle("\x80\x04\x95\x05\0\0\0\0\0\0\0]\x94K\x01a.", 16);
    QVERIFY(said(u"list.pt"_s, pickle).contains(u"which may run code"_s));
    QVERIFY(said(u"w.safetensors"_s, contentOf(weightFile).toStdString())
                .contains(u"looks like weights"_s));
}

void TestOneDoor::choices_of_the_command_line_hold_in_a_file() {
    const QStringList choices = {u"--mask"_s, u"causal"_s, u"--seq-first"_s, u"--out"_s};
    QCOMPARE(
        call(QStringList{u"run"_s, saved("ticket")} + choices + QStringList{in(u"c"_s)}).status,
        int{exitDone});
    QCOMPARE(
        call(QStringList{u"run"_s, u"--example"_s, u"ticket"_s} + choices + QStringList{in(u"d"_s)})
            .status,
        int{exitDone});
    QVERIFY(filesIn(in(u"c"_s)) == filesIn(in(u"d"_s)));
    QVERIFY(QFile::exists(in(u"c/may_attend.npy"_s)));
}

void TestOneDoor::options_reach_the_example_that_nobody_named() {
    const auto written = [&](const QStringList& command, const QStringList& options) {
        const QString path = in(command[0] + command[1]);
        const Outcome outcome =
            call(command.mid(0, 1) + options + command.mid(2) +
                 (command[1].isEmpty() ? QStringList() : QStringList{u"--out"_s, path}));
        return outcome.status != exitDone ? QByteArray("failed: ") + outcome.err.toUtf8()
               : command[1].isEmpty()     ? outcome.out.toUtf8()
                                          : contentOf(path);
    };
    for (const auto& [command, example] :
         {std::pair(QStringList{u"export"_s, u".svg"_s}, u"--example=ticket-learnt-en"_s),
          std::pair(QStringList{u"worksheet"_s, u".tex"_s}, u"--example=ticket-learnt-en"_s),
          std::pair(QStringList{u"shapes"_s, QString()}, u"--example=arange"_s)}) {
        const QByteArray plain = written(command, {});
        QVERIFY2(!plain.startsWith("failed"), plain.constData());
        for (const QStringList& options :
             {QStringList{u"--mask=causal"_s}, QStringList{u"--hold=scores:1,1,1=3"_s},
              QStringList{u"--seq-first"_s}, QStringList{u"--memory-limit=1K"_s}})
            QVERIFY2(written(command, options) == written(command, options + QStringList{example}),
                     qPrintable(command[0] + u' ' + options[0]));
        QVERIFY(written(command, {u"--memory-limit=1K"_s}).startsWith("failed"));
        if (command[0] == u"export"_s) {
            const QStringList heads = {u"--mask=causal"_s, u"--show=1,3"_s};
            QVERIFY(!written(command, heads).startsWith("failed"));
            QVERIFY(written(command, heads) == written(command, heads + QStringList{example}));
            QVERIFY(written(command, heads) != written(command, {u"--mask=causal"_s}));
        }
        if (command[0] != u"shapes"_s)
            QVERIFY(written(command, {u"--hold=scores:1,1,1=3"_s}) != plain);
    }
}

void TestOneDoor::the_window_is_painted_from_a_file() {
    QProcess process;
    process.start(QStringLiteral(HEADSCOPE_PROGRAM),
                  {u"screenshot"_s, saved("cross"), u"--out"_s, in(u"window.png"_s)});
    QVERIFY(process.waitForFinished(-1));
    QVERIFY2(process.exitCode() == exitDone, process.readAllStandardError().constData());
    QVERIFY(!QImage(in(u"window.png"_s)).isNull());
}

void TestOneDoor::what_is_called_wrongly_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("sentence");
    const QString file = saved("ticket");
    const auto row = [](const char* name, const QStringList& arguments, int status,
                        const QString& sentence) {
        QTest::newRow(name) << arguments << status << sentence;
    };
    row("a_stray_word", {u"ticket"_s}, exitUsage, u"\"ticket\" belongs to no option"_s);
    row("two_files", {file, file}, exitUsage, u"cannot be opened together"_s);
    row("a_file_and_an_example", {file, u"--example"_s, u"ticket"_s}, exitUsage,
        u"two experiments: leave out one"_s);
    row("a_file_and_inputs", {file, u"--query"_s, inputFile}, exitUsage,
        u"--query does nothing beside an experiment"_s);
    row("no_such_file", {in(u"none.headscope"_s)}, exitFailure, u"none.headscope"_s);
    row("weights_alone", {weightFile}, exitUsage, u"looks like weights"_s);
}

void TestOneDoor::what_is_called_wrongly_is_said() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, sentence);
    const Outcome outcome = call(QStringList{u"run"_s, u"--out"_s, in(u"wrong"_s)} + arguments);
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(in(u"wrong/scores.npy"_s)));
}

void TestOneDoor::the_window_opens_what_run_opens_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::newRow("both_named") << QStringList{inputFile, weightFile};
    QTest::newRow("the_other_way_round") << QStringList{weightFile, inputFile};
    const QString folder = in(u"pair"_s);
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::copy(inputFile, folder + u"/query.npy"_s));
    QVERIFY(QFile::copy(weightFile, folder + u"/weights.safetensors"_s));
    QTest::newRow("inputs_and_what_lies_beside") << QStringList{folder + u"/query.npy"_s};
    QTest::newRow("weights_and_what_lies_beside")
        << QStringList{folder + u"/weights.safetensors"_s};
}

void TestOneDoor::the_window_opens_what_run_opens() {
    QFETCH(QStringList, paths);
    const QString stages = withoutFolder(in(u"stages"_s));
    QCOMPARE(call({u"run"_s, u"--query"_s, inputFile, u"--weights"_s, weightFile, u"--heads"_s,
                   u"1"_s, u"--out"_s, stages})
                 .status,
             int{exitDone});
    const auto computed = readNpy((stages + u"/attention_weights.npy"_s).toStdString());
    QVERIFY(computed.ok());

    MainWindow window(findExample("ticket")->make(), {});
    window.setRemembering(false);
    window.show();
    QVERIFY(window.openFiles(paths));
    window.settle();
    // How many heads there are, the weights do not say: a line asks, with a likely answer.
    auto* const question = window.findChild<WeightsBar*>();
    QVERIFY(question && question->isVisible());
    const Index likely = window.workspace().experiment().config.heads;
    const auto boxes = question->findChildren<QComboBox*>();
    const auto heads =
        std::ranges::find(boxes, u"Heads of the weights"_s, &QWidget::accessibleName);
    QVERIFY(heads != boxes.end());
    QCOMPARE((*heads)->currentText(), QString::number(likely));
    (*heads)->setCurrentIndex((*heads)->findText(u"1"_s));
    Q_EMIT(*heads)->activated((*heads)->currentIndex());
    window.settle();
    const Scene& scene = window.workspace().scene();
    const Tensor& shown = (*scene.trace)[TensorName::AttentionWeights];
    QCOMPARE(shown.shape(), computed->tensor.shape());
    QVERIFY(std::ranges::equal(shown.contiguous().values(), computed->tensor.values()));
    // Nobody named the tokens, and the experiment can be saved and edited as any other.
    QCOMPARE(scene.run->labels().tokens.front(), TokenList({"1", "2", "3"}));
    QVERIFY(scene.run->origin().likeness == Likeness::Unknown);
    const auto again = experimentFromJson(experimentToJson(window.workspace().experiment()));
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().text().c_str());
    QVERIFY(*again == window.workspace().experiment());
}

void TestOneDoor::the_window_says_what_came_with_words_and_files() {
    MainWindow window(findExample("ticket")->make(), {});
    window.setRemembering(false);
    window.show();
    const QString layers = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/run/encoder_layer/");
    QVERIFY(window.openFiles({layers + u"q.npy"_s, layers + u"w.safetensors"_s}));
    window.settle();
    const auto* const status = window.findChild<StatusLine*>();
    QVERIFY2(status->text().contains(u"taken are relu and post"_s), qPrintable(status->text()));
    QVERIFY(window.openFiles({inputFile, weightFile}));
    window.settle();
    QVERIFY2(!status->text().contains(u"taken are"_s), qPrintable(status->text()));
    // Three rows are in the file; a fourth one has other numbers, which is said.
    auto* const tokens = window.findChild<SetupPanel*>()->findChild<TokenEdit*>();
    tokens->setPlainText(u"one two three four"_s);
    window.settle();
    QVERIFY2(status->text().contains(u"New rows, with numbers from the seed: 4"_s),
             qPrintable(status->text()));
    tokens->setPlainText(u"one two three"_s);
    window.settle();
    QVERIFY2(!status->text().contains(u"New rows"_s), qPrintable(status->text()));
}

void TestOneDoor::the_window_says_what_is_missing() {
    QVERIFY(QDir().mkpath(in(u"alone"_s)));
    const QString alone = in(u"alone/query.npy"_s); // by its name no attention
    QVERIFY(QFile::copy(inputFile, alone));
    const QString line = in(u"line.npy"_s); // neither inputs nor an attention have one axis
    QVERIFY(writeNpy(line.toStdString(), Tensor::filled({6}, {Axis::Feature}, .5F)).ok());
    MainWindow window(findExample("ticket")->make(), {});
    window.setRemembering(false);
    window.show();
    QVERIFY(!window.openFiles({alone}));
    const QString said = window.findChild<StatusLine*>()->text();
    QVERIFY2(said.contains(u"weights.safetensors"_s), qPrintable(said));
    QVERIFY(!window.openFiles({line}));
    const QString refused = window.findChild<StatusLine*>()->text();
    QVERIFY2(refused.contains(u"no attention of 2 to 5 axes"_s), qPrintable(refused));
    QVERIFY(!window.openFiles({saved("ticket"), saved("cross")}));
}

HEADSCOPE_TEST(TestOneDoor, QApplication)
#include "test_one_door.moc"
