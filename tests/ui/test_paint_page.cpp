// SPDX-License-Identifier: GPL-3.0-or-later
// The Paint page in the window: strokes, the search that follows them, what is said of it, and
// the way into the experiment.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "forms/field_row.h"
#include "head_fit/presets.h"
#include "pages/paint/paint_findings.h"
#include "pages/paint/paint_page.h"
#include "pages/paint/paint_panel.h"
#include "pages/paint/paint_view.h"
#include "pages/paint/paint_words.h"
#include "plots/descent_plot.h"
#include "support/answer_dialog.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/appearance.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

class TestPaintPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void opens_on_an_empty_square();
    void start_says_what_is_missing();
    void a_pattern_is_answered_with_what_is_known();
    void a_stroke_is_one_step();
    void a_row_of_strokes_is_undone_by_keys();
    void a_stroke_that_leaves_is_painted_to_the_edge();
    void so_it_is_from_the_buttons_beside_it();
    void a_refused_field_keeps_its_mark_until_it_is_right();
    void the_pair_that_is_forbidden_is_the_marked_one();
    void a_stroke_that_is_undone_leaves_the_mask();
    void keys_walk_and_paint();
    void the_right_button_erases_and_alt_picks_up();
    void masked_cells_take_no_stroke();
    void rows_stay_at_one_if_wanted();
    void nothing_painted_is_said();
    void another_width_is_looked_up_or_searched();
    void the_playhead_shows_that_step();
    void verdicts_are_what_core_knows();
    void positions_change_the_inputs();
    void a_painting_that_no_head_has_is_asked_about();
    void an_edit_elsewhere_leaves_the_painting();
    void weights_that_were_undone_are_asked_about_again();
    void weights_come_into_the_experiment_and_out();
    void a_search_is_cancelled();
    void another_problem_ends_a_search();
    void other_tokens_show_nothing_of_those_before();
    void hidden_it_searches_nothing();
    void another_example_begins_anew();
    void a_stack_has_no_such_page();
    void every_size_and_language_is_laid_out_data();
    void every_size_and_language_is_laid_out();
    void steps_stand_on_a_logarithmic_axis();

private:
    PaintPage& page() { return m_window->page<PaintPage>(); }
    PaintView& view() { return page().painting(); }
    const PaintScene& scene() { return page().session().scene(); }
    const PaintTarget& target() { return scene().problem->target; }
    QPoint centreOf(Index query, Index key) {
        const MatrixGeometry& cells = view().geometryNow().cells[PaintGeometry::Target];
        return cells.cellRect(query, key).center().toPoint();
    }
    /// `starts` of `steps` each: few, where the numbers do not matter.
    void open(const Experiment& experiment, Index starts = 2, Index steps = 400,
              bool painted = true);
    void stroke(const PaintCell& from, const PaintCell& to,
                Qt::MouseButton button = Qt::LeftButton);
    QAbstractButton* button(const QString& text);
    const Experiment& experiment() { return m_window->workspace().experiment(); }

    std::unique_ptr<MainWindow> m_window;
};

void TestPaintPage::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
    useLanguage(Language::English);
}

void TestPaintPage::init() {
    open(findExample("ticket")->make());
}

void TestPaintPage::cleanup() {
    m_window.reset();
}

void TestPaintPage::open(const Experiment& experiment, Index starts, Index steps, bool painted) {
    m_window = std::make_unique<MainWindow>(experiment, Preferences{});
    m_window->setRemembering(false);
    m_window->resize(1440, 900);
    m_window->show();
    m_window->settle();
    FitOptions options;
    options.starts = starts;
    options.steps = steps;
    page().session().setOptions(options);
    m_window->showPage("paint");
    m_window->settle();
    if (painted)
        paintPattern(*m_window);
}

void TestPaintPage::stroke(const PaintCell& from, const PaintCell& to, Qt::MouseButton button) {
    QTest::mousePress(&view(), button, {}, centreOf(from.query, from.key));
    QMouseEvent move(QEvent::MouseMove, centreOf(to.query, to.key),
                     view().mapToGlobal(centreOf(to.query, to.key)), Qt::NoButton, button, {});
    QApplication::sendEvent(&view(), &move);
    QTest::mouseRelease(&view(), button, {}, centreOf(to.query, to.key));
    m_window->settle();
}

