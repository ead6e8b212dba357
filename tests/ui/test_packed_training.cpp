// SPDX-License-Identifier: GPL-3.0-or-later
// A training that was taken over goes into the experiment's file with its history, and comes
// back with it: the playhead scrubs as before, bit for bit.
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "learning/history/training_json.h"
#include "pages/train/head_report.h"
#include "pages/train/train_page.h"
#include "pages/train/train_setup.h"
#include "recovery/recovery_content.h"
#include "source/source_json.h"
#include "support/answer_dialog.h"
#include "support/window_harness.h"
#include "training/saved_moment.h"
#include "training/training_session.h"
#include "window/files/experiment_file.h"
#include "window/frame/status_line.h"
#include "words/language.h"

#include "examples/examples.h"
#include "support/page_files.h"
#include "support/test_program.h"

#include <nlohmann/json.hpp>

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

using State = TrainingMoment::State;

namespace {

TrainingRecipe recipeOfTwelve() {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.modelDim = 8;
    recipe.batch = 8;
    recipe.steps = 12;
    recipe.recordEvery = 3;
    return recipe;
}

bool sameRecord(const RecordedStep& a, const RecordedStep& b) {
    const auto sameAttention = [](const WatchedAttention& x, const WatchedAttention& y) {
        return x.scope == y.scope && x.weights == y.weights && x.scores == y.scores &&
               x.gradient == y.gradient;
    };
    const auto sameShare = [](const Agreement& x, const Agreement& y) {
        return x.scope == y.scope && x.head == y.head && x.relation == y.relation &&
               x.share == y.share && x.chance == y.chance;
    };
    const auto sameWord = [](const AnswerWord& x, const AnswerWord& y) {
        return x.word == y.word && x.probability == y.probability && x.right == y.right;
    };
    const Evaluation& x = a.evaluation();
    const Evaluation& y = b.evaluation();
    return a.step() == b.step() && a.record->parameters == b.record->parameters &&
           std::ranges::equal(a.attentions, b.attentions, sameAttention) && x.loss == y.loss &&
           x.words == y.words && x.sentences == y.sentences &&
           std::ranges::equal(x.agreement, y.agreement, sameShare) &&
           std::ranges::equal(x.answer, y.answer, sameWord);
}

} // namespace

class TestPackedTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void scrubbing_after_loading_equals_scrubbing_before();
    void the_playhead_stands_where_the_model_was_taken();
    void undo_takes_the_history_along();
    void it_goes_on_from_there_bit_for_bit();
    void a_training_that_runs_goes_without();
    void a_damaged_history_loses_nothing();
    void thinning_is_said_data();
    void thinning_is_said();
    void the_learnt_example_shows_its_evidence();
    void what_was_trained_before_can_be_brought_back();
    void looking_at_examples_puts_no_training_away();
    void a_recovery_file_has_the_history();
    void closing_asks_about_what_was_not_taken_over();
    void what_was_typed_just_now_counts();
    void data_that_were_cleared_come_back_by_undo();
    void a_training_that_was_put_aside_is_asked_about();
    void a_training_that_a_file_holds_is_not_asked_about();
    void what_another_file_holds_keeps_no_training();
    void typed_data_are_asked_about_beside_a_training();
    void a_damaged_history_stops_no_other_training();
    void numbers_beyond_all_measure_are_shown();

private:
    TrainPage& page() { return m_window->page<TrainPage>(); }
    const TrainScene& shown() { return page().training(); }
    ExperimentFile& file() { return *m_window->findChild<ExperimentFile*>(); }
    void train();
    void saveAs(const QString& path);
    void openIn(std::unique_ptr<MainWindow>& window, const QString& path);

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<MainWindow> m_window;
};

void TestPackedTraining::initTestCase() {
    dressAsTheProgram();
}

void TestPackedTraining::init() {
    m_path = m_folder.filePath(QStringLiteral("learnt.headscope"));
    QFile::remove(m_path);
    m_window = shownWindow(findExample("one-row")->make());
}

void TestPackedTraining::train() {
    m_window->showPage("train");
    page().controller().setRecipe(recipeOfTwelve());
    page().start();
    m_window->settle();
    QCOMPARE(shown().moment.state, State::Finished);
}

