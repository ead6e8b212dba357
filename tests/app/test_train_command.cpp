// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "exit_code.h"
#include "learning/history/training_files.h"
#include "support/experiment_from_json.h"
#include "support/file_texts.h"
#include "support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopeGuard>
#include <QtTest>

#include <csignal>
#include <thread>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

struct TrainOutcome {
    int status = -1;
    QString out;
    QString err;
    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

TrainOutcome callTrain(const QStringList& arguments) {
    TrainOutcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.status = runCommandLine(QStringList(u"train"_s) + arguments, out, err);
    return outcome;
}

void writeText(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class TestTrainCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void the_object_has_just_these_keys();
    void the_same_options_give_the_same_bytes();
    void run_takes_what_was_learnt();
    void the_file_carries_its_training();
    void the_log_has_a_line_for_every_step();
    void going_on_is_one_run();
    void a_training_takes_no_place_of_another();
    void going_nowhere_and_going_on_with_a_falling_rate_are_said();
    void no_file_is_written_over_another_of_the_call();
    void nobodys_own_history_is_written_over();
    void who_stops_it_keeps_what_is_learnt();
    void an_output_that_fails_costs_no_other();
    void text_that_is_no_utf8_is_refused_at_once_data();
    void text_that_is_no_utf8_is_refused_at_once();
    void a_damaged_training_is_not_resumed_data();
    void a_damaged_training_is_not_resumed();
    void own_pairs_are_learnt();
    void every_task_can_be_called_data();
    void every_task_can_be_called();
    void a_seed_keeps_its_digits();
    void wrong_calls_say_so_data();
    void wrong_calls_say_so();
    void failures_write_nothing_data();
    void failures_write_nothing();
    void help_names_every_task();

private:
    QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestTrainCommand::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestTrainCommand::the_object_has_just_these_keys() {
    const QString out = at(u"trained.headscope"_s);
    const TrainOutcome outcome =
        callTrain({u"--task"_s, u"translate"_s, u"--layers"_s, u"1,1"_s, u"--heads"_s, u"4"_s,
                   u"--steps"_s, u"24"_s, u"--seed"_s, u"8"_s, u"--out"_s, out});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const QJsonObject json = outcome.json();
    QCOMPARE(json.keys(), (QStringList{u"agreement"_s, u"held_out"_s, u"loss"_s, u"seconds"_s,
                                       u"seed"_s, u"steps"_s, u"task"_s}));
    QCOMPARE(json[u"held_out"_s].toObject().keys(),
             (QStringList{u"loss"_s, u"sentences"_s, u"words"_s}));
    QCOMPARE(json[u"task"_s].toString(), u"translate"_s);
    QCOMPARE(json[u"steps"_s].toInt(), 24);
    QCOMPARE(json[u"seed"_s].toInt(), 8);
    const QJsonArray agreement = json[u"agreement"_s].toArray();
    QCOMPARE(agreement.size(), 4);
    for (qsizetype i = 0; i < 4; ++i) {
        const QJsonObject each = agreement[i].toObject();
        QCOMPARE(each.keys(),
                 (QStringList{u"chance"_s, u"head"_s, u"relation"_s, u"scope"_s, u"share"_s}));
        QCOMPARE(each[u"relation"_s].toString(), u"source word"_s);
        QCOMPARE(each[u"scope"_s].toString(), u"decoder/0/cross_attention"_s);
        QCOMPARE(each[u"head"_s].toInt(), static_cast<int>(i) + 1);
    }
    QVERIFY(outcome.err.contains(u"step 24 of 24"_s));
    QVERIFY(QFileInfo::exists(out));
}

void TestTrainCommand::the_same_options_give_the_same_bytes() {
    for (const QString& name : {u"a.headscope"_s, u"b.headscope"_s})
        QCOMPARE(
            callTrain({u"--task"_s, u"cards-dense"_s, u"--steps"_s, u"8"_s, u"--out"_s, at(name)})
                .status,
            exitDone);
    QVERIFY(!contentOf(at(u"a.headscope"_s)).isEmpty());
    QCOMPARE(contentOf(at(u"a.headscope"_s)), contentOf(at(u"b.headscope"_s)));
}

void TestTrainCommand::run_takes_what_was_learnt() {
    const QString file = at(u"t.headscope"_s);
    QCOMPARE(callTrain({u"--task"_s, u"translate"_s, u"--layers"_s, u"0,1"_s, u"--steps"_s, u"8"_s,
                        u"--out"_s, file})
                 .status,
             exitDone);
    TrainOutcome run;
    QTextStream out(&run.out);
    QTextStream err(&run.err);
    QCOMPARE(runCommandLine({u"run"_s, file, u"--out"_s, at(u"stages"_s)}, out, err), exitDone);
    QVERIFY(QFileInfo::exists(at(u"stages/decoder/0/cross_attention/attention_weights.npy"_s)));
    QVERIFY(!QFileInfo::exists(at(u"stages/encoder/0"_s)));
    QVERIFY(QFileInfo::exists(at(u"stages/prediction/probabilities.npy"_s)));
}

/// The table of its curves, drawn from the file alone, is the log of the training.
void TestTrainCommand::the_file_carries_its_training() {
    const QString file = at(u"t.headscope"_s);
    QCOMPARE(callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"12"_s, u"--record-every"_s, u"4"_s,
                        u"--log"_s, at(u"log.csv"_s), u"--out"_s, file})
                 .status,
             exitDone);
    TrainOutcome shown;
    QTextStream out(&shown.out);
    QTextStream err(&shown.err);
    QCOMPARE(
        runCommandLine({u"export"_s, u"--view"_s, u"train"_s, file, u"--out"_s, at(u"again.csv"_s)},
                       out, err),
        exitDone);
    QVERIFY(contentOf(at(u"log.csv"_s)).count('\n') == 14); // from step 0
    QCOMPARE(contentOf(at(u"again.csv"_s)), contentOf(at(u"log.csv"_s)));
}