QAbstractButton* TestPaintPage::button(const QString& text) {
    for (QAbstractButton* each : page().panel().findChildren<QAbstractButton*>()) {
        if (each->text() == text)
            return each;
    }
    return nullptr;
}

/// Nothing is looked for that nobody painted: one sentence says what to do, until somebody did.
void TestPaintPage::opens_on_an_empty_square() {
    open(findExample("ticket")->make(), 2, 400, false);
    QVERIFY(page().isShown());
    QCOMPARE(target().paintedRows(), Index{0});
    QVERIFY(!scene().fit && scene().byKeyDim.empty() && !scene().isBusy);
    const auto said = [this] {
        QString all;
        for (const WrittenText& text : textsOf(view()))
            all += text.text + u' ';
        return all;
    };
    QVERIFY2(said().contains(QStringLiteral("Paint where each word is to look")),
             qPrintable(said()));
    QVERIFY(!view().plot()->isVisible());
    QAbstractButton* const start = button(QStringLiteral("Start"));
    QVERIFY(start->isEnabled() && start->property("accent").toBool());
    stroke({4, 5}, {4, 5});
    // What is painted is looked for when somebody says so, and followed from then on.
    QVERIFY(said().contains(QStringLiteral("Paint where each word is to look")));
    QVERIFY(!scene().fit && !scene().isBusy);
    QCOMPARE(verdictTitle(scene()), QStringLiteral("Not looked for yet"));
    QVERIFY(!view().plot()->isVisible()); // no curve is there yet
    QTest::mouseClick(start, Qt::LeftButton);
    m_window->settle();
    QVERIFY(scene().fit && scene().fit->problem.target == target());
    QVERIFY(!said().contains(QStringLiteral("Paint where each word is to look")));
    QVERIFY(view().plot()->isVisible());
    stroke({3, 3}, {3, 3});
    QVERIFY(scene().fit->problem.target == target());
    page().session().undo();
    page().session().undo();
    m_window->showPage("heads");
    m_window->settle();
    m_window->showPage("paint");
    m_window->settle();
    QCOMPARE(target().paintedRows(), Index{0});
    QVERIFY(said().contains(QStringLiteral("Paint where each word is to look")));
    QVERIFY(!view().plot()->isVisible());
}

void TestPaintPage::start_says_what_is_missing() {
    open(findExample("ticket")->make(), 2, 400, false);
    QTest::mouseClick(button(QStringLiteral("Start")), Qt::LeftButton);
    m_window->settle();
    QVERIFY(!scene().isBusy && !scene().fit);
    QCOMPARE(scene().asked, (std::optional<PaintCell>{{0, 0}}));
    QVERIFY(m_window->findChild<StatusLine*>()->text().contains(QStringLiteral("Enter paints")));
    QTest::keyClick(&view(), Qt::Key_Return); // it has the keys
    m_window->settle();
    QCOMPARE(target().at(0, 0), 1.0F);
    QTest::mouseClick(button(QStringLiteral("Start")), Qt::LeftButton);
    m_window->settle();
    QVERIFY(scene().fit);
}

/// What textbooks say of the ticket; all four d_k are looked at.
void TestPaintPage::a_pattern_is_answered_with_what_is_known() {
    open(findExample("ticket")->make(), 8, 8000);
    QVERIFY(page().isShown());
    QVERIFY(target() == ticketRelations());
    QVERIFY(scene().fit);
    QCOMPARE(scene().byKeyDim.size(), std::size_t{4});
    QCOMPARE(scene().fit->options.keyDim, Index{2});
    QCOMPARE(scene().fit->options.starts, Index{8});
    const FittedHead head = fittedHead(*scene().problem, scene().fit->weights);
    QCOMPARE(scene().now.bits, head.bits);
    QCOMPARE(view().plot()->curves().curves.size(), std::size_t{4});
    QVERIFY(std::fabs(view().plot()->curves().limit - 0.3) < 1e-6);
    QVERIFY(page().findings().isVisible());
    QVERIFY(page().panel().isVisible());
}

