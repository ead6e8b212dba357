// SPDX-License-Identifier: GPL-3.0-or-later
// The Train page in the window, by its keys and clicks: the playhead goes back through the
// training, and every other page goes with it.
#include "editors/setup_panel.h"
#include "examples/examples.h"
#include "forms/field_row.h"
#include "learning/history/learnt_tokens.h"
#include "pages/heads/heads_page.h"
#include "pages/train/head_report.h"
#include "pages/train/train_animation.h"
#include "pages/train/train_page.h"
#include "pages/train/train_setup.h"
#include "pages/train/train_strip.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "support/test_program.h"
#include "training/training_session.h"
#include "type/fonts.h"
#include "window/frame/page_stack.h"
#include "window/main_window.h"
#include "window/notices/page_run_bar.h"
#include "window/style.h"
#include "words/language.h"

#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <ctime>

using namespace headscope;

using State = TrainingMoment::State;

class TestTrainPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void computes_nothing_before_it_is_shown();
    void keys_move_the_playhead();
    void a_drag_snaps_to_recorded_steps();
    void a_click_on_a_row_chooses_the_head();
    void space_plays_the_recording();
    void the_playhead_is_the_time_of_every_page();
    void an_edit_takes_the_pages_back();
    void who_declined_every_page_is_not_asked_again_by_start();
    void an_edit_declines_nothing();
    void hidden_it_asks_for_no_pictures();
    void the_model_is_taken_over_in_one_step();
    void what_is_refused_is_not_begun();
    void esc_drops_what_a_field_refused();
    void a_training_that_ends_gives_the_keyboard_to_its_film();
    void p_pins_the_step_at_the_playhead();
    void the_gradient_is_shown_with_its_own_range();
    void settings_count_after_reset();
    void the_setup_shows_what_new_words_are_learnt_with();
    void the_window_closes_while_it_trains();
    void every_column_of_the_film_stands_under_its_step();
    void fits_at_every_size_data();
    void fits_at_every_size();
    void every_task_has_its_picture_data();
    void every_task_has_its_picture();
    void the_window_paints_while_it_trains();

private:
    void open();
    void train(Index steps = 12, Index every = 3);
    TrainPage& page() { return m_window->page<TrainPage>(); }
    const TrainScene& shown() { return page().training(); }
    void settle() { m_window->settle(); }

    std::unique_ptr<MainWindow> m_window;
};

namespace {

TrainingRecipe quickRecipe(TaskKind task, Index steps, Index every) {
    TrainingRecipe recipe = recipeOf(task);
    recipe.modelDim = 8;
    recipe.batch = 8;
    recipe.steps = steps;
    recipe.recordEvery = every;
    return recipe;
}

/// Of this thread: whatever else the machine does.
double processorMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

QPushButton* buttonOf(QWidget& parent, const QString& text) {
    for (auto* button : parent.findChildren<QPushButton*>()) {
        if (button->text() == text)
            return button;
    }
    return nullptr;
}

} // namespace

void TestTrainPage::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
}

void TestTrainPage::open() {
    useLanguage(Language::English);
    m_window = std::make_unique<MainWindow>(findExample("ticket")->make(), Preferences{});
    m_window->setRemembering(false);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    settle();
}

void TestTrainPage::train(Index steps, Index every) {
    m_window->showPage("train");
    page().controller().setRecipe(quickRecipe(TaskKind::Translate, steps, every));
    page().start();
    settle();
    QCOMPARE(shown().moment.state, State::Finished);
    page().keyboard().setFocus();
}

void TestTrainPage::computes_nothing_before_it_is_shown() {
    QVERIFY(shown().isEmpty());
    QVERIFY(!m_window->workspace().scene().ofPage);
    m_window->showPage("train");
    settle();
    QCOMPARE(shown().moment.records.size(), std::size_t{1});
    QCOMPARE(shown().moment.state, State::Paused);
    // Opening the page alone takes nobody's experiment away.
    QVERIFY(!m_window->workspace().scene().ofPage);
}