void TestTrainCommand::the_log_has_a_line_for_every_step() {
    QCOMPARE(callTrain({u"--task"_s, u"previous-token"_s, u"--steps"_s, u"6"_s, u"--record-every"_s,
                        u"3"_s, u"--log"_s, at(u"log.csv"_s), u"--out"_s, at(u"t.headscope"_s)})
                 .status,
             exitDone);
    const QList<QByteArray> lines = contentOf(at(u"log.csv"_s)).trimmed().split('\n');
    QCOMPARE(lines.size(), 8); // names, six steps, the end
    QCOMPARE(lines[0], QByteArray("step,loss,gradient_norm,rate,held_out_loss,words,sentences"));
    for (const QByteArray& line : lines)
        QCOMPARE(line.count(','), 6);
    QVERIFY(!lines[4].endsWith(",,"));
    QVERIFY(lines[3].endsWith(",,,"));
}

void TestTrainCommand::going_on_is_one_run() {
    // A rate that falls to 0 at the last step would fall otherwise for another number of steps.
    const QStringList common = {u"--task"_s, u"copy"_s,    u"--record-every"_s,
                                u"5"_s,      u"--decay"_s, u"none"_s};
    QCOMPARE(callTrain(common + QStringList{u"--steps"_s, u"10"_s, u"--history"_s, at(u"whole"_s),
                                            u"--out"_s, at(u"a.headscope"_s)})
                 .status,
             exitDone);
    QCOMPARE(callTrain(common + QStringList{u"--steps"_s, u"5"_s, u"--history"_s, at(u"half"_s),
                                            u"--out"_s, at(u"half.headscope"_s)})
                 .status,
             exitDone);
    const TrainOutcome rest =
        callTrain({u"--resume"_s, at(u"half"_s), u"--steps"_s, u"10"_s, u"--history"_s,
                   at(u"rest"_s), u"--out"_s, at(u"b.headscope"_s)});
    QVERIFY2(rest.status == exitDone, qPrintable(rest.err));
    QCOMPARE(contentOf(at(u"a.headscope"_s)), contentOf(at(u"b.headscope"_s)));
    for (const QString& name : {u"state.safetensors"_s, u"step-000010.safetensors"_s,
                                u"step-000000.safetensors"_s, u"training.json"_s})
        QCOMPARE(contentOf(at(u"whole/"_s + name)), contentOf(at(u"rest/"_s + name)));
}