void TestPaintPage::a_stroke_is_one_step() {
    const PaintTarget before = target();
    stroke({0, 0}, {3, 0}); // down the first column
    for (Index query = 0; query <= 3; ++query) {
        QCOMPARE(target().at(query, 0), 1.0F);
        QCOMPARE(target().rowSum(query), 1.0);
    }
    QVERIFY(scene().canUndo);
    page().session().undo();
    QVERIFY(target() == before);
    QVERIFY(scene().canUndo); // the pattern before it
    page().session().undo();
    QVERIFY(!scene().canUndo);
    // Nothing is known of an empty square: the pattern is looked for from the beginning.
    page().session().redo();
    m_window->settle();
    QVERIFY(target() == before);
    QVERIFY(!scene().fit->options.from.has_value());
    page().session().redo();
    QCOMPARE(target().at(3, 0), 1.0F);
    m_window->settle();
    // The search went on from the weights that were there, to the painting as it is now.
    QVERIFY(scene().fit->problem.target == target());
    QVERIFY(scene().fit->options.from.has_value());
}

/// However few moves a quick hand is told of.
void TestPaintPage::a_stroke_that_leaves_is_painted_to_the_edge() {
    const PaintTarget before = target();
    const Index last = before.queries - 1;
    QTest::mousePress(&view(), Qt::LeftButton, {}, centreOf(0, 1));
    QTest::mouseMove(&view(), centreOf(last, 1) + QPoint(0, 3 * (centreOf(last, 1).y() -
                                                                 centreOf(last - 1, 1).y())));
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, centreOf(0, 1));
    QVERIFY(!(target() == before));
    for (Index query = 0; query <= last; ++query)
        QVERIFY2(target().at(query, 1) > 0, qPrintable(QString::number(query)));
    QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(target() == before);
}

/// Ctrl+Z takes back strokes as long as there are any, and then what was edited before.
void TestPaintPage::a_row_of_strokes_is_undone_by_keys() {
    m_window->workspace().document().edit(QStringLiteral("new seed"),
                                          withSeed(experiment(), experiment().seed + 1));
    m_window->settle();
    const PaintTarget before = target();
    stroke({0, 0}, {0, 0});
    stroke({1, 1}, {1, 1});
    view().setFocus();
    const Experiment edited = experiment();
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(target() == before);
    QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier); // the pattern
    QCOMPARE(target().paintedRows(), Index{0});
    QVERIFY(experiment() == edited);
    QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
    m_window->settle();
    QVERIFY(!(experiment() == edited));
}

void TestPaintPage::a_refused_field_keeps_its_mark_until_it_is_right() {
    const auto type = [this](const QString& name, const QString& text) {
        for (auto* box : m_window->findChildren<QAbstractSpinBox*>()) {
            if (box->accessibleName() != name)
                continue;
            box->selectAll();
            QTest::keyClicks(box, text);
            QTest::keyClick(box, Qt::Key_Return);
            m_window->settle();
            return qobject_cast<FieldRow*>(box->parentWidget());
        }
        return static_cast<FieldRow*>(nullptr);
    };
    const FieldRow* const width =
        type(QStringLiteral("Features of the head"), QStringLiteral("abc"));
    QVERIFY(width && width->hasError());
    QVERIFY(type(QStringLiteral("Steps of each start"), QStringLiteral("500")));
    QVERIFY(m_window->page<PaintPage>().session().scene().options.steps == 500);
    QVERIFY(width->hasError());
    type(QStringLiteral("Features of the head"), QStringLiteral("2"));
    QVERIFY(!width->hasError());
}

void TestPaintPage::so_it_is_from_the_buttons_beside_it() {
    m_window->workspace().document().edit(QStringLiteral("new seed"),
                                          withSeed(experiment(), experiment().seed + 1));
    m_window->settle();
    const PaintTarget before = target();
    stroke({0, 0}, {0, 0});
    m_window->activateWindow();
    QAbstractButton* const start = button(QStringLiteral("Start"));
    QVERIFY(start);
    start->setFocus();
    const Experiment edited = experiment();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Z, Qt::ControlModifier);
    m_window->settle();
    QVERIFY(target() == before);
    QVERIFY(experiment() == edited);
    start->setFocus();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    m_window->settle();
    QVERIFY(!(target() == before));
    QVERIFY(experiment() == edited);
}