void TestTrainPage::keys_move_the_playhead() {
    train();
    QWidget* keys = &page().keyboard();
    QCOMPARE(shown().at().step(), 12);
    QVERIFY(shown().follow);
    QTest::keyClick(keys, Qt::Key_Left);
    QCOMPARE(shown().at().step(), 9);
    QVERIFY(!shown().follow);
    QTest::keyClick(keys, Qt::Key_Home);
    QCOMPARE(shown().at().step(), 0);
    QTest::keyClick(keys, Qt::Key_Left);
    QCOMPARE(shown().at().step(), 0);
    QTest::keyClick(keys, Qt::Key_Right);
    QCOMPARE(shown().at().step(), 3);
    QTest::keyClick(keys, Qt::Key_End);
    QCOMPARE(shown().at().step(), 12);
    QVERIFY(shown().follow);
    QTest::keyClick(keys, Qt::Key_3);
    QCOMPARE(shown().head, 2);
    QTest::keyClick(keys, Qt::Key_9); // there are four
    QCOMPARE(shown().head, 2);
}

void TestTrainPage::a_drag_snaps_to_recorded_steps() {
    train();
    TrainView& view = page().picture();
    const TrainGeometry& g = view.shown().geometry();
    const auto at = [&](double step) {
        return QPointF(g.xOf(step), g.accuracy.center().y()).toPoint();
    };
    QTest::mousePress(&view, Qt::LeftButton, {}, at(3.4));
    QCOMPARE(shown().at().step(), 3);
    QTest::mouseMove(&view, at(7));
    QCOMPARE(shown().at().step(), 6);
    QTest::mouseMove(&view, at(7.8));
    QCOMPARE(shown().at().step(), 9);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, at(7.8));
    QTest::mouseMove(&view, at(0));
    QCOMPARE(shown().at().step(), 9);
}

void TestTrainPage::a_click_on_a_row_chooses_the_head() {
    train();
    TrainView& view = page().picture();
    const QRectF cell = view.shown().geometry().pictureAt(3, 6);
    QTest::mouseClick(&view, Qt::LeftButton, {}, cell.center().toPoint());
    QCOMPARE(shown().head, 3);
    QCOMPARE(shown().at().step(), 6);
    HeadReport& report = page().report();
    QTest::mouseClick(report.widget(), Qt::LeftButton, {}, report.blockOf(1).center().toPoint());
    QCOMPARE(shown().head, 1);
    QCOMPARE(shown().at().step(), 6);
}

void TestTrainPage::space_plays_the_recording() {
    train();
    QTest::keyClick(&page().keyboard(), Qt::Key_Space); // at the end: from the start
    QVERIFY(shown().playing);
    QCOMPARE(shown().at().step(), 0);
    QTRY_COMPARE(shown().at().step(), 3);
    QTest::keyClick(&page().keyboard(), Qt::Key_Space);
    QVERIFY(!shown().playing);
    const Index here = shown().at().step();
    QTest::qWait(700);
    QCOMPARE(shown().at().step(), here);
}

void TestTrainPage::the_playhead_is_the_time_of_every_page() {
    train();
    QTest::keyClick(&page().keyboard(), Qt::Key_Home);
    QTest::keyClick(&page().keyboard(), Qt::Key_Right);
    settle();
    const Scene& scene = m_window->workspace().scene();
    QVERIFY(scene.ofPage);
    const auto weights = [&] {
        return scene.blocks->whole->find(TensorName::AttentionWeights, shown().scope)->result;
    };
    const Tensor& film = shown().at().find(shown().scope)->weights;
    QCOMPARE(shown().at().step(), 3);
    for (Index i = 0; i < film.elementCount(); ++i)
        QVERIFY(std::abs(weights().contiguous().data()[i] - film.data()[i]) < 1e-6F);
    const Tensor before = weights();
    // On another page the line says whose picture it is; that leads back, too.
    m_window->showPage("heads");
    settle();
    auto* bar = m_window->findChild<PageRunBar*>();
    QVERIFY(bar->isVisible());
    QCOMPARE(m_window->page<HeadsPage>().scene().run, scene.run);
    page().controller().seek(9);
    settle();
    QVERIFY(weights().contiguous().data()[0] != before.contiguous().data()[0]);
    QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
    settle();
    QVERIFY(!m_window->workspace().scene().ofPage);
    QVERIFY(!bar->isVisible());
    QVERIFY(!shown().everywhere);
    page().controller().seek(3); // the experiment stays
    settle();
    QVERIFY(!m_window->workspace().scene().ofPage);
}