void TestTrainCommand::a_training_takes_no_place_of_another() {
    const auto train = [&](const QString& steps) {
        return callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, steps, u"--history"_s, at(u"h"_s),
                          u"--out"_s, at(u"h.headscope"_s)})
            .status;
    };
    QCOMPARE(train(u"4"_s), exitDone);
    QCOMPARE(train(u"2"_s), exitFailure);
    QCOMPARE(QDir(at(u"h"_s)).entryList(QDir::Files, QDir::Name),
             (QStringList{u"state.safetensors"_s, u"step-000000.safetensors"_s,
                          u"step-000004.safetensors"_s, u"training.json"_s}));
}

void TestTrainCommand::going_nowhere_and_going_on_with_a_falling_rate_are_said() {
    const QStringList first = {u"--task"_s,    u"copy"_s, u"--decay"_s, u"linear"_s,
                               u"--steps"_s,   u"3"_s,    u"--out"_s,   at(u"f.headscope"_s),
                               u"--history"_s, at(u"f"_s)};
    const TrainOutcome before = callTrain(first);
    QCOMPARE(before.status, exitDone);
    const TrainOutcome nothing = callTrain(
        {u"--resume"_s, at(u"f"_s), u"--steps"_s, u"2"_s, u"--out"_s, at(u"g.headscope"_s)});
    QCOMPARE(nothing.status, exitDone);
    QVERIFY2(nothing.err.contains(u"at step 3 already"_s), qPrintable(nothing.err));
    QVERIFY(!nothing.json()[u"agreement"_s].toArray().isEmpty());
    QCOMPARE(nothing.json()[u"agreement"_s], before.json()[u"agreement"_s]);
    // What is kept of it does not contradict itself.
    const TrainOutcome kept =
        callTrain({u"--resume"_s, at(u"f"_s), u"--steps"_s, u"2"_s, u"--history"_s, at(u"kept"_s),
                   u"--out"_s, at(u"g.headscope"_s)});
    QCOMPARE(kept.status, exitDone);
    const QJsonObject main =
        QJsonDocument::fromJson(contentOf(at(u"kept/training.json"_s))).object();
    QCOMPARE(main[u"steps_done"_s].toInt(), 3);
    QCOMPARE(main[u"recipe"_s].toObject()[u"steps"_s].toInt(), 3);
    const TrainOutcome further = callTrain(
        {u"--resume"_s, at(u"f"_s), u"--steps"_s, u"4"_s, u"--out"_s, at(u"g.headscope"_s)});
    QCOMPARE(further.status, exitDone);
    QVERIFY2(further.err.contains(u"falls to 0 at step 4 now, not at 3"_s),
             qPrintable(further.err));
}

void TestTrainCommand::no_file_is_written_over_another_of_the_call() {
    writeText(at(u"text.headscope"_s), "to be or not to be");
    for (const QString& option : {u"--data"_s, u"--log"_s}) {
        const TrainOutcome outcome =
            callTrain({u"--task"_s, u"own-text"_s, u"--steps"_s, u"2"_s, option,
                       at(u"text.headscope"_s), u"--out"_s, at(u"./text.headscope"_s)});
        QCOMPARE(outcome.status, exitUsage);
        QVERIFY2(outcome.err.contains(u"--out would be written over"_s), qPrintable(outcome.err));
        QCOMPARE(contentOf(at(u"text.headscope"_s)), QByteArray("to be or not to be"));
    }
    const TrainOutcome log = callTrain(
        {u"--task"_s, u"own-text"_s, u"--steps"_s, u"2"_s, u"--data"_s, at(u"text.headscope"_s),
         u"--log"_s, at(u"text.headscope"_s), u"--out"_s, at(u"other.headscope"_s)});
    QCOMPARE(log.status, exitUsage);
    QVERIFY2(log.err.contains(u"--log would be written over"_s), qPrintable(log.err));
    QCOMPARE(contentOf(at(u"text.headscope"_s)), QByteArray("to be or not to be"));
    const TrainOutcome history =
        callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"2"_s, u"--history"_s,
                   at(u"both.headscope"_s), u"--out"_s, at(u"both.headscope"_s)});
    QCOMPARE(history.status, exitUsage);
    QVERIFY(!QFileInfo::exists(at(u"both.headscope"_s)));
}