void TestPaintPage::the_pair_that_is_forbidden_is_the_marked_one() {
    m_window->workspace().lock(PanelCell{0, 9, 0}); // asked about in Heads
    m_window->settle();
    page().session().setAsked(PaintCell{4, 5});
    view().setFocus();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_M);
    m_window->settle();
    const Trace& trace = *m_window->workspace().scene().trace;
    const TraceStep* const may = trace.find(TensorName::MayAttend);
    QVERIFY(may);
    for (Index query = 0; query < 10; ++query) {
        for (Index key = 0; key < 10; ++key)
            QCOMPARE(slicesOf(trace, TensorName::MayAttend, 0).front().matrix(query, key) != 0,
                     query != 4 || key != 5);
    }
}

void TestPaintPage::a_stroke_that_is_undone_leaves_the_mask() {
    stroke({4, 2}, {4, 2});
    QVERIFY(target().at(4, 2) > 0);
    stroke({4, 6}, {4, 6});
    QCOMPARE(target().at(4, 2), 0.0F);
    page().session().setAsked(PaintCell{4, 2});
    view().setFocus();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_M);
    m_window->settle();
    QVERIFY(!target().allows(4, 2));
    page().session().undo(); // of a stroke from before the mask
    m_window->settle();
    QVERIFY(!target().allows(4, 2));
    QCOMPARE(target().at(4, 2), 0.0F);
    page().session().redo();
    m_window->settle();
    QVERIFY(!target().allows(4, 2));
    QVERIFY(target().at(4, 6) > 0);
}

void TestPaintPage::keys_walk_and_paint() {
    page().session().setAsked(PaintCell{0, 0});
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Down);
    QTest::keyClick(&view(), Qt::Key_Right);
    QVERIFY((scene().asked == PaintCell{1, 1}));
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(target().at(1, 1), 1.0F);
    QTest::keyClick(&view(), Qt::Key_R);
    QVERIFY(std::fabs(target().at(1, 7) - 0.1F) < 1e-6F);
    QTest::keyClick(&view(), Qt::Key_Delete);
    QCOMPARE(target().at(1, 1), 0.0F);
    QVERIFY(std::fabs(target().rowSum(1) - 1) < 1e-6);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(&view(), Qt::Key_Up);
    QVERIFY((scene().asked == PaintCell{0, 1}));
    m_window->settle();
    // Readers of the screen hear the cell.
    QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(heard->text(QAccessible::Description).contains(QStringLiteral("请")));
}

void TestPaintPage::the_right_button_erases_and_alt_picks_up() {
    stroke({0, 4}, {0, 4}, Qt::RightButton);
    QVERIFY(!target().isPainted(0));
    PaintTools tools = scene().tools;
    tools.weight = 0.4;
    tools.brush = PaintBrush::Erase;
    page().session().setTools(tools);
    QTest::mouseClick(&view(), Qt::LeftButton, Qt::AltModifier, centreOf(1, 2));
    QCOMPARE(scene().tools.weight, 1.0);
    QCOMPARE(scene().tools.brush, PaintBrush::Paint);
    m_window->settle();
}

void TestPaintPage::masked_cells_take_no_stroke() {
    open(withCausal(findExample("ticket")->make(), true));
    QVERIFY(!target().allows(0, 4));
    QVERIFY(!target().isPainted(0)); // 我 → 我 lies ahead
    const PaintTarget before = target();
    const std::size_t strokes = page().session().strokes();
    stroke({0, 5}, {0, 9});
    QVERIFY(target() == before);
    QCOMPARE(page().session().strokes(), strokes);
    QVERIFY(cellSentence(scene(), {0, 5}).contains(QStringLiteral("masked")));
}

void TestPaintPage::rows_stay_at_one_if_wanted() {
    PaintTools tools = scene().tools;
    tools.weight = 0.25;
    tools.keepRowsAtOne = false;
    page().session().setTools(tools);
    stroke({2, 0}, {2, 0});
    QVERIFY(std::fabs(target().rowSum(2) - 1.25) < 1e-6);
    tools.keepRowsAtOne = true;
    page().session().setTools(tools);
    QVERIFY(std::fabs(target().rowSum(2) - 1) < 1e-6);
    QCOMPARE(target().at(2, 0), 0.2F);
    m_window->settle();
}