void TestTrainPage::an_edit_takes_the_pages_back() {
    train();
    QVERIFY(m_window->workspace().scene().ofPage);
    QVERIFY(m_window->workspace().edit(want::NewSeed{}).ok());
    settle();
    QVERIFY(!m_window->workspace().scene().ofPage);
    page().controller().seek(3);
    settle();
    QVERIFY(!m_window->workspace().scene().ofPage);
    QVERIFY(!shown().everywhere);
    page().setEverywhere(true);
    settle();
    QVERIFY(m_window->workspace().scene().ofPage);
}

void TestTrainPage::who_declined_every_page_is_not_asked_again_by_start() {
    train();
    QVERIFY(shown().everywhere);
    page().setEverywhere(false);
    page().reset();
    settle();
    page().start();
    settle();
    QVERIFY(!shown().everywhere);
    QVERIFY(!m_window->workspace().scene().ofPage);
}

void TestTrainPage::an_edit_declines_nothing() {
    train();
    QVERIFY(m_window->workspace().edit(want::NewSeed{}).ok());
    settle();
    QVERIFY(!shown().everywhere);
    page().reset();
    settle();
    page().start();
    settle();
    QVERIFY(shown().everywhere);
}

void TestTrainPage::hidden_it_asks_for_no_pictures() {
    m_window->showPage("train");
    page().controller().setRecipe(quickRecipe(TaskKind::Translate, 40, 5));
    settle();
    m_window->showPage("heads");
    settle();
    QSignalSpy changes(&page(), &Page::changed);
    const TrainingMoment before = page().picture().shown().scene().moment;
    page().start();
    settle();
    QCOMPARE(shown().moment.stepsDone, 40);
    QCOMPARE(changes.count(), 0);
    QCOMPARE(page().picture().shown().scene().moment.stepsDone, before.stepsDone);
    m_window->showPage("train");
    settle();
    QCOMPARE(page().picture().shown().scene().moment.stepsDone, 40);
}

void TestTrainPage::the_model_is_taken_over_in_one_step() {
    train();
    const Experiment before = m_window->workspace().experiment();
    QTest::keyClick(&page().keyboard(), Qt::Key_Left);
    const auto expected = watchedExperiment(*shown().moment.learner, *shown().at().record);
    const int steps = m_window->workspace().document().undoStack().count();
    QTest::mouseClick(buttonOf(page().setup(), QStringLiteral("Use this model")), Qt::LeftButton);
    settle();
    QVERIFY(m_window->workspace().experiment() == *expected);
    QVERIFY(m_window->workspace().document().source().training()); // how it was learnt goes along
    QVERIFY(!m_window->workspace().scene().ofPage);
    QCOMPARE(m_window->workspace().document().undoStack().count(), steps + 1);
    m_window->workspace().document().undoStack().undo();
    settle();
    QVERIFY(m_window->workspace().experiment() == before);
}

void TestTrainPage::what_is_refused_is_not_begun() {
    m_window->showPage("train");
    m_window->settle();
    TrainingRecipe recipe = recipeOf(TaskKind::Copy);
    recipe.steps = 4;
    page().controller().setRecipe(recipe);
    m_window->settle();
    recipe.heads = 5;
    page().controller().setRecipe(recipe);
    m_window->settle();
    QVERIFY(shown().moment.error);
    page().start();
    page().takeStep();
    m_window->settle();
    QCOMPARE(shown().moment.stepsDone, Index{0});
    // The page has not heard yet that these can be trained.
    recipe.heads = 2;
    page().controller().setRecipe(recipe);
    page().start();
    m_window->settle();
    QVERIFY(!shown().moment.error);
    QCOMPARE(shown().moment.stepsDone, Index{4});
    QCOMPARE(shown().moment.recipe.heads, Index{2});
}