void TestTrainCommand::nobodys_own_history_is_written_over() {
    QVERIFY(QDir().mkpath(at(u"own"_s)));
    writeText(at(u"own/training.json"_s), "{\"mine\": 1}");
    const TrainOutcome outcome =
        callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"2"_s, u"--history"_s, at(u"own"_s),
                   u"--out"_s, at(u"x.headscope"_s)});
    QCOMPARE(outcome.status, exitFailure);
    QVERIFY2(outcome.err.contains(u"is not empty"_s) && !outcome.err.contains(u"step "_s),
             qPrintable(outcome.err)); // before anything is learnt
    QCOMPARE(contentOf(at(u"own/training.json"_s)), QByteArray("{\"mine\": 1}"));
    QVERIFY(!QFileInfo::exists(at(u"x.headscope"_s)));
    // Nothing else may be written into a folder that is to be empty.
    const TrainOutcome within =
        callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"2"_s, u"--history"_s, at(u"within"_s),
                   u"--log"_s, at(u"within/log.csv"_s), u"--out"_s, at(u"x.headscope"_s)});
    QCOMPARE(within.status, exitUsage);
    QVERIFY2(within.err.contains(u"--log lies in the folder of --history"_s),
             qPrintable(within.err));
    // Nor is a history that the same line reads.
    const TrainOutcome log =
        callTrain({u"--resume"_s, at(u"own"_s), u"--log"_s, at(u"own/training.json"_s), u"--out"_s,
                   at(u"x.headscope"_s)});
    QCOMPARE(log.status, exitUsage);
    QVERIFY2(log.err.contains(u"--log would be written over"_s), qPrintable(log.err));
}

/// The log of going on is that of a training which nobody stopped.
void TestTrainCommand::who_stops_it_keeps_what_is_learnt() {
    const auto unlike = std::signal(SIGINT, [](int) {});
    const auto restore = qScopeGuard([&] { std::signal(SIGINT, unlike); });
    struct sigaction before {};
    sigaction(SIGINT, nullptr, &before);
    std::thread somebody([&] {
        for (;;) { // until the command looks for it
            struct sigaction now {};
            sigaction(SIGINT, nullptr, &now);
            if (now.sa_handler != before.sa_handler)
                break;
            std::this_thread::yield();
        }
        kill(getpid(), SIGINT);
    });
    const QStringList same = {u"--task"_s, u"copy"_s, u"--decay"_s, u"none"_s};
    const TrainOutcome outcome =
        callTrain(same + QStringList{u"--steps"_s, u"20000"_s, u"--history"_s, at(u"history"_s),
                                     u"--out"_s, at(u"t.headscope"_s)});
    somebody.join();
    QVERIFY2(outcome.status == 128 + SIGINT, qPrintable(outcome.err));
    const int steps = outcome.json()[u"steps"_s].toInt();
    QVERIFY(steps < 20000);
    QVERIFY2(outcome.err.contains(u"stopped at step %1 of 20000"_s.arg(steps)),
             qPrintable(outcome.err));
    const Result<SavedTraining> saved = readTraining(at(u"history"_s).toStdString());
    QVERIFY2(saved.ok(), saved ? "" : saved.error().text().c_str());
    QCOMPARE(saved->state.step, Index{steps});
    QCOMPARE(saved->history.records().back()->step, Index{steps});

    const QStringList further = {u"--steps"_s, QString::number(steps + 3)};
    QCOMPARE(callTrain(further + QStringList{u"--resume"_s, at(u"history"_s), u"--log"_s,
                                             at(u"on.csv"_s), u"--out"_s, at(u"on.headscope"_s)})
                 .status,
             exitDone);
    QCOMPARE(
        callTrain(same + further +
                  QStringList{u"--log"_s, at(u"once.csv"_s), u"--out"_s, at(u"once.headscope"_s)})
            .status,
        exitDone);
    // Step, loss, gradients and rate; where it was stopped it was also evaluated.
    const auto numbers = [](const QString& log) {
        QStringList rows;
        for (const QString& line : QString::fromUtf8(contentOf(log)).split(u'\n'))
            rows << line.split(u',').mid(0, 4).join(u',');
        return rows;
    };
    QVERIFY(numbers(at(u"once.csv"_s)).size() > steps + 3);
    QCOMPARE(numbers(at(u"on.csv"_s)), numbers(at(u"once.csv"_s)));
}

