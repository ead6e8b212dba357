// SPDX-License-Identifier: GPL-3.0-or-later
// What the strip of the Train page opens, layers as chips, a step for each Space, and how a
// training that Reset put aside comes back.
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "pages/train/picture/step_tables.h"
#include "pages/train/train_page.h"
#include "pages/train/train_setup.h"
#include "pages/train/train_strip.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "support/test_program.h"
#include "training/training_session.h"
#include "type/fonts.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QFontMetrics>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QtTest>

#include <cmath>

using namespace headscope;

using State = TrainingMoment::State;

class TestTrainStops : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void every_stop_opens_something_data();
    void every_stop_opens_something();
    void logits_and_loss_are_those_of_the_record();
    void many_words_are_chosen_from();
    void layers_are_chips();
    void space_is_a_step_where_that_was_chosen();
    void a_batch_changes_while_it_learns();
    void reset_asks_nothing_and_comes_back();
    void a_second_reset_asks_once();
    void the_left_side_has_no_need_to_scroll_data();
    void the_left_side_has_no_need_to_scroll();
    void what_is_wrong_is_one_sentence_data();
    void what_is_wrong_is_one_sentence();

private:
    TrainPage& page() { return m_window->page<TrainPage>(); }
    const TrainScene& shown() { return page().training(); }
    void settle() { m_window->settle(); }
    TrainingRecipe recipe(TaskKind task = TaskKind::Translate, Index steps = 12);
    void train(const TrainingRecipe& recipe);
    void openStop(StepStop::Kind kind);
    QPushButton* resetButton();

    std::unique_ptr<MainWindow> m_window;
};

void TestTrainStops::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
}

void TestTrainStops::init() {
    useLanguage(Language::English);
    m_window = std::make_unique<MainWindow>(findExample("ticket")->make(), Preferences{});
    m_window->setRemembering(false);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    settle();
    m_window->showPage("train");
}

TrainingRecipe TestTrainStops::recipe(TaskKind task, Index steps) {
    TrainingRecipe made = recipeOf(task);
    made.modelDim = 8;
    made.batch = 8;
    made.steps = steps;
    made.recordEvery = 3;
    return made;
}

void TestTrainStops::train(const TrainingRecipe& recipe) {
    page().controller().setRecipe(recipe);
    page().start();
    settle();
    QVERIFY2(!shown().moment.error, qPrintable(statusOf(shown())));
    QCOMPARE(shown().moment.state, State::Finished);
    page().keyboard().setFocus();
}

void TestTrainStops::openStop(StepStop::Kind kind) {
    const auto& stops = shown().moment.stops;
    const auto found = std::ranges::find(stops, kind, &StepStop::kind);
    QVERIFY(found != stops.end());
    const auto place = static_cast<int>(found - stops.begin());
    QTest::mouseClick(&page().strip(), Qt::LeftButton, {}, page().strip().markAt(place).toPoint());
    settle();
    QCOMPARE(page().strip().current(), place);
}

QPushButton* TestTrainStops::resetButton() {
    for (auto* button : page().setup().findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Reset"))
            return button;
    }
    return nullptr;
}

void TestTrainStops::every_stop_opens_something_data() {
    QTest::addColumn<int>("task");
    for (const TaskInfo& task : tasks()) {
        if (task.kind != TaskKind::OwnText)
            QTest::newRow(std::string(task.name).c_str()) << static_cast<int>(task.kind);
    }
}

void TestTrainStops::every_stop_opens_something() {
    QFETCH(int, task);
    train(recipe(static_cast<TaskKind>(task), 3));
    const QImage heads = page().picture().grab().toImage();
    std::vector<QImage> pictures{heads};
    using enum StepStop::Kind;
    for (const auto kind : {Data, Logits, Loss, Optimiser}) {
        openStop(kind);
        QCOMPARE(shown().stop, std::optional(kind));
        const QImage picture = page().picture().grab().toImage();
        for (const QImage& other : pictures)
            QVERIFY(picture != other);
        pictures.push_back(picture);
    }
    openStop(Self);
    QVERIFY(!shown().stop);
}