void TestTrainPage::esc_drops_what_a_field_refused() {
    m_window->showPage("train");
    settle();
    const auto boxes = page().setup().findChildren<QSpinBox*>();
    const auto found = std::ranges::find_if(
        boxes, [](const QSpinBox* box) { return box->accessibleName() == u"Batch"; });
    QVERIFY(found != boxes.end());
    QSpinBox& batch = **found;
    const int before = batch.value();
    batch.setFocus();
    batch.selectAll();
    QTest::keyClicks(&batch, QStringLiteral("0"));
    QTest::keyClick(&batch, Qt::Key_Return);
    const auto* row = qobject_cast<FieldRow*>(batch.parentWidget());
    QVERIFY(row && row->hasError());
    QTest::keyClick(&batch, Qt::Key_Escape);
    QVERIFY(!row->hasError());
    QCOMPARE(batch.value(), before);
    QCOMPARE(page().controller().recipe().batch, Index{before});
}

void TestTrainPage::a_training_that_ends_gives_the_keyboard_to_its_film() {
    m_window->showPage("train");
    page().controller().setRecipe(quickRecipe(TaskKind::Translate, 12, 3));
    settle();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    const auto buttons = page().setup().findChildren<QToolButton*>();
    const auto start = std::ranges::find_if(
        buttons, [](const QToolButton* button) { return button->text() == u"Start"; });
    QVERIFY(start != buttons.end());
    (*start)->setFocus();
    QTest::mouseClick(*start, Qt::LeftButton);
    settle();
    QCOMPARE(shown().moment.state, State::Finished);
    QCOMPARE(QApplication::focusWidget(), &page().keyboard());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    settle();
    QCOMPARE(shown().moment.stepsDone, Index{12});
}

void TestTrainPage::p_pins_the_step_at_the_playhead() {
    train();
    QCOMPARE(shown().atRight().step(), 12);
    QTest::keyClick(&page().keyboard(), Qt::Key_Home);
    QTest::keyClick(&page().keyboard(), Qt::Key_Right);
    QTest::keyClick(&page().keyboard(), Qt::Key_P);
    QTest::keyClick(&page().keyboard(), Qt::Key_End);
    QCOMPARE(shown().atRight().step(), 3);
    QCOMPARE(shown().at().step(), 12);
    page().controller().seek(3);
    QTest::keyClick(&page().keyboard(), Qt::Key_P);
    QCOMPARE(shown().atRight().step(), 12);
}

void TestTrainPage::the_gradient_is_shown_with_its_own_range() {
    train();
    TrainStrip& strip = page().strip();
    const auto& stops = shown().moment.stops;
    int gradient = -1;
    int self = -1;
    for (int i = 0; i < static_cast<int>(stops.size()); ++i) {
        if (stops[static_cast<std::size_t>(i)].kind == StepStop::Kind::Gradient)
            gradient = i;
        if (stops[static_cast<std::size_t>(i)].kind == StepStop::Kind::Self)
            self = i;
    }
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.markAt(gradient).toPoint());
    QCOMPARE(shown().values, TrainValues::Gradient);
    const ValueRange range = page().picture().shown().colours().range;
    QCOMPARE(range.low, -range.high);
    double largest = 0;
    for (const auto& record : shown().moment.records) {
        const Tensor& values = record->find(shown().scope)->gradient;
        for (Index i = 0; i < values.elementCount(); ++i)
            largest = std::max(largest, std::abs(static_cast<double>(values.data()[i])));
    }
    QVERIFY(largest > 0);
    QCOMPARE(range.high, largest);
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.markAt(self).toPoint());
    QCOMPARE(shown().values, TrainValues::Weights);
    QCOMPARE(shown().scope, std::string("decoder/0/self_attention"));
}