/// /dev/full may be written, and takes nothing.
void TestTrainCommand::an_output_that_fails_costs_no_other() {
    const QStringList places = {at(u"t.headscope"_s), at(u"log.csv"_s), at(u"history"_s)};
    for (const QString& broken : places.mid(0, 2)) {
        const QStringList made = {places[0], places[1], places[2] + u"/training.json"_s};
        for (const QString& file : made)
            QFile::remove(file);
        QDir(places[2]).removeRecursively();
        const TrainOutcome outcome =
            callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"2"_s, u"--history"_s, places[2],
                       u"--log"_s, broken == places[1] ? u"/dev/full"_s : places[1], u"--out"_s,
                       broken == places[0] ? u"/dev/full"_s : places[0]});
        QCOMPARE(outcome.status, exitFailure);
        QVERIFY2(outcome.err.contains(u"cannot write /dev/full"_s), qPrintable(outcome.err));
        for (qsizetype i = 0; i < places.size(); ++i) {
            QCOMPARE(QFileInfo::exists(made[i]), places[i] != broken);
            QCOMPARE(outcome.err.contains(u"written all the same: "_s) &&
                         outcome.err.section(u"all the same: "_s, 1).contains(places[i]),
                     places[i] != broken);
        }
    }
}

void TestTrainCommand::text_that_is_no_utf8_is_refused_at_once_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("half of a pair") << QByteArray("\xED\xA0\xBD");
    QTest::newRow("a pair of halves") << QByteArray("\xED\xA0\xBD\xED\xB8\x80");
    QTest::newRow("two bytes for one") << QByteArray("\xC0\xAF");
    QTest::newRow("three bytes for two") << QByteArray("\xE0\x80\xAF");
    QTest::newRow("four bytes for three") << QByteArray("\xF0\x80\x80\xAF");
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80");
    QTest::newRow("cut short") << QByteArray("\xE6\x9C");
}

void TestTrainCommand::text_that_is_no_utf8_is_refused_at_once() {
    QFETCH(const QByteArray, bytes);
    for (const QString& task : {u"own-text"_s, u"copy"_s, u"translate"_s}) {
        writeText(at(u"data.txt"_s), "to be or\tnot to be\n" + bytes);
        const TrainOutcome outcome =
            callTrain({u"--task"_s, task, u"--steps"_s, u"2"_s, u"--data"_s, at(u"data.txt"_s),
                       u"--out"_s, at(u"x.headscope"_s)});
        QCOMPARE(outcome.status, exitFailure);
        QVERIFY2(outcome.err.contains(u"data.txt: byte 19 of the text is no UTF-8"_s) &&
                     !outcome.err.contains(u"held out"_s),
                 qPrintable(outcome.err));
    }
}