void TestPackedTraining::saveAs(const QString& path) {
    const AnswerDialog answer(path);
    QVERIFY(file().saveAs());
    QVERIFY(QFileInfo::exists(path));
}

void TestPackedTraining::openIn(std::unique_ptr<MainWindow>& window, const QString& path) {
    window = shownWindow(findExample("one-row")->make());
    QVERIFY(window->openFile(path));
    window->settle();
    window->showPage("train");
    window->settle();
}

void TestPackedTraining::scrubbing_after_loading_equals_scrubbing_before() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    const TrainingMoment before = shown().moment;
    openIn(m_window, m_path);
    const TrainingMoment& after = shown().moment;
    QCOMPARE(after.state, State::Finished);
    QVERIFY(after.recipe == before.recipe);
    QCOMPARE(after.stepsDone, before.stepsDone);
    QCOMPARE(after.records.size(), before.records.size());
    for (std::size_t i = 0; i < after.records.size(); ++i)
        QVERIFY(sameRecord(*after.records[i], *before.records[i]));
    QCOMPARE(after.losses->size(), before.losses->size());
    for (std::size_t i = 0; i < after.losses->size(); ++i)
        QCOMPARE((*after.losses)[i].loss, (*before.losses)[i].loss);
    // Every page goes with it.
    page().setEverywhere(true);
    page().controller().seek(6);
    m_window->settle();
    const Scene& scene = m_window->workspace().scene();
    QVERIFY(scene.ofPage);
    const auto there = watchedRun(*before.learner, *before.records[2]->record);
    QCOMPARE(before.records[2]->step(), Index{6});
    QVERIFY(scene.blocks->whole->find(TensorName::AttentionWeights, shown().scope)->result ==
            there->trace()->find(TensorName::AttentionWeights, shown().scope)->result);
}

void TestPackedTraining::the_playhead_stands_where_the_model_was_taken() {
    train();
    page().controller().seek(6);
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    openIn(m_window, m_path);
    QCOMPARE(shown().at().step(), Index{6});
    QVERIFY(!shown().follow);
    QVERIFY(!m_window->workspace().scene().ofPage);
    QCOMPARE(shown().moment.recipe.modelDim, Index{8});
}

void TestPackedTraining::undo_takes_the_history_along() {
    train();
    page().adopt();
    m_window->settle();
    Document& document = m_window->workspace().document();
    const PackedTrainingPointer kept = document.source().training();
    QVERIFY(kept);
    QVERIFY(m_window->workspace().edit(want::NewSeed{}).ok());
    QCOMPARE(document.source().training(), kept); // an edit keeps where it came from
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(!document.source().training());
    document.undoStack().redo();
    QCOMPARE(document.source().training(), kept);
    // Another one in its place is undone to this one, and one without a training to none.
    QVERIFY(m_window->workspace()
                .edit(want::Adopt{QStringLiteral("other"), document.experiment(), {}})
                .ok());
    QVERIFY(!document.source().training());
    document.undoStack().undo();
    QCOMPARE(document.source().training(), kept);
    m_window->settle();
    QCOMPARE(shown().moment.records.size(), std::size_t{5});
}

void TestPackedTraining::closing_asks_about_what_was_not_taken_over() {
    m_window->showPage("train");
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    TrainingRecipe typed = recipeOfTwelve();
    typed.text = "a b\tb a\n";
    page().controller().setRecipe(typed);
    QVERIFY(page().unsaved().contains(QStringLiteral("typed")));
    page().controller().setRecipe(recipeOfTwelve());
    train();
    QCOMPARE(page().unsaved(),
             QStringLiteral("The training of 12 steps was not taken over as the experiment."));
    {
        const AnswerDialog stay(QStringLiteral("Cancel"));
        QVERIFY(!m_window->close());
        QVERIFY(stay.seen() == QStringLiteral("Not taken over"));
    }
    page().adopt();
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    QVERIFY(!page().unsaved().isEmpty()); // no experiment has it any more
    m_window->workspace().document().undoStack().redo();
    m_window->settle();
    saveAs(m_path);
    openIn(m_window, m_path);
    QCOMPARE(page().unsaved(), QString());
    const AnswerDialog never(QStringLiteral("Cancel"));
    QVERIFY(m_window->close());
    QVERIFY(never.seen().isEmpty());
}