void TestTrainPage::settings_count_after_reset() {
    train(12, 3);
    TrainingRecipe next = quickRecipe(TaskKind::Translate, 12, 3);
    next.heads = 2;
    page().controller().setRecipe(next);
    settle();
    QCOMPARE(shown().heads(), 4);
    QCOMPARE(shown().moment.stepsDone, 12);
    QTest::mouseClick(buttonOf(page().setup(), QStringLiteral("Reset")), Qt::LeftButton);
    settle();
    QCOMPARE(shown().heads(), 2);
    QCOMPARE(shown().moment.stepsDone, 0);
    QVERIFY(shown().moment.canBringBack());
    // Before anything was learnt there is nothing to lose.
    next.heads = 1;
    page().controller().setRecipe(next);
    settle();
    QCOMPARE(shown().heads(), 1);
}

/// The page was never open: the example's own training comes meanwhile, and says nothing.
void TestTrainPage::the_setup_shows_what_new_words_are_learnt_with() {
    const Source& learnt = findExample("ticket-learnt-en")->source();
    const Experiment& example = *learnt.experiment();
    m_window = std::make_unique<MainWindow>(learnt, Preferences{});
    m_window->setRemembering(false);
    m_window->show();
    settle();
    TokenList words = example.tokens.front();
    words.push_back("now");
    m_window->workspace().document().edit(
        QStringLiteral("words"),
        withLearntTokens(example, learnt.training(), TokenSide::Query, 0, words).value());
    settle();
    Q_EMIT m_window->findChild<SetupPanel*>()->vocabularyAsked();
    settle();
    page().finish();
    settle();
    const TrainingRecipe& trained = shown().moment.recipe;
    QCOMPARE(trained.task, TaskKind::OwnText);
    QCOMPARE(page().setup().findChild<QComboBox*>()->currentText(), taskTitle(trained.task));
    QVERIFY(page().setup().text() == trained.text);
    QVERIFY(trained.text.find("now") != std::string::npos);
    QVERIFY(!m_window->grab().isNull());
}

void TestTrainPage::the_window_closes_while_it_trains() {
    m_window->showPage("train");
    page().controller().setRecipe(recipeOf(TaskKind::CardsDense));
    page().start();
    QTRY_VERIFY_WITH_TIMEOUT(page().session().moment().stepsDone > 1, 60000);
    QElapsedTimer clock;
    clock.start();
    m_window.reset();
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
}

void TestTrainPage::every_column_of_the_film_stands_under_its_step() {
    train();
    const TrainView& view = page().picture();
    const TrainGeometry& g = view.shown().geometry();
    QCOMPARE(view.shown().columns().size(), shown().moment.records.size());
    for (const std::size_t place : view.shown().columns()) {
        const auto step = static_cast<double>(shown().moment.records[place]->step());
        QVERIFY(std::abs(g.pictureAt(0, step).center().x() - g.xOf(step)) < 1e-9);
    }
    QCOMPARE(g.loss.left(), g.accuracy.left());
    QCOMPARE(g.loss.right(), g.accuracy.right());
    // More records than columns: those that stay do not touch each other.
    train(200, 1);
    const auto& columns = page().picture().shown().columns();
    QVERIFY(columns.size() < 30);
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const auto step = [&](std::size_t at) {
            return static_cast<double>(shown().moment.records[columns[at]]->step());
        };
        QVERIFY(page().picture().shown().geometry().pictureAt(0, step(i - 1)).right() <
                page().picture().shown().geometry().pictureAt(0, step(i)).left());
    }
}

void TestTrainPage::fits_at_every_size_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("scrolls");
    QTest::newRow("design") << QSize(1440, 900) << false;
    QTest::newRow("large") << QSize(1920, 1200) << false;
    QTest::newRow("small") << QSize(1024, 768) << false;
    QTest::newRow("low") << QSize(1024, 600) << true;
    QTest::newRow("least") << QSize(720, 520) << true;
}