void TestTrainCommand::a_damaged_training_is_not_resumed_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* from, const char* to, const QString& said) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << said;
    };
    row("rate", "\"rate\":", "\"clip\":", u"the member “rate” is missing"_s);
    row("batch", "\"batch\":", "\"d_k\":", u"the member “batch” is missing"_s);
    row("optimiser", "\"optimiser\": \"adam\",", "", u"the member “optimiser” is missing"_s);
    row("another optimiser", "\"optimiser\": \"adam\"", "\"optimiser\": \"momentum\"",
        u"optimiser/second"_s);
    row("steps_done", "\"steps_done\": 4", "\"steps_done\": 6",
        u"“steps_done” says step 6, and “losses” ends at step 4"_s);
    row("fewer steps_done", "\"steps_done\": 4", "\"steps_done\": 3",
        u"“steps_done” says step 3, and “losses” ends at step 4"_s);
    row("last record", "", "", u"“steps_done” says step 4, and “records” ends at step 2"_s);
    row("order of records", "\"step\": 0", "\"step\": 4", u"“records” is missing"_s);
    row("held out", "\"words\":", "\"word\":", u"“held_out” is missing"_s);
}

void TestTrainCommand::a_damaged_training_is_not_resumed() {
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QString, said);
    QCOMPARE(callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"4"_s, u"--record-every"_s, u"2"_s,
                        u"--optimiser"_s, u"adam"_s, u"--history"_s, at(u"h"_s), u"--out"_s,
                        at(u"a.headscope"_s)})
                 .status,
             exitDone);
    const QString main = at(u"h/training.json"_s);
    QByteArray text = contentOf(main);
    if (from.isEmpty()) {
        QJsonObject json = QJsonDocument::fromJson(text).object();
        QJsonArray records = json[u"records"_s].toArray();
        records.removeLast();
        json[u"records"_s] = records;
        text = QJsonDocument(json).toJson();
    } else {
        const qsizetype place = text.indexOf(from);
        QVERIFY2(place >= 0, text.constData());
        text.replace(place, from.size(), to);
    }
    writeText(main, text);
    const TrainOutcome outcome = callTrain(
        {u"--resume"_s, at(u"h"_s), u"--steps"_s, u"8"_s, u"--out"_s, at(u"b.headscope"_s)});
    QCOMPARE(outcome.status, exitFailure);
    QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    QVERIFY(!QFileInfo::exists(at(u"b.headscope"_s)));
}

void TestTrainCommand::own_pairs_are_learnt() {
    QByteArray pairs;
    for (const QByteArray& colour : {QByteArray("rot"), QByteArray("blau"), QByteArray("alt")})
        for (const QByteArray& thing : {QByteArray("haus"), QByteArray("boot"), QByteArray("rad")})
            pairs += colour + ' ' + thing + " = " + thing + ' ' + colour + '\n';
    writeText(at(u"pairs.tsv"_s), pairs);
    const TrainOutcome outcome =
        callTrain({u"--task"_s, u"translate"_s, u"--data"_s, at(u"pairs.tsv"_s), u"--batch"_s,
                   u"4"_s, u"--steps"_s, u"4"_s, u"--watch"_s, u"rot boot = boot rot"_s, u"--out"_s,
                   at(u"t.headscope"_s)});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    // Nobody said which word is whose source.
    QVERIFY(outcome.json()[u"agreement"_s].toArray().isEmpty());
    const auto read = experimentFromJson(contentOf(at(u"t.headscope"_s)).toStdString());
    QVERIFY(read.ok());
    QVERIFY(read->keySideTokens() == (std::vector<TokenList>{{"rot", "boot"}}));
}

void TestTrainCommand::every_task_can_be_called_data() {
    QTest::addColumn<QString>("task");
    for (const TaskInfo& info : tasks())
        QTest::newRow(std::string(info.name).c_str())
            << QString::fromStdString(std::string(info.name));
}