void TestPackedTraining::it_goes_on_from_there_bit_for_bit() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    const auto learnOn = [&] {
        TrainingRecipe recipe = recipeOfTwelve();
        recipe.steps = 18;
        page().controller().setRecipe(recipe);
        m_window->settle();
        page().start();
        m_window->settle();
        return shown().moment.records.back();
    };
    const auto here = learnOn();
    QCOMPARE(here->step(), Index{18});
    openIn(m_window, m_path);
    const auto there = learnOn();
    QCOMPARE(there->step(), Index{18});
    QVERIFY(sameRecord(*here, *there));
}

void TestPackedTraining::a_training_that_runs_goes_without() {
    m_window->showPage("train");
    TrainingRecipe recipe = recipeOfTwelve();
    recipe.steps = 1'000'000;
    page().controller().setRecipe(recipe);
    page().start();
    QTRY_VERIFY(!shown().isEmpty() && shown().moment.state == State::Running &&
                shown().moment.records.size() > 2);
    page().adopt();
    QVERIFY(!m_window->workspace().document().source().training());
    page().controller().pause();
    page().session().finish();
    page().adopt();
    QVERIFY(m_window->workspace().document().source().training());
}

void TestPackedTraining::a_damaged_history_loses_nothing() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    auto json = nlohmann::json::parse(*readFile(m_path.toStdString()));
    json["training"]["records"][1] = "AAAA";
    QVERIFY(writeFileAtomically(m_path.toStdString(), json.dump()).ok());
    m_window = shownWindow(findExample("one-row")->make());
    QSignalSpy failed(&file(), &ExperimentFile::failed);
    QVERIFY(m_window->openFile(m_path));
    m_window->settle();
    QCOMPARE(failed.count(), 1);
    const QString sentence = m_window->findChild<StatusLine*>()->text();
    QVERIFY2(sentence.contains(QStringLiteral("“records”")), qPrintable(sentence));
    Document& document = m_window->workspace().document();
    QCOMPARE(document.experiment()->tokens[0].size(), std::size_t{5}); // <Begin> I have a cat
    // On the page, too; whoever trains there can.
    m_window->showPage("train");
    m_window->settle();
    QVERIFY(shown().moment.error);
    page().controller().setRecipe(recipeOfTwelve());
    page().start();
    m_window->settle();
    QCOMPARE(shown().moment.state, State::Finished);
    // Saved again the history is what it was.
    const QString other = m_folder.filePath(QStringLiteral("other.headscope"));
    saveAs(other);
    const auto again = nlohmann::json::parse(*readFile(other.toStdString()));
    QCOMPARE(again["training"], json["training"]);
}

void TestPackedTraining::thinning_is_said_data() {
    QTest::addColumn<bool>("chinese");
    QTest::newRow("en") << false;
    QTest::newRow("zh") << true;
}