void TestPaintPage::nothing_painted_is_said() {
    page().session().setTarget(emptyTarget(10, 10));
    m_window->settle();
    QCOMPARE(target().paintedRows(), Index{0});
    // What was found before was another painting.
    QVERIFY(!scene().fit);
    QCOMPARE(verdictTitle(scene()), QStringLiteral("Nothing is painted"));
    QVERIFY(paintReasons(scene()).empty());
    page().session().start(); // nothing to look for, and nothing happens
    m_window->settle();
    QVERIFY(!scene().isBusy);
    stroke({4, 4}, {4, 4});
    QCOMPARE(scene().fit->problem.target.paintedRows(), Index{1});
}

void TestPaintPage::another_width_is_looked_up_or_searched() {
    const auto known = scene().byKeyDim.at(3);
    FitOptions options = scene().options;
    options.keyDim = 3;
    page().session().setOptions(options);
    QVERIFY(scene().fit == known); // at once
    m_window->settle();
    QVERIFY(!scene().plane);
    options.starts = 3; // another way of searching: all of it is new
    page().session().setOptions(options);
    m_window->settle();
    QCOMPARE(scene().fit->options.starts, Index{3});
    QCOMPARE(scene().byKeyDim.size(), std::size_t{4});
}

void TestPaintPage::the_playhead_shows_that_step() {
    const auto& history = scene().fit->descents.history;
    const auto record = history.size() / 2;
    page().session().setRecord(record);
    QCOMPARE(scene().step(), history[record].step);
    QVERIFY(scene().weights == rounded(history[record].weights));
    QVERIFY(std::fabs(scene().now.bits - history[record].bits) < 1e-3);
    QVERIFY(scene().now.bits > scene().fit->head.bits);
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_BracketRight);
    QCOMPARE(scene().record, record + 1);
    QTest::keyClick(&view(), Qt::Key_BracketLeft);
    QTest::keyClick(&view(), Qt::Key_BracketLeft);
    QCOMPARE(scene().record, record - 1);
    // Dragged in the plot it goes to the nearest recorded step.
    DescentPlot* plot = view().plot();
    QTest::mouseClick(plot, Qt::LeftButton, {},
                      QPoint(static_cast<int>(plot->placeOf(100)) + 1, plot->height() / 2));
    QCOMPARE(scene().step(), Index{100});
    page().session().setRecord(1'000'000);
    QCOMPARE(scene().record, history.size() - 1);
}

void TestPaintPage::verdicts_are_what_core_knows() {
    const auto title = [this](Index keyDim) {
        FitOptions options = scene().options;
        options.keyDim = keyDim;
        page().session().setOptions(options);
        m_window->settle();
        return verdictTitle(scene());
    };
    QCOMPARE(title(1), QStringLiteral("Cannot with d_{k} = 1, by proof"));
    QCOMPARE(title(2), QStringLiteral("Not found with d_{k} = 2"));
    QCOMPARE(title(4), QStringLiteral("No, not with d_{k} = 4"));
    QCOMPARE(verdictSource(scene()), QStringLiteral("Exact: computed to the optimum"));
    const QString said = page().findings().text();
    QVERIFY2(said.contains(QStringLiteral("我 (1), 我 (5) are twins")), qPrintable(said));
    QVERIFY(said.contains(QStringLiteral("7 different keys")));
    QVERIFY(said.contains(QStringLiteral("none comes below 0.30")));
    page().session().setPositions(true);
    page().session().setTarget(presetTarget(paintPresets()[0], 10, 10, target().mayAttend));
    m_window->settle();
    QCOMPARE(verdictTitle(scene()), QStringLiteral("Yes, with d_{k} = 4"));
    QVERIFY(!page().findings().text().contains(QStringLiteral("twins")));
}

void TestPaintPage::positions_change_the_inputs() {
    const Tensor before = scene().problem->queryInput;
    const PaintTarget painted = target();
    page().session().setPositions(true);
    m_window->settle();
    QVERIFY(!(scene().problem->queryInput == before));
    QVERIFY(target() == painted);
    // Both values are known whichever is chosen.
    QVERIFY(std::fabs(scene().limitWithPositions.value_or(0) - 0.68575) < 1e-4);
    QVERIFY(std::fabs(scene().limitWithout.value_or(0) - 0.3) < 1e-4);
    QVERIFY(std::fabs(scene().fit->limits.optimum.bits - 0.68575) < 1e-4);
    page().session().setPositions(false);
    m_window->settle();
    QVERIFY(scene().problem->queryInput == before);
}