void TestTrainStops::logits_and_loss_are_those_of_the_record() {
    train(recipe());
    page().controller().seek(6);
    const RecordedStep& step = shown().at();
    QCOMPARE(step.step(), 6);
    const LogitTable table = logitTable(shown(), 1000);
    QCOMPARE(table.allClasses, static_cast<int>(shown().moment.data().classes.size()));
    QCOMPARE(table.columns.size(), qsizetype{table.allClasses});
    const std::vector<LossRow> rows = lossRows(shown());
    QCOMPARE(rows.size(), static_cast<std::size_t>(table.rows.size()));
    QCOMPARE(rows.front().right, QStringLiteral("I"));
    QCOMPARE(rows.back().right, QString::fromUtf8(endWord));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto columns = static_cast<std::size_t>(table.columns.size());
        double sum = 0;
        for (std::size_t c = 0; c < columns; ++c)
            sum += std::exp(double{table.values[row * columns + c]});
        const double right =
            double{table.values[row * columns + static_cast<std::size_t>(table.right[row])]};
        QVERIFY(std::abs(rows[row].nats - (std::log(sum) - right)) < 1e-6);
        QVERIFY(std::abs(rows[row].probability - std::exp(right) / sum) < 1e-6);
    }
}

void TestTrainStops::many_words_are_chosen_from() {
    train(recipe());
    const LogitTable few = logitTable(shown(), 7);
    QCOMPARE(few.columns.size(), qsizetype{7});
    for (const int right : few.right)
        QVERIFY(right >= 0); // those that are right are among them
    QVERIFY(std::ranges::is_sorted(few.classes));
}

void TestTrainStops::layers_are_chips() {
    TrainingRecipe two = recipe();
    two.encoderLayers = 2;
    two.decoderLayers = 2;
    train(two);
    const auto* chips = page().parts().header->findChild<SegmentedControl*>();
    QVERIFY(chips && chips->isVisible());
    QCOMPARE(chips->count(), 2);
    QCOMPARE(chips->current(), 1);
    QCOMPARE(shown().scope, std::string("decoder/1/cross_attention"));
    const int stop = page().strip().current();
    Q_EMIT const_cast<SegmentedControl*>(chips)->chosen(0);
    settle();
    QCOMPARE(shown().scope, std::string("decoder/0/cross_attention"));
    QCOMPARE(page().strip().current(), stop); // the stop is the kind, the chip the layer
    openStop(StepStop::Kind::Cross);
    QCOMPARE(shown().scope, std::string("decoder/0/cross_attention"));
    openStop(StepStop::Kind::Encoder);
    QCOMPARE(shown().scope, std::string("encoder/1/self_attention"));
    page().controller().setRecipe(recipe());
    page().reset();
    settle();
    QVERIFY(!chips->isVisible());
}

void TestTrainStops::space_is_a_step_where_that_was_chosen() {
    page().controller().setRecipe(recipe());
    settle();
    page().keyboard().setFocus();
    page().controller().setPace({0, true});
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&page().keyboard(), Qt::Key_Space);
        settle();
    }
    QCOMPARE(shown().moment.stepsDone, 3);
    QCOMPARE(shown().at().step(), 3);
    QVERIFY(!shown().playing);
    page().start(); // goes on by itself
    settle();
    QCOMPARE(shown().moment.state, State::Finished);
    QTest::keyClick(&page().keyboard(), Qt::Key_Space);
    QVERIFY(shown().playing); // and Space plays again
}

void TestTrainStops::a_batch_changes_while_it_learns() {
    TrainingRecipe made = recipe(TaskKind::Translate, 40);
    page().controller().setRecipe(made);
    page().takeStep();
    settle();
    made.batch = 16;
    page().controller().setRecipe(made);
    settle();
    QCOMPARE(shown().moment.recipe.batch, 16);
    QCOMPARE(shown().moment.stepsDone, 1);
    QVERIFY(shown().moment.changes == std::vector<Index>{1});
    page().takeStep();
    settle();
    QCOMPARE(shown().at().anatomy->batch.size(), std::size_t{16});
    made.batch = 5000;
    page().controller().setRecipe(made);
    settle();
    QVERIFY(shown().moment.error);
    QCOMPARE(shown().moment.recipe.batch, 16);
    QCOMPARE(shown().moment.stepsDone, 2);
}