void TestTrainCommand::every_task_can_be_called() {
    QFETCH(QString, task);
    QStringList arguments = {u"--task"_s,  task,   u"--steps"_s, u"2"_s,
                             u"--batch"_s, u"4"_s, u"--out"_s,   at(u"t.headscope"_s)};
    if (task == u"own-text"_s) {
        writeText(at(u"text"_s),
                  QByteArray("to be or not to be that is the question. ").repeated(9));
        arguments += {u"--data"_s, at(u"text"_s), u"--context"_s, u"8"_s};
    }
    const TrainOutcome outcome = callTrain(arguments);
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QCOMPARE(outcome.json()[u"task"_s].toString(), task);
    const auto read = experimentFromJson(contentOf(at(u"t.headscope"_s)).toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
}

/// A double has only 53 bits of a seed's 64.
void TestTrainCommand::a_seed_keeps_its_digits() {
    const QString out = at(u"t.headscope"_s);
    const TrainOutcome outcome =
        callTrain({u"--task"_s, u"copy"_s, u"--steps"_s, u"1"_s, u"--seed"_s,
                   u"18446744073709551615"_s, u"--data-seed"_s, u"9007199254740993"_s,
                   u"--history"_s, at(u"digits"_s), u"--out"_s, out});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY2(outcome.out.contains(u"18446744073709551615"_s), qPrintable(outcome.out));
    const auto saved = readTraining(at(u"digits"_s).toStdString());
    QVERIFY2(saved.ok(), saved.ok() ? "" : saved.error().text().c_str());
    QCOMPARE(saved->recipe.seed, std::uint64_t{18446744073709551615U});
    QCOMPARE(saved->recipe.dataSeed, std::uint64_t{9007199254740993U});
    const auto experiment = experimentFromJson(contentOf(out).toStdString());
    QVERIFY(experiment.ok());
    QCOMPARE(experiment->seed, std::uint64_t{18446744073709551615U});
    QCOMPARE(
        callTrain({u"--task"_s, u"copy"_s, u"--seed"_s, u"18446744073709551616"_s, u"--out"_s, out})
            .status,
        exitUsage);
}

void TestTrainCommand::wrong_calls_say_so_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    const QStringList copy = {u"--task"_s, u"copy"_s, u"--out"_s, u"t.headscope"_s};
    const auto row = [&](const char* name, const QStringList& more, const QString& part) {
        QTest::newRow(name) << copy + more << part;
    };
    QTest::newRow("no_task") << QStringList{u"--out"_s, u"t.headscope"_s}
                             << u"--task is missing: one of"_s;
    QTest::newRow("unknown_task") << QStringList{u"--task"_s, u"dance"_s, u"--out"_s,
                                                 u"t.headscope"_s}
                                  << u"one of translate, "_s;
    QTest::newRow("no_out") << QStringList{u"--task"_s, u"copy"_s} << u"--out is missing"_s;
    QTest::newRow("wrong_ending") << QStringList{u"--task"_s, u"copy"_s, u"--out"_s, u"t.json"_s}
                                  << u".headscope"_s;
    row("no_steps", {u"--steps"_s, u"0"_s}, u"there are 0 steps"_s);
    row("half_a_step", {u"--steps"_s, u"2.5"_s}, u"--steps takes a whole number"_s);
    row("negative_seed", {u"--seed"_s, u"-1"_s}, u"--seed takes a whole number"_s);
    row("rate_is_a_word", {u"--rate"_s, u"fast"_s}, u"--rate takes a number"_s);
    row("rate_is_infinite", {u"--rate"_s, u"inf"_s}, u"--rate takes a number"_s);
    row("layers", {u"--layers"_s, u"1,1,1"_s}, u"--layers takes two numbers"_s);
    row("minus_layers", {u"--layers"_s, u"-1"_s}, u"--layers takes two numbers"_s);
    row("optimiser", {u"--optimiser"_s, u"magic"_s}, u"sgd, momentum or adam"_s);
    row("unknown_option", {u"--speed"_s, u"1"_s}, u"speed"_s);
    row("momentum_of_adam", {u"--momentum"_s, u"0.5"_s}, u"it goes with --optimiser momentum"_s);
    row("beta_of_sgd", {u"--optimiser"_s, u"sgd"_s, u"--beta1"_s, u"0.5"_s},
        u"--beta1 does nothing here"_s);
    row("start_of_no_fall", {u"--decay"_s, u"none"_s, u"--decay-start"_s, u"0.5"_s},
        u"it goes with --decay linear or cosine"_s);
    row("tokens_of_lines", {u"--tokenizer"_s, u"words"_s}, u"it goes with --task own-text"_s);
    row("context_of_lines", {u"--context"_s, u"8"_s}, u"it goes with --task own-text"_s);
    row("too_much", {u"file.tsv"_s}, u"data are named with --data"_s);
    row("huge_model", {u"--d-model"_s, u"100000"_s}, u"“d_model” is 100000"_s);
}