void TestPaintPage::a_painting_that_no_head_has_is_asked_about() {
    open(findExample("ticket")->make(), 2, 400, false);
    QCOMPARE(page().unsaved(), QString()); // nobody painted
    page().session().paintCell({0, 0}, PaintBrush::Paint);
    m_window->settle();
    QVERIFY(page().unsaved().contains(QStringLiteral("looked for yet")));
    page().session().start();
    m_window->settle();
    QVERIFY(page().unsaved().contains(QStringLiteral("were found")));
    {
        const testing::AnswerDialog stay(QStringLiteral("Cancel"));
        QVERIFY(!m_window->close());
        QCOMPARE(stay.seen(), QStringLiteral("Not taken over"));
    }
    QTest::mouseClick(button(QStringLiteral("Use these weights")), Qt::LeftButton);
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    page().session().undo();
    m_window->settle();
    QCOMPARE(page().unsaved(), QString()); // as it was found
}

void TestPaintPage::an_edit_elsewhere_leaves_the_painting() {
    page().session().paintCell({0, 0}, PaintBrush::Paint);
    m_window->settle();
    const PaintTarget painted = target();
    m_window->showPage("heads");
    m_window->settle();
    Document& document = m_window->workspace().document();
    document.edit(QStringLiteral("elsewhere"),
                  *withCell(experiment(), TensorName::QueryInput, {0, 2, 1}, 0.5F));
    m_window->settle();
    QVERIFY(!page().unsaved().isEmpty());
    m_window->showPage("paint");
    m_window->settle();
    QVERIFY(target() == painted);
    QVERIFY(scene().canUndo);
    // Another number of tokens takes the strokes' undo, and not what was painted.
    document.edit(QStringLiteral("fewer"),
                  *withTokens(experiment(), TokenSide::Query, 0, {"a", "b", "c", "d"}));
    m_window->settle();
    QVERIFY(!scene().canUndo);
    QVERIFY(!page().unsaved().isEmpty());
    QCOMPARE(target().weights[0], painted.weights[0]);
}

void TestPaintPage::weights_that_were_undone_are_asked_about_again() {
    page().session().paintCell({0, 0}, PaintBrush::Paint);
    m_window->settle();
    QTest::mouseClick(button(QStringLiteral("Use these weights")), Qt::LeftButton);
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    Document& document = m_window->workspace().document();
    document.undoStack().undo();
    m_window->settle();
    QVERIFY(!page().unsaved().isEmpty());
    document.undoStack().redo();
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    // Another number of the experiment is no matter, nor a mask that takes cells away.
    document.edit(QStringLiteral("elsewhere"),
                  *withCell(experiment(), TensorName::QueryInput, {0, 2, 1}, 0.5F));
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    document.edit(QStringLiteral("causal"), withCausal(experiment(), true));
    m_window->settle();
    QCOMPARE(page().unsaved(), QString());
    // Another stroke is.
    page().session().paintCell({3, 1}, PaintBrush::Paint);
    m_window->settle();
    QVERIFY(!page().unsaved().isEmpty());
}

/// One step to undo; the head then shows what was promised, and no other head changes.
void TestPaintPage::weights_come_into_the_experiment_and_out() {
    FitOptions options = scene().options;
    options.largestWeight = 8; // float32 scores stay exact enough to compare
    page().session().setOptions(options);
    m_window->settle();
    const Experiment before = experiment();
    const std::vector<double> promised = scene().now.attention;
    const Tensor others = m_window->workspace()
                              .scene()
                              .trace->find(TensorName::AttentionWeights)
                              ->result.contiguous();
    QTest::mouseClick(button(QStringLiteral("Use these weights")), Qt::LeftButton);
    m_window->settle();
    QVERIFY(!(experiment() == before));
    const Tensor weights = m_window->workspace()
                               .scene()
                               .trace->find(TensorName::AttentionWeights)
                               ->result.contiguous();
    for (Index query = 0; query < 10; ++query) {
        for (Index key = 0; key < 10; ++key) {
            const double is = static_cast<double>(weights(0, 0, query, key));
            QVERIFY(std::fabs(is - promised[static_cast<std::size_t>(query * 10 + key)]) < 1e-3);
            for (const Index head : {1, 2, 3})
                QCOMPARE(weights(0, head, query, key), others(0, head, query, key));
        }
    }
    QVERIFY(page().isShown());
    QVERIFY(target() == ticketRelations()); // the painting is still there
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    QVERIFY(experiment() == before);
}