void TestTrainStops::reset_asks_nothing_and_comes_back() {
    train(recipe());
    const auto last = shown().moment.records.back();
    QTest::mouseClick(resetButton(), Qt::LeftButton);
    settle();
    QCOMPARE(shown().moment.stepsDone, 0);
    QVERIFY(m_window->findChild<StatusLine*>()->text().contains(QStringLiteral("Ctrl+Z")));
    QVERIFY(page().keyboard().hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QCOMPARE(shown().moment.stepsDone, 12);
    QVERIFY(shown().moment.records.back() == last);
}

void TestTrainStops::a_second_reset_asks_once() {
    train(recipe());
    page().reset();
    settle();
    train(recipe());
    int asked = 0;
    const auto answer = [&](QMessageBox::ButtonRole role) {
        QTimer::singleShot(0, this, [&asked, role] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            ++asked;
            for (QAbstractButton* button : box->buttons()) {
                if (box->buttonRole(button) == role)
                    button->click();
            }
        });
    };
    answer(QMessageBox::RejectRole);
    page().reset();
    settle();
    QCOMPARE(asked, 1);
    QCOMPARE(shown().moment.stepsDone, 12); // nothing happened
    answer(QMessageBox::AcceptRole);
    page().reset();
    settle();
    QCOMPARE(asked, 2);
    QCOMPARE(shown().moment.stepsDone, 0);
    QVERIFY(shown().moment.canBringBack());
}

void TestTrainStops::the_left_side_has_no_need_to_scroll_data() {
    QTest::addColumn<bool>("chinese");
    QTest::newRow("en") << false;
    QTest::newRow("zh") << true;
}

void TestTrainStops::the_left_side_has_no_need_to_scroll() {
    QFETCH(const bool, chinese);
    m_window->setLanguage(chinese ? Language::Chinese : Language::English);
    train(recipe());
    settle();
    for (QWidget* each = page().setup().parentWidget(); each; each = each->parentWidget()) {
        if (const auto* area = qobject_cast<QScrollArea*>(each)) {
            QCOMPARE(area->verticalScrollBar()->maximum(), 0);
            // No label is wider than its place.
            for (const auto* label : page().setup().findChildren<QLabel*>()) {
                if (label->isVisible() && !label->wordWrap() &&
                    !label->text().contains(QLatin1Char('<')))
                    QVERIFY2(label->width() >= label->sizeHint().width(),
                             qPrintable(label->text()));
            }
            return;
        }
    }
    QFAIL("the setup stands in no scroll area");
}

void TestTrainStops::what_is_wrong_is_one_sentence_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"empty data", "one sentence", "unknown characters",
                             "batch larger than data", "no steps", "exploding rate"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

/// One sentence that says what would be right, and what was learnt before is still there.
void TestTrainStops::what_is_wrong_is_one_sentence() {
    QFETCH(const QString, what);
    train(recipe());
    TrainingRecipe wrong = recipe();
    if (what == QLatin1String("empty data"))
        wrong.text = "\n";
    else if (what == QLatin1String("one sentence"))
        wrong.text = "我 有\tI have\n";
    else if (what == QLatin1String("unknown characters"))
        wrong.watched = "\xF0\x9F\xA6\x84 有 猫 = unicorns have a cat";
    else if (what == QLatin1String("batch larger than data"))
        wrong.batch = 4000;
    else if (what == QLatin1String("no steps"))
        wrong.steps = 0;
    else
        wrong.optimiser.rate = 100;
    page().controller().setRecipe(wrong);
    settle();
    const auto kept = shown().moment.records;
    QVERIFY(!kept.empty());
    if (what == QLatin1String("no steps")) {
        QVERIFY(shown().moment.stepsDone >= 1); // a training is never shorter than what was done
        return;
    }
    page().reset();
    if (what == QLatin1String("exploding rate"))
        page().start();
    settle();
    if (what == QLatin1String("unknown characters") && !shown().moment.error) {
        // New words of the watched sentence are learnt as words that never come.
        QCOMPARE(shown().moment.stepsDone, 0);
        return;
    }
    QVERIFY(shown().moment.error);
    const QString sentence = statusOf(shown());
    QVERIFY2(sentence.size() > 20 && !sentence.contains(QLatin1Char('\n')), qPrintable(sentence));
    QVERIFY(!m_window->grab().isNull());
    if (what == QLatin1String("exploding rate")) {
        QCOMPARE(shown().moment.state, State::Failed);
        QVERIFY(!shown().moment.records.empty());
        page().controller().bringBack();
        settle();
    }
    QCOMPARE(shown().moment.stepsDone, 12);
    QVERIFY(shown().moment.records.back()->step() == 12);
}

HEADSCOPE_TEST(TestTrainStops, QApplication)
#include "test_train_stops.moc"