void TestTrainCommand::wrong_calls_say_so() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    const TrainOutcome outcome = callTrain(arguments);
    QCOMPARE(outcome.status, exitUsage);
    QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
    QVERIFY(outcome.out.isEmpty());
}

void TestTrainCommand::failures_write_nothing_data() {
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const QByteArray& data, const QStringList& more,
                        const QString& part) { QTest::newRow(name) << data << more << part; };
    row("empty_file", "", {}, u"there are no data"_s);
    row("one_sentence", "a\tb\n", {}, u"only one sentence"_s);
    row("large_batch", "a\tb\nc\td\n", {}, u"a batch has 32 sentences and there are 1"_s);
    row("no_pairs", "a b\n", {}, u"data: line 1 is no pair"_s);
    row("no_utf8", "a\t\xFF\n", {}, u"no UTF-8"_s);
    row("unknown_watched", "a\tb\nc\td\n", {u"--watch"_s, u"x\ty"_s},
        u"--watch: “x” does not occur"_s);
    row("explodes", "",
        {u"--rate"_s, u"1000"_s, u"--optimiser"_s, u"sgd"_s, u"--task"_s, u"sort"_s},
        u"a learning rate below 1000 may help"_s);
    row("heads_do_not_divide", "", {u"--heads"_s, u"5"_s, u"--task"_s, u"sort"_s}, u"d_model"_s);
    row("no_history_folder", "", {u"--resume"_s, u"/nowhere/at/all"_s}, u"/nowhere/at/all"_s);
    row("target_cannot_be_written", "",
        {u"--log"_s, u"/nowhere/at/all.csv"_s, u"--task"_s, u"sort"_s}, u"/nowhere/at/all.csv"_s);
}

void TestTrainCommand::failures_write_nothing() {
    QFETCH(QByteArray, data);
    QFETCH(QStringList, more);
    QFETCH(QString, part);
    QStringList arguments = {u"--out"_s, at(u"t.headscope"_s)};
    if (!more.contains(u"--resume"_s))
        arguments += {u"--steps"_s, u"400"_s};
    if (!more.contains(u"--resume"_s) && !more.contains(u"--task"_s)) {
        writeText(at(u"data"_s), data);
        arguments += {u"--task"_s, u"copy"_s, u"--data"_s, at(u"data"_s)};
    }
    writeText(at(u"t.headscope"_s), "what was there");
    const TrainOutcome outcome = callTrain(arguments + more);
    QCOMPARE(outcome.status, exitFailure);
    QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(contentOf(at(u"t.headscope"_s)), QByteArray("what was there"));
}

void TestTrainCommand::help_names_every_task() {
    const TrainOutcome outcome = callTrain({u"--help"_s});
    QCOMPARE(outcome.status, exitDone);
    const QString flat = outcome.out.simplified();
    for (const TaskInfo& info : tasks())
        QVERIFY(flat.contains(QString::fromStdString(std::string(info.name))));
}

HEADSCOPE_TEST(TestTrainCommand, QCoreApplication)
#include "test_train_command.moc"