void TestPaintPage::a_search_is_cancelled() {
    FitOptions options = scene().options;
    options.starts = 100;
    options.steps = 100000;
    page().session().setOptions(options);
    QVERIFY(scene().isBusy);
    QVERIFY(button(QStringLiteral("Cancel")));
    QElapsedTimer timer;
    timer.start();
    QTest::mouseClick(button(QStringLiteral("Cancel")), Qt::LeftButton);
    QVERIFY(!scene().isBusy);
    QVERIFY(button(QStringLiteral("Start")));
    m_window->settle();
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(scene().fit); // what was found before is still shown
}

/// What was searched for fits neither the tokens nor the widths that are there now.
void TestPaintPage::another_problem_ends_a_search() {
    FitOptions options = scene().options;
    options.starts = 20;
    options.steps = 20000;
    page().session().setOptions(options);
    QVERIFY(scene().isBusy);
    page().session().setTarget(emptyTarget(10, 10)); // nothing is searched for it
    const Result<Experiment> wider = withModelDim(experiment(), 12);
    QVERIFY(wider.ok());
    m_window->workspace().document().edit(QStringLiteral("width"), *wider);
    m_window->settle();
    QVERIFY(!scene().isBusy);
    QCOMPARE(scene().problem->queryWidth(), Index{12});
    QVERIFY(!scene().fit);
}

/// While the search for other tokens runs, nothing of the sentence before is drawn.
void TestPaintPage::other_tokens_show_nothing_of_those_before() {
    page().session().setAsked(PaintCell{9, 9});
    bool fits = true;
    int announced = 0;
    connect(&page().session(), &PaintSession::sceneChanged, this, [&] {
        const std::size_t shown = scene().now.attention.size();
        const Index queries = target().queries;
        const Index keys = target().keys;
        fits = fits && (shown == 0 || shown == static_cast<std::size_t>(queries * keys));
        const std::optional<PaintCell> asked = scene().asked;
        fits = fits && (!asked || (asked->query < queries && asked->key < keys));
        ++announced;
    });
    for (const std::size_t count : {12, 16, 3}) {
        const TokenList tokens(count, "word");
        const Result<Experiment> other = withTokens(experiment(), TokenSide::Query, 0, tokens);
        QVERIFY(other.ok());
        m_window->workspace().document().edit(QStringLiteral("tokens"), *other);
        m_window->settle();
        QCOMPARE(target().queries, static_cast<Index>(count));
        QVERIFY(fits);
    }
    QVERIFY(announced > 3);
    disconnect(&page().session(), nullptr, this, nullptr);
}

void TestPaintPage::hidden_it_searches_nothing() {
    m_window->showPage("heads");
    QVERIFY(!page().isShown());
    const auto fit = scene().fit;
    m_window->workspace().document().edit(
        QStringLiteral("cell"), *withCell(experiment(), TensorName::QueryInput, {0, 0, 0}, 3));
    m_window->settle();
    QVERIFY(!scene().isBusy);
    QVERIFY(scene().fit == nullptr || scene().fit == fit);
    m_window->showPage("paint");
    m_window->settle();
    QVERIFY(scene().fit && scene().fit != fit);
    QCOMPARE(scene().problem->queryInput(0, 0), 3.0F);
    QVERIFY(target() == ticketRelations());
}

void TestPaintPage::another_example_begins_anew() {
    stroke({0, 0}, {0, 0});
    m_window->workspace().document().begin(QStringLiteral("cross"), findExample("cross")->make());
    m_window->settle();
    m_window->showPage("paint");
    m_window->settle();
    QCOMPARE(target().queries, Index{2});
    QCOMPARE(target().keys, Index{3});
    QVERIFY(!scene().canUndo);
    QCOMPARE(scene().keyLabels.size(), qsizetype{3});
    QVERIFY(!scene().fit); // what it is for is said again
}