void TestTrainPage::fits_at_every_size() {
    QFETCH(QSize, size);
    QFETCH(bool, scrolls);
    m_window->resize(size);
    settle();
    train();
    settle();
    const TrainView& view = page().picture();
    const TrainGeometry& g = view.shown().geometry();
    const QSize room = page().view().size();
    QCOMPARE(view.height() > room.height(), scrolls);
    QVERIFY(view.width() <= room.width());
    QVERIFY(g.loss.right() < view.width());
    QVERIFY(g.right.bounds().right() < g.answer.left());
    QVERIFY(g.answer.right() <= view.width());
    QVERIFY(g.answer.width() >= 120);
    QVERIFY(g.legendY < view.height());
    // However low the window is, what starts and what takes over is in sight.
    for (const QPushButton* button : page().setup().findChildren<QPushButton*>()) {
        if (button->isVisible())
            QCOMPARE(button->visibleRegion().boundingRect(), button->rect());
    }
}

void TestTrainPage::every_task_has_its_picture_data() {
    QTest::addColumn<int>("task");
    for (const TaskInfo& task : tasks()) {
        if (task.kind != TaskKind::OwnText)
            QTest::newRow(std::string(task.name).c_str()) << static_cast<int>(task.kind);
    }
    QTest::newRow("own_text") << static_cast<int>(TaskKind::OwnText);
}

void TestTrainPage::every_task_has_its_picture() {
    QFETCH(int, task);
    m_window->showPage("train");
    TrainingRecipe recipe = quickRecipe(static_cast<TaskKind>(task), 6, 2);
    if (recipe.task == TaskKind::OwnText) {
        for (int i = 0; i < 40; ++i)
            recipe.text += "the cat sat on the mat. ";
    }
    page().controller().setRecipe(recipe);
    page().start();
    settle();
    QVERIFY2(!shown().moment.error, qPrintable(statusOf(shown())));
    QCOMPARE(shown().moment.stepsDone, 6);
    for (const Language language : {Language::Chinese, Language::English}) {
        useLanguage(language);
        settle();
        const QImage picture = m_window->grab().toImage();
        QVERIFY(!picture.isNull());
        QVERIFY(queryWords(shown()).size() >= shown().weights().size(2));
        QVERIFY(keyWords(shown()).size() >= shown().weights().size(3));
        for (int head = 0; head < shown().heads(); ++head)
            QVERIFY(!findingOf(shown(), head).name.isEmpty());
        const auto rows = answerRows(shown(), shown().at());
        QVERIFY(!rows.empty());
        for (const AnswerRow& row : rows)
            QVERIFY(row.probability > 0 && row.probability <= 1);
    }
    // Agreement is known wherever the task has references for this attention.
    if (recipe.task == TaskKind::OwnText)
        QVERIFY(relationsOf(shown()).empty());
    else
        QVERIFY(!relationsOf(shown()).empty());
}

void TestTrainPage::the_window_paints_while_it_trains() {
    m_window->showPage("train");
    page().controller().setRecipe(recipeOf(TaskKind::Translate));
    settle();
    page().start();
    std::vector<double> frames;
    while (page().session().moment().state != State::Finished && frames.size() < 5000) {
        QCoreApplication::processEvents();
        const double before = processorMilliseconds();
        page().picture().repaint();
        frames.push_back(processorMilliseconds() - before);
    }
    settle();
    QVERIFY(frames.size() > 20);
    std::ranges::sort(frames);
    const auto at = [&](double share) {
        return frames[static_cast<std::size_t>(share * static_cast<double>(frames.size() - 1))];
    };
    qInfo("%zu frames while it trained: median %.2f ms, p99 %.2f ms of the processor",
          frames.size(), at(0.5), at(0.99));
    QVERIFY(at(0.5) < 16);
}

HEADSCOPE_TEST(TestTrainPage, QApplication)
#include "test_train_page.moc"