void TestPackedTraining::thinning_is_said() {
    QFETCH(bool, chinese);
    m_window->setLanguage(chinese ? Language::Chinese : Language::English);
    train();
    page().adopt();
    m_window->settle();
    Document& document = m_window->workspace().document();
    const auto whole = trainingFromJson(document.source().training()->content().json);
    QVERIFY(whole.ok());
    const auto thinned = std::make_shared<const PackedTraining>(
        [taken = *whole] { return trainingToJson(taken, 10'000); }, 0);
    document.edit(QStringLiteral("less room"), Source(document.experiment(), thinned));
    m_window->settle();
    QSignalSpy said(&file(), &ExperimentFile::said);
    saveAs(m_path);
    QCOMPARE(said.count(), 1);
    const QString sentence = said.takeFirst().constFirst().toString();
    const auto kept = QString::number(thinned->content().kept);
    QVERIFY2(sentence.contains(kept) && sentence.contains(u'5') && sentence.contains(u'8'),
             qPrintable(sentence));
    QCOMPARE(sentence.contains(QStringLiteral("Saved")), !chinese);
    openIn(m_window, m_path);
    QCOMPARE(QString::number(shown().moment.records.size()), kept);
    QCOMPARE(shown().moment.records.back()->step(), Index{12});
}

void TestPackedTraining::the_learnt_example_shows_its_evidence() {
    m_window = shownWindow(findExample("ticket-learnt")->source());
    m_window->showPage("train");
    m_window->settle();
    // It carries its end alone, which is nothing to watch: the page is at its beginning.
    QCOMPARE(shown().moment.recipe.task, TaskKind::CardsDense);
    QCOMPARE(shown().moment.recipe.steps, Index{1500});
    QCOMPARE(shown().moment.stepsDone, Index{0});
    QVERIFY(!shown().begun);
    const auto* const start = m_window->findChild<TrainSetup*>()->findChild<QToolButton*>();
    QVERIFY(start->isEnabled() && start->property("accent").toBool());
    page().controller().bringBack();
    m_window->settle();
    QCOMPARE(shown().moment.stepsDone, Index{1500});
    QCOMPARE(shown().moment.records.size(), std::size_t{1});
    const Evaluation& evaluation = shown().at().evaluation();
    QVERIFY(evaluation.find("", 0, 0)->share > 0.95);
    QVERIFY(evaluation.find("", 0, 0)->chance < 0.12);
    QVERIFY(page().report().isVisible());
}

/// Without the pause after which typed data count by themselves.
void TestPackedTraining::what_was_typed_just_now_counts() {
    m_window->showPage("train");
    TrainingRecipe recipe = recipeOfTwelve();
    recipe.batch = 2;
    page().controller().setRecipe(recipe);
    m_window->settle();
    auto* const setup = m_window->findChild<TrainSetup*>();
    auto* const text = setup->findChild<QPlainTextEdit*>();
    const QString data = QStringLiteral("a b\tc d\nb a\td c\na a\tc c\n");
    text->setPlainText(data);
    QVERIFY(page().unsaved().contains(QStringLiteral("typed")));
    // Another setting is no reason to forget it.
    auto* const heads = setup->findChild<QSpinBox*>();
    const int before = heads->value();
    heads->setValue(before == 1 ? 2 : 1);
    QCOMPARE(text->toPlainText(), data);
    heads->setValue(before);
    text->setPlainText(data + QStringLiteral("b b\td d\n"));
    page().start();
    m_window->settle();
    QVERIFY2(!shown().moment.error,
             shown().moment.error ? shown().moment.error->text().c_str() : "");
    QCOMPARE(shown().moment.recipe.text, (data + QStringLiteral("b b\td d\n")).toStdString());
    QCOMPARE(shown().moment.stepsDone, Index{12});
    QVERIFY(page().unsaved().contains(QStringLiteral("12 steps")));
}

void TestPackedTraining::data_that_were_cleared_come_back_by_undo() {
    m_window->showPage("train");
    page().controller().setRecipe(recipeOfTwelve());
    m_window->settle();
    auto* const setup = m_window->findChild<TrainSetup*>();
    auto* const text = setup->findChild<QPlainTextEdit*>();
    const QString before = text->toPlainText();
    QVERIFY(!before.isEmpty());
    text->setFocus();
    QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(text, Qt::Key_Backspace);
    setup->takeTyped();
    m_window->settle();
    QVERIFY(text->toPlainText().isEmpty());
    QVERIFY(shown().moment.isRefused);
    for (const QLabel* label : setup->findChildren<QLabel*>()) // of data that stand there no more
        QVERIFY2(!label->text().contains(QStringLiteral("held out")), qPrintable(label->text()));
    QTest::keyClick(text, Qt::Key_Z, Qt::ControlModifier);
    setup->takeTyped();
    m_window->settle();
    QCOMPARE(text->toPlainText(), before);
    QVERIFY(!shown().moment.isRefused);
}

void TestPackedTraining::a_training_that_was_put_aside_is_asked_about() {
    train();
    page().reset();
    m_window->settle();
    QCOMPARE(shown().moment.stepsDone, Index{0});
    QVERIFY2(page().unsaved().contains(QStringLiteral("12 steps that was put aside")),
             qPrintable(page().unsaved()));
    page().controller().bringBack();
    m_window->settle();
    page().adopt();
    m_window->settle();
    page().reset();
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    // An example with a training of its own puts one aside as well.
    train();
    m_window->workspace().document().begin(QStringLiteral("other"),
                                           findExample("cat-learnt")->source());
    m_window->settle();
    QVERIFY(page().unsaved().contains(QStringLiteral("put aside")));
}

void TestPackedTraining::a_training_that_a_file_holds_is_not_asked_about() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    m_window->workspace().document().begin(QStringLiteral("other"), findExample("ticket")->make());
    m_window->settle();
    QCOMPARE(shown().moment.stepsDone, Index{12});
    QCOMPARE(page().unsaved(), QString());
    // What is learnt behind it is not in the file.
    TrainingRecipe longer = shown().moment.recipe;
    longer.steps = 14;
    page().controller().setRecipe(longer);
    m_window->settle();
    page().takeStep();
    m_window->settle();
    QCOMPARE(shown().moment.stepsDone, Index{13});
    QVERIFY(!page().unsaved().isEmpty());
}

void TestPackedTraining::what_another_file_holds_keeps_no_training() {
    Document& document = m_window->workspace().document();
    train();
    page().adopt();
    m_window->settle();
    document.undoStack().undo();
    m_window->settle();
    document.begin(QStringLiteral("other"), findExample("cat-learnt")->source());
    m_window->settle();
    m_window->showPage("train");
    m_window->settle();
    const auto isAside = [&] {
        return page().unsaved().contains(QStringLiteral("12 steps that was put aside"));
    };
    QVERIFY2(isAside(), qPrintable(page().unsaved()));
    saveAs(m_path); // the other one
    QVERIFY2(isAside(), qPrintable(page().unsaved()));
    // Taken over and reloaded at once: the file has it not, though the picture still does.
    page().controller().bringBack();
    m_window->settle();
    page().adopt();
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    QVERIFY(file().reload());
    m_window->settle();
    QVERIFY(!page().unsaved().isEmpty());
}

void TestPackedTraining::typed_data_are_asked_about_beside_a_training() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    QCOMPARE(page().unsaved(), QString());
    TrainingRecipe typed = recipeOfTwelve();
    typed.text = taskText(TaskKind::Translate, Language::Chinese, 11); // as good as any
    page().controller().setRecipe(typed);
    m_window->settle();
    QVERIFY(page().unsaved().contains(QStringLiteral("typed")));
    page().reset();
    m_window->settle();
    QVERIFY(!shown().moment.error);
    QVERIFY(page().unsaved().contains(QStringLiteral("typed")));
    // The recipe goes along with a model that has not learnt yet.
    page().adopt();
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
}

void TestPackedTraining::a_damaged_history_stops_no_other_training() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    auto json = nlohmann::json::parse(*readFile(m_path.toStdString()));
    json["training"]["records"][1] = "AAAA";
    QVERIFY(writeFileAtomically(m_path.toStdString(), json.dump()).ok());
    m_window = shownWindow(findExample("one-row")->make());
    m_window->showPage("train");
    page().controller().setRecipe(recipeOfTwelve());
    m_window->settle();
    QVERIFY(m_window->openFile(m_path));
    m_window->settle();
    m_window->showPage("train"); // the file was saved looking at something else
    m_window->settle();
    QVERIFY(shown().moment.error);
    QVERIFY(!shown().moment.isRefused);
    page().start();
    m_window->settle();
    QCOMPARE(shown().moment.stepsDone, Index{12});
}