void TestPaintPage::a_stack_has_no_such_page() {
    open(findExample("stack")->make());
    QVERIFY(!page().isShown());
    QVERIFY(!page().available(m_window->workspace().scene()).ok());
    QVERIFY(!scene().problem);
}

void TestPaintPage::every_size_and_language_is_laid_out_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("chinese");
    QTest::addColumn<bool>("dark");
    for (const char* example : {"ticket", "causal-padding", "cross", "one-row", "fully-masked"}) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768), QSize(720, 520)}) {
            for (const bool chinese : {false, true})
                QTest::addRow("%s_%d_%s", example, size.width(), chinese ? "zh" : "en")
                    << QString::fromLatin1(example) << size << chinese << chinese;
        }
    }
}

/// Nothing covers anything else, and all of it lies in the view.
void TestPaintPage::every_size_and_language_is_laid_out() {
    QFETCH(const QString, example);
    QFETCH(const QSize, size);
    QFETCH(const bool, chinese);
    QFETCH(const bool, dark);
    open(findExample(example.toStdString())->make());
    m_window->findChild<Appearance*>()->setTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_window->setLanguage(chinese ? Language::Chinese : Language::English);
    m_window->resize(size);
    m_window->settle();
    QVERIFY(!m_window->grab().isNull());
    // No label of a preset is cut short.
    for (const QToolButton* preset : page().panel().findChildren<QToolButton*>()) {
        if (preset->toolButtonStyle() != Qt::ToolButtonTextUnderIcon || !preset->isVisible())
            continue;
        QVERIFY2(QFontMetrics(preset->font()).horizontalAdvance(preset->text()) + 4 <=
                     preset->width(),
                 qPrintable(preset->text()));
        QVERIFY(preset->font().pixelSize() >= 9);
    }
    for (const QPushButton* button : page().panel().findChildren<QPushButton*>()) {
        if (button->isVisible())
            QCOMPARE(button->visibleRegion().boundingRect(), button->rect());
    }
    const PaintGeometry& at = view().geometryNow();
    std::vector<QRectF> parts = {at.rowLabels, at.curves};
    parts.insert(parts.end(), at.matrices.begin(), at.matrices.end());
    parts.insert(parts.end(), at.bars.begin(), at.bars.end());
    parts.insert(parts.end(), at.titles.begin(), at.titles.end());
    for (const QRectF& rect : at.weights) {
        if (!rect.isEmpty())
            parts.push_back(rect);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QVERIFY2(QRectF(view().rect()).adjusted(-1, -1, 1, 1).contains(parts[i]),
                 qPrintable(QStringLiteral("part %1").arg(i)));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(!parts[i].adjusted(1, 1, -1, -1).intersects(parts[j].adjusted(1, 1, -1, -1)),
                     qPrintable(QStringLiteral("parts %1 and %2").arg(i).arg(j)));
    }
    m_window->setLanguage(Language::English);
}

void TestPaintPage::steps_stand_on_a_logarithmic_axis() {
    DescentPlot plot;
    plot.resize(500, 240);
    DescentCurves curves;
    DescentCurves::Curve curve;
    curve.main = true;
    curve.steps = {0, 1, 10, 100, 1000};
    curve.values = {4, 3, 2, 1, 0.5};
    curves.curves = {curve};
    plot.setCurves(curves);
    const double decade = plot.placeOf(100) - plot.placeOf(10);
    QVERIFY(decade > 20);
    QVERIFY(std::fabs(plot.placeOf(1000) - plot.placeOf(100) - decade) < 1e-9);
    QVERIFY(plot.placeOf(0) < plot.placeOf(1));
    QCOMPARE(plot.nearestTo(-100), 0);
    QCOMPARE(plot.nearestTo(plot.placeOf(10) + decade * 0.4), 2);
    QCOMPARE(plot.nearestTo(1e9), 4);
    plot.setCurves({});
    QCOMPARE(plot.nearestTo(10), -1);
}

HEADSCOPE_TEST(TestPaintPage, QApplication)
#include "test_paint_page.moc"