void TestPackedTraining::what_was_trained_before_can_be_brought_back() {
    train();
    page().adopt();
    m_window->settle();
    saveAs(m_path);
    TrainingRecipe other = recipeOfTwelve();
    other.seed = 77;
    page().controller().setRecipe(other);
    page().reset();
    page().start();
    m_window->settle();
    QCOMPARE(shown().moment.recipe.seed, std::uint64_t{77});
    // Another file with a history, opened in this window.
    QVERIFY(file().reload());
    m_window->settle();
    QVERIFY(m_window->openFile(m_path));
    m_window->settle();
    m_window->showPage("train");
    m_window->settle();
    QCOMPARE(shown().moment.recipe.seed, recipeOfTwelve().seed);
    QVERIFY(shown().moment.canBringBack());
    page().session().bringBack();
    m_window->settle();
    QCOMPARE(shown().moment.recipe.seed, std::uint64_t{77});
}

void TestPackedTraining::looking_at_examples_puts_no_training_away() {
    train();
    for (const char* id : {"ticket-learnt", "cat-learnt", "ticket-learnt"}) {
        m_window->workspace().document().begin(QStringLiteral("example"),
                                               findExample(id)->source());
        m_window->settle();
        m_window->showPage("train");
        m_window->settle();
        QCOMPARE(shown().moment.recipe.modelDim, findExample(id)->make().config.modelDim);
        QCOMPARE(shown().moment.stepsDone, Index{0}); // its beginning
        QVERIFY(shown().moment.canBringBack());
    }
    page().session().bringBack();
    m_window->settle();
    QCOMPARE(shown().moment.recipe.modelDim, Index{8});
    QCOMPARE(shown().moment.stepsDone, Index{12});
    // Where nobody trained, what comes back is the end that the example carries.
    m_window = shownWindow(findExample("ticket-learnt")->source());
    m_window->showPage("train");
    m_window->settle();
    for (const Index steps : {0, 1500, 0, 1500}) {
        QCOMPARE(shown().moment.stepsDone, steps);
        page().session().bringBack();
        m_window->settle();
    }
}

void TestPackedTraining::a_recovery_file_has_the_history() {
    train();
    page().adopt();
    m_window->settle();
    const Source source = m_window->workspace().document().source();
    const std::string text = recoveryText({source, m_path, {}});
    QVERIFY(writeFileAtomically(m_path.toStdString(), text).ok());
    const Result<RecoveryContent> read = readRecovery(m_path);
    QVERIFY(read.ok());
    QVERIFY(*read->source.experiment() == *source.experiment());
    QVERIFY(sameTraining(read->source.training(), source.training()));
    QVERIFY(trainingFromJson(read->source.training()->content().json).ok());
}

void TestPackedTraining::numbers_beyond_all_measure_are_shown() {
    train();
    page().adopt();
    m_window->settle();
    const Source source = m_window->workspace().document().source();
    auto taken = trainingFromJson(source.training()->content().json);
    QVERIFY(taken.ok());
    // As somebody might write them: finite, but nothing that is computed from them is.
    std::vector<TrainingRecord> records;
    for (const auto& record : taken->training.history.records()) {
        records.push_back({record->step, record->parameters, {}});
        records.back().parameters.transform(
            [](Tensor& tensor) { tensor = Tensor::filled(tensor.shape(), tensor.axes(), 3e38F); });
    }
    taken->training.history =
        TrainingHistory::restored(taken->training.history.losses(), std::move(records), 1);
    const auto wild = std::make_shared<const PackedTraining>(trainingToJson(*taken).json);
    QVERIFY(
        writeFileAtomically(m_path.toStdString(), sourceToJson({source.experiment(), wild})).ok());
    openIn(m_window, m_path);
    QCOMPARE(shown().moment.records.size(), std::size_t{5});
    QVERIFY(!std::isfinite(shown().at().evaluation().loss));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("NaN|undefined|infinite")));
    page().setAttention(shown().scope, TrainValues::Gradient);
    page().controller().seek(3);
    m_window->settle();
    QVERIFY(!m_window->grab().toImage().isNull());
    QVERIFY(writeFigure(page(), m_folder.filePath(QStringLiteral("wild.svg"))).ok());
    page().setEverywhere(true);
    m_window->settle();
    m_window->showPage("heads");
    m_window->settle();
    QVERIFY(!m_window->grab().toImage().isNull());
}

HEADSCOPE_TEST(TestPackedTraining, QApplication)
#include "test_packed_training.moc"
