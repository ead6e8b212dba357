// SPDX-License-Identifier: GPL-3.0-or-later
// Presentation mode, and every key of the menus in it and outside: by events that
// arrive at the window as the platform sends them.
#include "controls/segmented_control.h"
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "inspector/derivation/derivation.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/lines/lines_page.h"
#include "pages/lines/lines_view.h"
#include "pages/paint/paint_page.h"
#include "pages/paint/paint_view.h"
#include "pages/shapes/shapes_page.h"
#include "pages/steps/steps_canvas.h"
#include "pages/steps/steps_page.h"
#include "pages/steps/steps_view.h"
#include "pages/train/train_page.h"
#include "pages/train/train_view.h"
#include "plots/matrix_plot.h"
#include "support/answer_dialog.h"
#include "support/derivation.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/actions.h"
#include "window/frame/page_stack.h"
#include "window/frame/side_panel.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window/presentation/black_screen.h"
#include "window/presentation/prepared_views_dialog.h"
#include "window/presentation/presentation.h"
#include "window/presentation/projector.h"
#include "window/screen_room.h"
#include "window/style.h"
#include "words/numbers/number_format.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QScreen>
#include <QTemporaryDir>
#include <QTimer>
#include <QUndoStack>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace headscope;
using namespace headscope::testing;

class TestPresentation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup() { m_window.reset(); }
    void every_key_of_the_menus_works_data();
    void every_key_of_the_menus_works();
    void f11_enters_and_leaves();
    void escape_releases_the_lock_then_leaves_data();
    void escape_releases_the_lock_then_leaves();
    void the_window_comes_back_as_it_was_data();
    void the_window_comes_back_as_it_was();
    void a_panel_that_was_unfolded_in_a_narrow_window_stays_unfolded();
    void the_menu_says_which_sides_are_folded();
    void the_saved_geometry_is_that_of_the_window();
    void a_hint_says_how_to_leave();
    void a_training_is_started_and_stepped();
    void b_blacks_the_screen_until_a_key_or_a_click();
    void prepared_views_are_walked_through_data();
    void prepared_views_are_walked_through();
    void a_view_of_shapes_and_of_a_comparison_is_found_again();
    void a_view_of_shapes_keeps_its_way();
    void a_file_opens_on_the_view_with_which_it_was_saved();
    void the_list_of_views_is_arranged_and_undone();
    void without_a_walk_its_keys_are_those_of_the_page();
    void the_picture_is_as_high_as_the_screen_data();
    void the_picture_is_as_high_as_the_screen();
    void pictures_of_other_pages_grow_data();
    void pictures_of_other_pages_grow();
    void every_stop_of_a_step_can_be_read_data();
    void every_stop_of_a_step_can_be_read();
    void every_text_can_be_read_from_the_last_row_data();
    void every_text_can_be_read_from_the_last_row();
    void no_text_of_a_page_lies_on_another_data();
    void no_text_of_a_page_lies_on_another();
    void tokens_that_are_their_places_are_written();
    void twelve_small_heads_keep_their_numbers();
    void rows_say_that_they_sum_to_one();
    void the_projector_shows_the_page_of_the_window();
    void keys_of_the_menus_work_on_the_projector();
    void prepared_views_are_walked_through_on_the_projector_data();
    void prepared_views_are_walked_through_on_the_projector();
    void the_sentence_says_what_the_inspector_says();
    void the_sentence_knows_scores_and_masks();
    void the_spotlight_leaves_the_asked_row_and_column();
    void a_pointer_that_rests_goes();
    void rectangles_fit_into_the_room_data();
    void rectangles_fit_into_the_room();
    void a_window_opens_within_its_screen_data();
    void a_window_opens_within_its_screen();

private:
    void open(const Preferences& preferences = {});
    void showWindow();
    void press(QKeyCombination key);
    /// Steps has its sentence and its code line.
    void sayWhatAWindowSays(const std::vector<WrittenText>& texts);
    bool presents() const { return m_window->workspace().display().presentation; }

    std::unique_ptr<MainWindow> m_window;
};

void TestPresentation::initTestCase() {
    dressAsTheProgram();
}

void TestPresentation::open(const Preferences& preferences) {
    useLanguage(Language::English);
    m_window = std::make_unique<MainWindow>(findExample("encoder-decoder")->make(), preferences);
    m_window->setRemembering(false);
}

void TestPresentation::showWindow() {
    open();
    m_window->resize(1200, 760);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->settle();
}

void TestPresentation::press(QKeyCombination key) {
    QTest::keyClick(m_window->windowHandle(), key.key(), key.keyboardModifiers());
    m_window->settle();
}

void TestPresentation::every_key_of_the_menus_works_data() {
    QTest::addColumn<QKeySequence>("keys");
    QTest::addColumn<bool>("presentation");
    open();
    for (const QAction* action : m_window->findChildren<QAction*>()) {
        for (const QKeySequence& keys : action->shortcuts()) {
            const QString name = keys.toString();
            QTest::newRow(qPrintable(name)) << keys << false;
            QTest::newRow(qPrintable(name + QStringLiteral(" while presenting"))) << keys << true;
        }
    }
    m_window.reset();
}

void TestPresentation::every_key_of_the_menus_works() {
    QFETCH(QKeySequence, keys);
    QFETCH(bool, presentation);
    showWindow();
    // So that there is something to reload, to undo and to redo.
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.headscope"));
    QVERIFY(writeFileAtomically(path.toStdString(),
                                experimentToJson(m_window->workspace().experiment()))
                .ok());
    QVERIFY(m_window->openFile(path));
    Document& document = m_window->workspace().document();
    for (const bool causal : {false, true})
        document.edit(QStringLiteral("mask"),
                      withCausal(m_window->workspace().experiment(), causal));
    document.undoStack().undo();
    m_window->settle();
    m_window->setPresentation(presentation);
    m_window->settle();
    QCOMPARE(m_window->menuBar()->isVisible(), !presentation);
    QAction* action = nullptr;
    for (QAction* each : m_window->findChildren<QAction*>()) {
        if (each->shortcuts().contains(keys))
            action = each;
    }
    QVERIFY(action);
    if (!action->isEnabled()) { // Paint has something to show of plain attention alone
        document.edit(QStringLiteral("plain attention"), findExample("ticket")->make());
        document.edit(QStringLiteral("mask"), withCausal(m_window->workspace().experiment(), true));
        document.undoStack().undo();
        m_window->settle();
    }
    if (!action->isEnabled()) // of trained models alone
        openCarriedModel(*m_window);
    QVERIFY2(action->isEnabled(), qPrintable(action->text()));
    QSignalSpy triggered(action, &QAction::triggered);
    // Dialogs run a loop of their own.
    QTimer closer;
    connect(&closer, &QTimer::timeout, [] {
        if (QWidget* dialog = QApplication::activeModalWidget())
            dialog->close();
    });
    closer.start(10);
    press(keys[0]);
    QCOMPARE(triggered.count(), 1);
}

void TestPresentation::f11_enters_and_leaves() {
    showWindow();
    press(Qt::Key_F11);
    QVERIFY(presents());
    QVERIFY(m_window->isFullScreen());
    QVERIFY(!m_window->menuBar()->isVisible());
    press(Qt::ALT | Qt::Key_3);
    QVERIFY(m_window->page<ShapesPage>().session().scene().model);
    QVERIFY(!m_window->page<HeadsPage>().heads().isVisible());
    press(Qt::Key_F11);
    QVERIFY(!presents());
    QVERIFY(!m_window->isFullScreen());
    QVERIFY(m_window->menuBar()->isVisible());
}

void TestPresentation::escape_releases_the_lock_then_leaves_data() {
    QTest::addColumn<bool>("shapes");
    QTest::newRow("heads") << false;
    QTest::newRow("shapes") << true;
}

void TestPresentation::escape_releases_the_lock_then_leaves() {
    QFETCH(bool, shapes);
    showWindow();
    if (shapes)
        press(Qt::ALT | Qt::Key_3);
    press(Qt::Key_F11);
    press(Qt::Key_2); // one head alone holds nothing up
    const auto locked = [&] {
        return shapes ? m_window->page<ShapesPage>().session().scene().elementLocked
                      : m_window->workspace().selection().locked.has_value();
    };
    if (shapes)
        m_window->page<ShapesPage>().session().lock(3);
    else
        m_window->workspace().lock(PanelCell{1, 2, 1});
    m_window->settle();
    QVERIFY(locked());
    press(Qt::Key_Escape);
    QVERIFY(!locked());
    QVERIFY(presents());
    press(Qt::Key_Escape);
    QVERIFY(!presents());
}

void TestPresentation::the_window_comes_back_as_it_was_data() {
    QTest::addColumn<bool>("maximized");
    QTest::addColumn<QKeyCombination>("leave");
    QTest::newRow("normal, F11") << false << QKeyCombination(Qt::Key_F11);
    QTest::newRow("normal, Esc") << false << QKeyCombination(Qt::Key_Escape);
    QTest::newRow("maximized, F11") << true << QKeyCombination(Qt::Key_F11);
    QTest::newRow("maximized, Esc") << true << QKeyCombination(Qt::Key_Escape);
}

void TestPresentation::the_window_comes_back_as_it_was() {
    QFETCH(bool, maximized);
    QFETCH(QKeyCombination, leave);
    showWindow();
    if (maximized)
        m_window->showMaximized();
    m_window->settle();
    const QRect geometry = m_window->geometry();
    const QRect normal = m_window->normalGeometry();
    press(Qt::Key_F11);
    QVERIFY(m_window->isFullScreen());
    press(leave);
    QCOMPARE(m_window->isMaximized(), maximized);
    QVERIFY(!m_window->isFullScreen());
    QCOMPARE(m_window->geometry(), geometry);
    QCOMPARE(m_window->normalGeometry(), normal);
}

void TestPresentation::a_panel_that_was_unfolded_in_a_narrow_window_stays_unfolded() {
    showWindow();
    m_window->resize(740, 560);
    m_window->settle();
    QAbstractButton* unfold = nullptr;
    for (QAbstractButton* button : m_window->findChildren<QAbstractButton*>()) {
        if (button->accessibleName() == QStringLiteral("Unfold: Setup"))
            unfold = button;
    }
    QVERIFY(unfold);
    QTest::mouseClick(unfold, Qt::LeftButton);
    m_window->settle();
    const int open = m_window->page<HeadsPage>().heads().width();
    press(Qt::Key_F11);
    m_window->resize(1100, 800); // a projector
    m_window->settle();
    press(Qt::Key_F11);
    m_window->resize(740, 560);
    m_window->settle();
    QCOMPARE(m_window->page<HeadsPage>().heads().width(), open);
}

void TestPresentation::the_menu_says_which_sides_are_folded() {
    showWindow();
    const Actions& actions = *m_window->findChild<Actions*>();
    const auto folded = [&] {
        const QList<SidePanel*> sides = m_window->findChildren<SidePanel*>();
        return std::ranges::count_if(sides, [](const SidePanel* side) { return side->isFolded(); });
    };
    QVERIFY(actions.foldSetup->isChecked() && actions.foldInspector->isChecked());
    m_window->resize(740, 560); // nobody chose that
    m_window->settle();
    QCOMPARE(folded(), 2);
    QVERIFY(!actions.foldSetup->isChecked() && !actions.foldInspector->isChecked());
    press(Qt::Key_F9); // one press is enough
    QCOMPARE(folded(), 1);
    QVERIFY(actions.foldSetup->isChecked());
    press(Qt::Key_F9);
    QCOMPARE(folded(), 2);
    m_window->resize(1440, 900);
    m_window->settle();
    QCOMPARE(folded(), 1);
    QVERIFY(!actions.foldSetup->isChecked() && actions.foldInspector->isChecked());
}

void TestPresentation::the_saved_geometry_is_that_of_the_window() {
    showWindow();
    const QByteArray before = m_window->saveGeometry();
    m_window->setRemembering(true);
    press(Qt::Key_F11);
    m_window->close();
    QCOMPARE(loadPreferences().geometry, before);
}

void TestPresentation::a_hint_says_how_to_leave() {
    showWindow();
    const QLabel& hint = m_window->findChild<Presentation*>()->hint();
    QVERIFY(!hint.isVisible());
    press(Qt::Key_F11);
    QVERIFY(hint.isVisible());
    QVERIFY(hint.text().contains(QStringLiteral("F11")) &&
            hint.text().contains(QStringLiteral("Esc")));
    QVERIFY(m_window->rect().contains(hint.geometry()));
    // Over nothing: the picture ends above it.
    const QWidget& pages = m_window->pages();
    QVERIFY(pages.mapTo(m_window.get(), pages.rect().bottomLeft()).y() < hint.geometry().top());
    press(Qt::Key_F11);
    QVERIFY(!hint.isVisible());
    press(Qt::Key_F11);
    QTRY_VERIFY_WITH_TIMEOUT(!hint.isVisible(), 20000); // goes by itself
    QVERIFY(presents());
}

void TestPresentation::a_training_is_started_and_stepped() {
    showWindow();
    press(Qt::Key_F11);
    m_window->showPage("train");
    m_window->settle();
    const QLabel& hint = m_window->findChild<Presentation*>()->hint();
    QVERIFY2(hint.text().contains(QStringLiteral("S: start")), qPrintable(hint.text()));
    const TrainPage& page = m_window->page<TrainPage>();
    QTRY_VERIFY(!page.training().isEmpty());
    const auto done = [&] { return page.training().moment.stepsDone; };
    const Index before = done();
    press(Qt::Key_Return);
    QTRY_COMPARE(done(), before + 1);
    press(Qt::Key_S);
    QTRY_VERIFY(done() > before + 1);
    m_window->page<TrainPage>().controller().pause();
    m_window->settle();
}

void TestPresentation::b_blacks_the_screen_until_a_key_or_a_click() {
    showWindow();
    auto& black = *m_window->findChild<BlackScreen*>();
    press(Qt::Key_B); // outside the mode it is no key
    QVERIFY(!black.isVisible());
    press(Qt::Key_F11);
    const Stage stage = m_window->workspace().selection().stage;
    for (const QKeyCombination key : {QKeyCombination(Qt::Key_Left), QKeyCombination(Qt::Key_F11),
                                      QKeyCombination(Qt::Key_Escape)}) {
        press(Qt::Key_B);
        QVERIFY(black.isVisible());
        QCOMPARE(black.size(), m_window->size());
        QCOMPARE(black.grab().toImage().pixelColor(30, 30), QColor(Qt::black));
        press(key);
        QVERIFY(!black.isVisible());
        QVERIFY(presents());
        QCOMPARE(m_window->workspace().selection().stage, stage); // the key did nothing else
    }
    press(Qt::Key_B);
    QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, {}, QPoint(210, 190));
    QVERIFY(!black.isVisible());
    press(Qt::Key_Space); // the keys are those of the page again
    QVERIFY(m_window->workspace().selection().stage != stage);
}

namespace {

/// Keeps what the window shows under the proposed title, as a person does who agrees.
QString keep(MainWindow& window) {
    headscope::testing::AnswerDialog agree(QStringLiteral("OK"));
    window.findChild<Actions*>()->keepView->trigger();
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window))
        return {};
    window.settle();
    return agree.seen();
}

} // namespace

void TestPresentation::prepared_views_are_walked_through_data() {
    QTest::addColumn<bool>("presentation");
    QTest::newRow("window") << false;
    QTest::newRow("f11") << true;
}

void TestPresentation::prepared_views_are_walked_through() {
    QFETCH(bool, presentation);
    m_window = shownWindow(findExample("ticket")->make());
    Workspace& workspace = m_window->workspace();
    workspace.showStage(Stage::Weights);
    workspace.lock(PanelCell{2, 9, 7});
    m_window->settle();
    m_window->page<HeadsPage>().heads().showCells({4, 10, 3, 9});
    QVERIFY(!keep(*m_window).isEmpty());
    workspace.lock({});
    workspace.showStage(Stage::Scores);
    m_window->showPage("steps");
    m_window->settle();
    const std::optional<PanelCell> asked = workspace.selection().asked(); // and not locked
    QVERIFY(asked && !workspace.selection().locked);
    keep(*m_window);
    m_window->showPage("heads");
    workspace.showPanel(0);
    workspace.showStage(Stage::Input);
    m_window->settle();
    keep(*m_window);
    const PreparedViews views = workspace.document().views();
    QCOMPARE(views.size(), std::size_t{3});
    QVERIFY(!views[0].title.empty() && views[0].title != views[1].title);
    const std::uint64_t revision = workspace.document().revision();
    if (presentation)
        press(Qt::Key_F11);
    press(Qt::Key_F6);
    const auto isFirst = [&] {
        const Selection& selection = workspace.selection();
        const auto seen = m_window->page<HeadsPage>().controls().seen;
        return selection.stage == Stage::Weights && selection.panel == 2 &&
               selection.locked == PanelCell{2, 9, 7} && m_window->pages().id() == "heads" &&
               seen && seen->firstRow <= 4 && seen->endRow == 10 && seen->firstColumn <= 3 &&
               seen->endColumn >= 9 && seen->cells() < 81;
    };
    const auto at = [&] {
        const Selection& selection = workspace.selection();
        const auto seen = m_window->page<HeadsPage>().controls().seen.value_or(CellSpan());
        return QStringLiteral("%1 %2 %3 %4-%5 %6-%7")
            .arg(QString::fromStdString(m_window->pages().id()))
            .arg(static_cast<int>(selection.stage))
            .arg(selection.panel)
            .arg(seen.firstRow)
            .arg(seen.endRow)
            .arg(seen.firstColumn)
            .arg(seen.endColumn);
    };
    QVERIFY2(isFirst(), qPrintable(at()));
    press(Qt::Key_Space);
    QCOMPARE(m_window->pages().id(), std::string("steps"));
    QCOMPARE(workspace.selection().stage, Stage::Scores);
    const std::optional<PanelCell> again = workspace.selection().asked();
    QVERIFY(again && again->row == asked->row && again->column == asked->column);
    if (presentation) {
        const QLabel& hint = m_window->findChild<Presentation*>()->hint();
        QVERIFY(hint.isVisible() && hint.text().contains(QStringLiteral("2 of 3")));
    }
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->pages().id(), std::string("heads"));
    QCOMPARE(workspace.selection().stage, Stage::Input);
    press(Qt::Key_Space); // the last one stays
    QCOMPARE(workspace.selection().stage, Stage::Input);
    press(Qt::Key_PageUp);
    press(Qt::Key_PageUp);
    QVERIFY(isFirst());
    press(Qt::Key_Escape);
    QCOMPARE(presents(), presentation);
    press(Qt::Key_Space); // the next stage again
    QVERIFY(m_window->pages().id() == "heads" && workspace.selection().stage == Stage::Context);
    QCOMPARE(workspace.document().revision(), revision);
}

void TestPresentation::a_view_of_shapes_and_of_a_comparison_is_found_again() {
    m_window = shownWindow(findExample("ticket")->make());
    Workspace& workspace = m_window->workspace();
    m_window->showPage("shapes");
    m_window->settle();
    ShapesSession& session = m_window->page<ShapesPage>().session();
    const ShapesModel& model = *session.scene().model;
    const std::size_t last = model.right.steps().size() - 1;
    session.animation().seek(model.timeline.timeOf(last, 0.5));
    m_window->settle();
    keep(*m_window);
    workspace.document().edit(QStringLiteral("mask"), withCausal(workspace.experiment(), true));
    m_window->showPage("heads");
    m_window->page<HeadsPage>().setComparing(true);
    m_window->settle();
    // Against what stood there before the edit, which no file keeps: it is pinned.
    QVERIFY(workspace.scene().compared->a.side.state.starts_with("step/"));
    keep(*m_window);
    QCOMPARE(workspace.document().pins().size(), std::size_t{1});
    QVERIFY(!workspace.document().pins()[0].source.experiment()->causal);
    m_window->page<HeadsPage>().setComparing(false);
    press(Qt::Key_F6);
    QCOMPARE(m_window->pages().id(), std::string("shapes"));
    QCOMPARE(session.scene().position().move, last);
    QVERIFY(std::abs(session.scene().position().progress - 0.5) < 0.01);
    press(Qt::Key_PageDown);
    QVERIFY(m_window->page<HeadsPage>().isComparing());
    QVERIFY(workspace.scene().compared->a.side.state.starts_with("pin/"));
    press(Qt::Key_PageUp);
    QCOMPARE(m_window->pages().id(), std::string("shapes"));
}

void TestPresentation::a_view_of_shapes_keeps_its_way() {
    m_window = shownWindow(findExample("ticket")->make());
    m_window->showPage("shapes");
    m_window->settle();
    ShapesSession& session = m_window->page<ShapesPage>().session();
    const auto keepAt = [&](LayoutPath path, bool wrong) {
        ShapesOptions options = session.options();
        options.path = path;
        options.wrongShown = wrong;
        session.setOptions(options);
        session.finish();
        const ShapesModel& model = *session.scene().model;
        session.animation().seek(model.timeline.timeOf(model.right.steps().size() - 1, 1));
        m_window->settle();
        keep(*m_window);
    };
    // W_O is the last step of both.
    keepAt(LayoutPath::SideBySide, false);
    keepAt(LayoutPath::Merge, true);
    keepAt(LayoutPath::Split, false);
    const auto isAt = [&](LayoutPath path, bool wrong) {
        QCOMPARE(session.options().path, path);
        QCOMPARE(session.options().wrongShown, wrong);
        QCOMPARE(session.scene().model->right.path(), path);
        QCOMPARE(session.scene().position().move, session.scene().model->right.steps().size() - 1);
    };
    m_window->showPage("heads");
    m_window->settle();
    press(Qt::Key_F6);
    isAt(LayoutPath::SideBySide, false);
    press(Qt::Key_PageDown);
    isAt(LayoutPath::Merge, true);
    press(Qt::Key_PageDown);
    isAt(LayoutPath::Split, false);
    press(Qt::Key_PageUp);
    press(Qt::Key_PageUp);
    isAt(LayoutPath::SideBySide, false);
}

void TestPresentation::a_file_opens_on_the_view_with_which_it_was_saved() {
    m_window = shownWindow(findExample("ticket")->make());
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.headscope"));
    m_window->workspace().showStage(Stage::Scores);
    m_window->workspace().lock(PanelCell{3, 2, 1});
    m_window->showPage("steps");
    m_window->settle();
    keep(*m_window);
    {
        headscope::testing::AnswerDialog name(path);
        m_window->findChild<Actions*>()->saveAs->trigger();
    }
    QVERIFY(QFile::exists(path));
    QVERIFY(m_window->workspace().document().isSaved());
    m_window = shownWindow(findExample("cross")->make());
    QVERIFY(m_window->openFile(path));
    m_window->settle();
    QCOMPARE(m_window->pages().id(), std::string("steps"));
    const Selection& selection = m_window->workspace().selection();
    QCOMPARE(selection.stage, Stage::Scores);
    QVERIFY((selection.locked == PanelCell{3, 2, 1}));
    QCOMPARE(m_window->workspace().document().views().size(), std::size_t{1});
    QVERIFY(m_window->workspace().document().isSaved());
}

void TestPresentation::the_list_of_views_is_arranged_and_undone() {
    m_window = shownWindow(findExample("ticket")->make());
    Document& document = m_window->workspace().document();
    PreparedViews views(3);
    for (std::size_t i = 0; i < views.size(); ++i)
        views[i].title = std::string(1, static_cast<char>('a' + i));
    document.setViews(QStringLiteral("keep"), views);
    const auto titles = [&] {
        QString all;
        for (const PreparedView& view : document.views())
            all += QString::fromStdString(view.title);
        return all;
    };
    PreparedViewsDialog dialog(document);
    const auto press = [&](const char* part) {
        for (QAbstractButton* button : dialog.findChildren<QAbstractButton*>()) {
            if (button->text().remove(u'&') == QLatin1String(part))
                button->click();
        }
        QCoreApplication::processEvents();
    };
    dialog.list().setCurrentRow(0);
    press("Down");
    QCOMPARE(titles(), QStringLiteral("bac"));
    press("Down"); // the same one
    QCOMPARE(titles(), QStringLiteral("bca"));
    dialog.list().item(1)->setText(QStringLiteral(" see  here "));
    QCoreApplication::processEvents();
    QCOMPARE(titles(), QStringLiteral("bsee herea"));
    dialog.list().setCurrentRow(0);
    press("Delete");
    QCOMPARE(titles(), QStringLiteral("see herea"));
    for (const char* before : {"bsee herea", "bca", "bac", "abc", ""}) {
        document.undoStack().undo();
        QCOMPARE(titles(), QLatin1String(before));
    }
}

void TestPresentation::without_a_walk_its_keys_are_those_of_the_page() {
    showWindow();
    Workspace& workspace = m_window->workspace();
    PreparedView view;
    view.title = "one";
    view.page = "steps";
    workspace.document().setViews(QStringLiteral("keep"), {view});
    const std::string scope = workspace.selection().scope;
    press(Qt::Key_PageUp);
    QVERIFY(workspace.selection().scope != scope); // the block before
    QVERIFY(m_window->pages().id() != "steps");
}

namespace {

/// Presentation mode on a screen of that size; the offscreen screen itself is smaller.
std::unique_ptr<MainWindow> presented(const char* example, QSize size, Language language) {
    useLanguage(language);
    auto window = std::make_unique<MainWindow>(findExample(example)->source(), lightPreferences());
    window->setRemembering(false);
    lookShortly(*window);
    window->setPresentation(true);
    window->resize(size);
    window->setAttribute(Qt::WA_DontShowOnScreen);
    window->show();
    window->settle();
    return window;
}

} // namespace

void TestPresentation::the_picture_is_as_high_as_the_screen_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("least");
    QTest::newRow("1024x768") << QSize(1024, 768) << 575.0;
    QTest::newRow("1440x900") << QSize(1440, 900) << 680.0;
    QTest::newRow("1920x1080") << QSize(1920, 1080) << 820.0;
    QTest::newRow("2560x1440") << QSize(2560, 1440) << 1095.0;
}

void TestPresentation::the_picture_is_as_high_as_the_screen() {
    QFETCH(QSize, size);
    QFETCH(double, least);
    m_window = presented("ticket", size, Language::English);
    const HeadsView& view = m_window->page<HeadsPage>().heads();
    QVERIFY(view.valuesFit());
    const QRectF matrix = view.geometryNow().matrix.bounds();
    QVERIFY2(matrix.height() >= least, qPrintable(QString::number(matrix.height())));
    QVERIFY(QRectF(view.rect()).contains(matrix));
}

void TestPresentation::pictures_of_other_pages_grow_data() {
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QSize>("size");
    for (const char* page : {"lines", "train", "paint"}) {
        for (const QSize size : {QSize(1024, 768), QSize(1440, 900), QSize(1920, 1080)})
            QTest::addRow("%s_%dx%d", page, size.width(), size.height())
                << QByteArray(page) << size;
    }
}

/// The window as it is, and the same screen in presentation mode.
void TestPresentation::pictures_of_other_pages_grow() {
    QFETCH(const QByteArray, page);
    QFETCH(const QSize, size);
    const auto picture = [&](bool presents) {
        m_window = presented("ticket-learnt", size, Language::English);
        m_window->setPresentation(presents);
        m_window->showPage(page.toStdString());
        m_window->settle();
        m_window->grab();
        QRectF room(m_window->rect());
        QSizeF seen;
        if (page == "lines")
            seen = m_window->page<LinesPage>().lines().geometryNow().lines.size();
        else if (page == "train")
            seen = m_window->page<TrainPage>().picture().shown().geometry().left.bounds().size();
        else
            seen = m_window->page<PaintPage>().painting().geometryNow().matrices[0].size();
        return seen;
    };
    const QSizeF as = picture(false);
    const QSizeF grown = picture(true);
    QVERIFY2(grown.width() * grown.height() > 1.1 * as.width() * as.height(),
             qPrintable(QStringLiteral("%1×%2, was %3×%4")
                            .arg(grown.width())
                            .arg(grown.height())
                            .arg(as.width())
                            .arg(as.height())));
}

void TestPresentation::every_stop_of_a_step_can_be_read_data() {
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Language>("language");
    for (const char* page : {"paint", "train"}) {
        for (const QSize size : {QSize(1024, 768), QSize(1920, 1080)}) {
            for (const Language language : {Language::English, Language::Chinese})
                QTest::addRow("%s_%dx%d_%s", page, size.width(), size.height(),
                              qPrintable(languageCode(language)))
                    << QByteArray(page) << size << language;
        }
    }
}

/// What is computed once is shown at every stop.
void TestPresentation::every_stop_of_a_step_can_be_read() {
    QFETCH(const QByteArray, page);
    QFETCH(const QSize, size);
    QFETCH(const Language, language);
    m_window = presented("ticket", size, language);
    m_window->showPage(page.toStdString());
    m_window->settle();
    std::vector<std::function<void()>> stops;
    if (page == "paint") {
        paintPattern(*m_window);
        for (const PaintStop stop : paintStopOrder)
            stops.push_back([=, this] { m_window->page<PaintPage>().session().setStop(stop); });
    } else {
        TrainPage& train = m_window->page<TrainPage>();
        TrainingRecipe recipe = recipeOf(TaskKind::Translate);
        recipe.steps = 80;
        train.controller().setRecipe(recipe);
        train.start();
        train.finish();
        for (const StepStop::Kind stop : {StepStop::Kind::Data, StepStop::Kind::Logits,
                                          StepStop::Kind::Loss, StepStop::Kind::Optimiser})
            stops.push_back([stop, &train] { train.controller().setStop(stop); });
    }
    const double least = 20 * m_window->workspace().display().presentedUnit();
    for (std::size_t stop = 0; stop < stops.size(); ++stop) {
        stops[stop]();
        m_window->settle();
        const std::vector<WrittenText> texts = textsOf(*m_window->centralWidget());
        const QString where = QStringLiteral("stop %1: ").arg(stop);
        QVERIFY2(texts.size() > 20, qPrintable(where));
        for (const WrittenText& text : texts)
            QVERIFY2(
                text.pixels >= least - 0.6,
                qPrintable(where + QStringLiteral("“%1” of %2").arg(text.text).arg(text.pixels)));
        const QString overlap = overlapIn(texts);
        QVERIFY2(overlap.isEmpty(), qPrintable(where + overlap));
    }
}

void TestPresentation::every_text_can_be_read_from_the_last_row_data() {
    QTest::addColumn<QByteArray>("example");
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Language>("language");
    struct Shown {
        QByteArray example, page;
        Stage stage;
    };
    const Shown all[] = {
        {"ticket", "heads", Stage::Input},       {"ticket", "heads", Stage::Projections},
        {"ticket", "heads", Stage::Scores},      {"ticket", "heads", Stage::Weights},
        {"ticket", "heads", Stage::Context},     {"stack", "heads", Stage::Weights},
        {"paper-size", "heads", Stage::Weights}, {"cross", "heads", Stage::Weights},
        {"ticket", "shapes", Stage::Weights},    {"arange", "shapes", Stage::Weights},
        {"stack", "layers", Stage::Weights},     {"encoder-decoder", "layers", Stage::Scores},
        {"ticket", "lines", Stage::Weights},     {"stack", "lines", Stage::Weights},
        {"cross", "lines", Stage::Weights},      {"ticket-learnt", "train", Stage::Weights},
        {"cat-learnt", "train", Stage::Weights}, {"ticket", "paint", Stage::Weights},
        {"cross", "paint", Stage::Weights},      {"ticket", "steps", Stage::Weights},
        {"stack", "steps", Stage::Weights},      {"ticket-learnt-en", "steps", Stage::Weights},
    };
    for (const Shown& shown : all) {
        for (const QSize size :
             {QSize(1024, 768), QSize(1440, 900), QSize(1920, 1080), QSize(2560, 1440)}) {
            for (const Language language : {Language::English, Language::Chinese})
                QTest::addRow("%s, %s, stage %d, %dx%d, %s", shown.example.constData(),
                              shown.page.constData(), static_cast<int>(shown.stage), size.width(),
                              size.height(), qPrintable(languageCode(language)))
                    << shown.example << shown.page << shown.stage << size << language;
        }
    }
}

void TestPresentation::sayWhatAWindowSays(const std::vector<WrittenText>& texts) {
    StepsView& view = *m_window->findChild<StepsView*>();
    const StepsFrame& frame = view.canvas().picture().frame;
    const QPoint origin = view.canvas().mapTo(m_window.get(), QPoint());
    const auto in = [&](const QRectF& rect) {
        const QRectF place = rect.translated(origin);
        QString all;
        for (const WrittenText& text : texts) {
            if (place.contains(text.ink.center()))
                all += text.text;
        }
        return all;
    };
    QVERIFY(in(frame.words).size() > 10);
    const QString code = in(frame.code);
    QVERIFY2(code.size() > 5 && view.codeText().contains(code.trimmed()), qPrintable(code));
    QVERIFY(!view.dialects().isVisible());
}

void TestPresentation::every_text_can_be_read_from_the_last_row() {
    QFETCH(QByteArray, example);
    QFETCH(QByteArray, page);
    QFETCH(Stage, stage);
    QFETCH(QSize, size);
    QFETCH(Language, language);
    m_window = presented(example.constData(), size, language);
    m_window->workspace().showStage(stage);
    m_window->showPage(page.toStdString());
    if (page == "heads" || page == "lines")
        m_window->workspace().lock(PanelCell{0, 2, 1});
    m_window->settle();
    const double least = 20 * m_window->workspace().display().presentedUnit();
    std::vector<std::vector<WrittenText>> pictures;
    if (page == "shapes" || page == "steps") {
        Animation& animation = page == "shapes" ? m_window->page<ShapesPage>().session().animation()
                                                : m_window->page<StepsPage>().session().animation();
        for (std::size_t step = 0; step < animation.timeline().moveCount(); ++step) {
            animation.seek(animation.timeline().timeOf(step, 1));
            m_window->settle();
            if (page == "steps") { // with a question, which is answered in words
                m_window->workspace().lock(PanelCell{0, 2, 1});
                m_window->settle();
            }
            pictures.push_back(textsOf(*m_window->centralWidget()));
            if (page == "steps")
                sayWhatAWindowSays(pictures.back());
        }
    } else {
        if (page == "paint") {
            pictures.push_back(textsOf(*m_window->centralWidget()));
            paintPattern(*m_window);
        }
        pictures.push_back(textsOf(*m_window->centralWidget()));
    }
    for (const std::vector<WrittenText>& texts : pictures) {
        QVERIFY(texts.size() > (page == "paint" ? 10 : 20));
        for (const WrittenText& text : texts) {
            const QString where = QStringLiteral("“%1” of %2 pixels at %3, %4")
                                      .arg(text.text)
                                      .arg(text.pixels)
                                      .arg(text.ink.x())
                                      .arg(text.ink.y());
            QVERIFY2(text.pixels >= least - 0.6, qPrintable(where));
            QVERIFY2(QRectF(m_window->rect()).contains(text.ink), qPrintable(where));
        }
        const QString overlap = overlapIn(texts);
        QVERIFY2(overlap.isEmpty(), qPrintable(overlap));
    }
}

void TestPresentation::no_text_of_a_page_lies_on_another_data() {
    QTest::addColumn<QByteArray>("example");
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Language>("language");
    for (const auto& [example, page] :
         {std::pair("ticket", "heads"), std::pair("ticket", "shapes"),
          std::pair("arange", "shapes"), std::pair("stack", "layers"), std::pair("concat", "steps"),
          std::pair("encoder-decoder", "layers")}) {
        for (const QSize size : {QSize(1024, 768), QSize(1440, 900), QSize(2560, 1440)}) {
            for (const Language language : {Language::English, Language::Chinese})
                QTest::addRow("%s, %s, %dx%d, %s", example, page, size.width(), size.height(),
                              qPrintable(languageCode(language)))
                    << QByteArray(example) << QByteArray(page) << size << language;
        }
    }
}

void TestPresentation::no_text_of_a_page_lies_on_another() {
    QFETCH(QByteArray, example);
    QFETCH(QByteArray, page);
    QFETCH(QSize, size);
    QFETCH(Language, language);
    m_window = presented(example.constData(), size, language);
    m_window->setPresentation(false); // in the window, with everything around
    m_window->resize(size);
    m_window->showPage(page.toStdString());
    m_window->settle();
    std::size_t steps = 1;
    Animation& animation = m_window->page<ShapesPage>().session().animation();
    if (page == "shapes")
        steps = animation.timeline().moveCount();
    QWidget& view = m_window->pages().page().view();
    for (std::size_t step = 0; step < steps; ++step) {
        if (page == "shapes") {
            animation.seek(animation.timeline().timeOf(step, 1));
            m_window->settle();
        }
        const std::vector<WrittenText> texts = textsOf(view);
        QVERIFY(texts.size() > 10);
        for (const WrittenText& text : texts)
            // Many layers and many heads scroll.
            QVERIFY2(page == "layers" || QRectF(view.rect()).contains(text.ink),
                     qPrintable(text.text));
        const QString overlap = overlapIn(texts);
        QVERIFY2(overlap.isEmpty(), qPrintable(overlap));
    }
}

void TestPresentation::tokens_that_are_their_places_are_written() {
    m_window = presented("concat", QSize(1440, 900), Language::English);
    m_window->workspace().showStage(Stage::Weights);
    m_window->workspace().lock(PanelCell{0, 49, 59});
    m_window->showPage("heads");
    m_window->settle();
    auto* const view = m_window->findChild<HeadsView*>();
    view->grab();
    const auto* plot = view->findChild<MatrixPlot*>();
    for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical}) {
        QVERIFY(plot->labels(side).size() > 15);
        for (const TokenLabel& label : plot->labels(side))
            QCOMPARE(label.text, QString::number(label.index + 1));
    }
}

void TestPresentation::twelve_small_heads_keep_their_numbers() {
    for (const QSize size : {QSize(1024, 768), QSize(1440, 900), QSize(1920, 1080)}) {
        m_window = presented("stack", size, Language::English);
        m_window->showPage("heads");
        m_window->settle();
        const HeadsGeometry& geometry = m_window->findChild<HeadsView*>()->geometryNow();
        QCOMPARE(geometry.thumbnails.size(), std::size_t{14});
        for (const Thumbnail& head : geometry.thumbnails) {
            QVERIFY(head.title.height() > 10);
            QVERIFY(head.matrix.bounds().top() >= head.title.bottom());
        }
    }
}

void TestPresentation::rows_say_that_they_sum_to_one() {
    for (const bool turned : {false, true}) {
        m_window = presented("ticket-learnt-en", {1024, 768}, Language::English);
        DisplayOptions display = m_window->workspace().display();
        display.rowsAreKeys = turned;
        m_window->workspace().setDisplay(display);
        m_window->workspace().showStage(Stage::Weights);
        m_window->settle();
        auto& view = m_window->page<HeadsPage>().heads();
        const HeadsGeometry& geometry = view.geometryNow();
        const QRectF room = turned ? geometry.columnSums : geometry.rowSums;
        QVERIFY(!room.isEmpty() && (turned ? geometry.rowSums : geometry.columnSums).isEmpty());
        QVERIFY(!room.intersects(geometry.viewport.adjusted(1, 1, -1, -1)));
        qsizetype ones = 0;
        for (const WrittenText& text : textsOf(view)) {
            if (room.contains(text.ink.center()) && text.text == QStringLiteral("1.00"))
                ++ones;
        }
        QCOMPARE(ones, qsizetype{10});
        m_window->workspace().showStage(Stage::Scores); // which sum to nothing
        m_window->settle();
        QVERIFY(view.geometryNow().rowSums.isEmpty() && view.geometryNow().columnSums.isEmpty());
    }
}

void TestPresentation::the_projector_shows_the_page_of_the_window() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    m_window->findChild<Actions*>()->projector->trigger();
    m_window->settle();
    auto* const projector = m_window->findChild<Projector*>();
    QVERIFY(projector && projector->isVisible());
    projector->resize(1024, 768);
    QCOMPARE(projector->size(), QSize(1024, 768)); // nothing in it wants more
    m_window->showPage("steps");
    m_window->workspace().showStage(Stage::Scores);
    m_window->settle();
    QCOMPARE(projector->pages().id(), std::string("steps"));
    StepsPage& own = m_window->page<StepsPage>();
    Animation& animation = own.session().animation();
    animation.seek(animation.timeline().timeOf(own.session().stop(), 0.5));
    m_window->settle();
    auto& there = *static_cast<StepsPage*>(projector->pages().find("steps"));
    QVERIFY(&there != &own);
    QCOMPARE(there.session().stop(), own.session().stop());
    QVERIFY(std::abs(there.session().scene().progress() - 0.5) < 0.01);
    QVERIFY(there.session().scene().display.presentation && !presents());
    // As in presentation mode: every letter can be read, and none lies on another.
    const double unit = there.session().scene().display.presentedUnit();
    const std::vector<WrittenText> texts = textsOf(projector->pages());
    QVERIFY(texts.size() > 20);
    for (const WrittenText& text : texts)
        QVERIFY2(text.pixels >= 20 * unit - 0.6, qPrintable(text.text));
    QVERIFY2(overlapIn(texts).isEmpty(), qPrintable(overlapIn(texts)));
    // Keys there are those of the window.
    const std::size_t stop = own.session().stop();
    animation.seek(animation.timeline().timeOf(stop, 1));
    QTest::keyClick(projector, Qt::Key_Right);
    m_window->settle();
    QTRY_VERIFY(own.session().stop() > stop); // it is played, and followed a moment later
    QTRY_COMPARE(there.session().stop(), own.session().stop());
    QTest::keyClick(projector, Qt::Key_B);
    QVERIFY(projector->findChild<BlackScreen*>()->isVisible());
    QTest::keyClick(projector->findChild<BlackScreen*>(), Qt::Key_B);
    m_window->showPage("train"); // which there is once
    m_window->settle();
    QVERIFY(projector->isVisible() && !projector->pages().isVisible());
    m_window->showPage("heads");
    m_window->settle();
    QVERIFY(projector->pages().isVisible());
    QTest::keyClick(projector, Qt::Key_Escape);
    QVERIFY(!projector->isVisible());
    QVERIFY(!m_window->findChild<Actions*>()->projector->isChecked());
}

void TestPresentation::keys_of_the_menus_work_on_the_projector() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    m_window->findChild<Actions*>()->projector->trigger();
    auto* const projector = m_window->findChild<Projector*>();
    projector->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(projector));
    const auto there = [&](QKeyCombination key) {
        QTest::keyClick(projector->windowHandle(), key.key(), key.keyboardModifiers());
        m_window->settle();
    };
    there(Qt::ALT | Qt::Key_2);
    QCOMPARE(m_window->pages().id(), std::string("steps"));
    QTRY_COMPARE(projector->pages().id(), std::string("steps"));
    const Experiment before = m_window->workspace().experiment();
    m_window->workspace().document().edit(QStringLiteral("mask"), withCausal(before, true));
    m_window->settle();
    there(Qt::CTRL | Qt::Key_Z);
    QVERIFY(m_window->workspace().experiment() == before);
    there(Qt::Key_F11); // that of the projector itself
    QVERIFY(!presents());
    QVERIFY(m_window->openLesson(QStringLiteral("which-axis")));
    m_window->settle();
    there(Qt::Key_N);
    QVERIFY(m_window->lessonSession().state()->verdict(0));
}

void TestPresentation::prepared_views_are_walked_through_on_the_projector_data() {
    QTest::addColumn<Language>("language");
    QTest::newRow("en") << Language::English;
    QTest::newRow("zh") << Language::Chinese;
}

void TestPresentation::prepared_views_are_walked_through_on_the_projector() {
    QFETCH(const Language, language);
    m_window = shownWindow(findExample("ticket-learnt")->source());
    m_window->setLanguage(language);
    m_window->settle();
    PreparedViews views(4);
    views[0].title = "first";
    views[0].page = "heads";
    views[0].stage = TensorName::AttentionWeights;
    views[0].head = 2;
    views[0].cell = {3, 4};
    views[1].title = "second";
    views[1].page = "steps";
    views[1].stage = TensorName::Scores;
    views[2].title = "third";
    views[2].page = "lines";
    views[3].title = "asked";
    views[3].lesson = "which-axis";
    m_window->workspace().document().setViews(QStringLiteral("keep"), views);
    m_window->findChild<Actions*>()->projector->trigger();
    m_window->settle();
    auto* const projector = m_window->findChild<Projector*>();
    projector->resize(1024, 768);
    m_window->settle();
    QVERIFY(!projector->caption().isVisible());
    m_window->activateWindow(); // whose keys these are
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->findChild<Actions*>()->walkViews->trigger();
    m_window->settle();
    const auto at = [&](const char* page, const char* title) {
        return m_window->pages().id() == page && projector->pages().id() == page &&
               projector->caption().isVisible() &&
               projector->caption().text().contains(QLatin1String(title));
    };
    QVERIFY(at("heads", "first"));
    const auto& heads = static_cast<HeadsPage*>(projector->pages().find("heads"))->heads();
    QVERIFY(heads.isVisible());
    QVERIFY(QRect(0, 0, 1024, 768).contains(QRect(heads.mapTo(projector, QPoint()), heads.size())));
    QVERIFY(projector->caption().geometry().bottom() <
            heads.mapTo(projector->caption().parentWidget(), QPoint()).y() + 1);
    const auto there = [&](Qt::Key key) {
        QTest::keyClick(projector, key);
        m_window->settle();
    };
    there(Qt::Key_Space);
    QVERIFY(at("steps", "second"));
    press(Qt::Key_PageDown); // in the window
    QVERIFY(at("lines", "third"));
    there(Qt::Key_PageUp);
    QVERIFY(at("steps", "second"));
    there(Qt::Key_PageDown);
    there(Qt::Key_PageDown);
    QVERIFY(m_window->lessonSession().state());
    QVERIFY(projector->findChild<LessonSlide*>()->isVisible());
    there(Qt::Key_PageUp); // and out of the lesson
    QVERIFY(!m_window->lessonSession().state());
    QVERIFY(projector->isVisible());
    QVERIFY(at("lines", "third"));
    there(Qt::Key_Escape);
    QVERIFY(projector->isVisible() && !projector->caption().isVisible()); // the walk alone ends
    there(Qt::Key_Escape);
    QVERIFY(!projector->isVisible());
    m_window->setLanguage(Language::English);
}

void TestPresentation::the_sentence_says_what_the_inspector_says() {
    m_window = presented("ticket", {1920, 1080}, Language::English);
    m_window->workspace().showPanel(2);
    m_window->workspace().lock(PanelCell{2, 9, 5});
    m_window->settle();
    const HeadsView& view = m_window->page<HeadsPage>().heads();
    const AskedWords words = view.content().askedWords();
    const float weight = view.panels()[2].matrix(9, 5);
    QCOMPARE(
        words.sentence,
        QStringLiteral("“机票” (ticket) looks at “订了” (book) with %1").arg(cellText(weight, 6)));
    // The same calculation stands in the inspector, and it gives the weight.
    const Derivation derivation = derivationOf(m_window->workspace().scene());
    QVERIFY(plainText(derivation).contains(words.calculation));
    static const QRegularExpression parts(
        QStringLiteral("^e\\^\\(([0-9.]+) − ([0-9.]+)\\) ÷ ([0-9.]+)$"));
    const QRegularExpressionMatch found = parts.match(words.calculation);
    QVERIFY2(found.hasMatch(), qPrintable(words.calculation));
    const double share = std::exp(found.captured(1).toDouble() - found.captured(2).toDouble()) /
                         found.captured(3).toDouble();
    QVERIFY(std::abs(share - static_cast<double>(weight)) < 0.01);
}

void TestPresentation::the_sentence_knows_scores_and_masks() {
    m_window = presented("ticket", {1920, 1080}, Language::English);
    m_window->workspace().showStage(Stage::Scores);
    m_window->workspace().lock(PanelCell{0, 2, 1});
    m_window->settle();
    const HeadsView& view = m_window->page<HeadsPage>().heads();
    const float score = view.panels()[0].matrix(2, 1);
    QCOMPARE(
        view.content().askedWords().sentence,
        QStringLiteral("Score of “李雷” (Li Lei) for “请” (asked): %1").arg(cellText(score, 6)));
    // What it says is the product of q and k, number by number.
    double sum = 0;
    QString products = view.content().askedWords().calculation;
    products.remove(u'(').remove(u')').replace(QChar(0x2212), u'-');
    const QStringList terms = products.split(QStringLiteral(" + "));
    QCOMPARE(terms.size(), 4);
    for (const QString& term : terms) {
        const QStringList factors = term.split(QStringLiteral(" × "));
        QCOMPARE(factors.size(), 2);
        sum += factors[0].toDouble() * factors[1].toDouble();
    }
    QVERIFY2(std::abs(sum - static_cast<double>(score)) < 0.05, qPrintable(products));

    m_window = presented("causal-padding", {1920, 1080}, Language::English);
    m_window->workspace().lock(PanelCell{0, 1, 4});
    m_window->settle();
    const AskedWords masked = m_window->page<HeadsPage>().heads().content().askedWords();
    QCOMPARE(masked.sentence, QStringLiteral("“有” (have) may not look at “和” (and)"));
    QVERIFY(masked.calculation.isEmpty());
}

void TestPresentation::the_spotlight_leaves_the_asked_row_and_column() {
    m_window = presented("ticket", {1920, 1080}, Language::English);
    m_window->workspace().lock(PanelCell{0, 4, 3});
    m_window->settle();
    HeadsView& view = m_window->page<HeadsPage>().heads();
    const MatrixGeometry cells = view.geometryNow().matrix;
    const auto corner = [&](const QImage& image, Index row, Index column) {
        return image.pixel(cells.cellRect(row, column).topLeft().toPoint() + QPoint(6, 6));
    };
    const QImage before = view.grab().toImage();
    QKeyEvent key(QEvent::KeyPress, Qt::Key_L, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &key);
    m_window->settle();
    QVERIFY(m_window->workspace().display().spotlight);
    const QImage after = view.grab().toImage();
    for (Index row = 0; row < 10; ++row) {
        for (Index column = 0; column < 10; ++column) {
            const QRgb now = corner(after, row, column);
            if (row == 4 || column == 3)
                QCOMPARE(now, corner(before, row, column));
            else // 0.8 of white
                QVERIFY(qRed(now) >= 203 && qGreen(now) >= 203 && qBlue(now) >= 203);
        }
    }
    m_window->setPresentation(false);
    QVERIFY(!m_window->workspace().display().spotlight);
}

void TestPresentation::a_pointer_that_rests_goes() {
    showWindow();
    press(Qt::Key_F11);
    const Presentation& mode = *m_window->findChild<Presentation*>();
    QVERIFY(!mode.isPointerHidden());
    QTRY_VERIFY_WITH_TIMEOUT(mode.isPointerHidden(), 20000);
    QCOMPARE(QGuiApplication::overrideCursor()->shape(), Qt::BlankCursor);
    QTest::mouseMove(m_window->windowHandle(), QPoint(300, 300));
    QTRY_VERIFY(!mode.isPointerHidden());
    QTRY_VERIFY_WITH_TIMEOUT(mode.isPointerHidden(), 20000);
    press(Qt::Key_F11);
    QVERIFY(!mode.isPointerHidden());
    QVERIFY(!QGuiApplication::overrideCursor());
}

void TestPresentation::rectangles_fit_into_the_room_data() {
    QTest::addColumn<QRect>("room");
    QTest::addColumn<QRect>("wanted");
    QTest::addColumn<QRect>("expected");
    const QRect room(0, 30, 1366, 700);
    QTest::newRow("as_wanted") << room << QRect(20, 40, 1000, 600) << QRect(20, 40, 1000, 600);
    QTest::newRow("too_large") << room << QRect(20, 40, 1440, 900) << room;
    QTest::newRow("too_far_right")
        << room << QRect(900, 40, 1000, 600) << QRect(366, 40, 1000, 600);
    QTest::newRow("screen_gone") << room << QRect(3000, -900, 1000, 600)
                                 << QRect(366, 30, 1000, 600);
    QTest::newRow("second_screen")
        << QRect(1366, 0, 800, 570) << QRect(1366, 0, 720, 900) << QRect(1366, 0, 720, 570);
}

void TestPresentation::rectangles_fit_into_the_room() {
    QFETCH(QRect, room);
    QFETCH(QRect, wanted);
    QFETCH(QRect, expected);
    QCOMPARE(fittedInto(room, wanted), expected);
}

void TestPresentation::a_window_opens_within_its_screen_data() {
    QTest::addColumn<QByteArray>("geometry");
    QTest::addColumn<bool>("maximized");
    QTest::newRow("first_start") << QByteArray() << false;
    QTest::newRow("damaged") << QByteArray("\x01\xd9\xd0\xcb\0\3", 6) << false;
    QWidget saved;
    saved.setGeometry(4000, 3000, 2400, 1500);
    QTest::newRow("from_a_screen_that_is_gone") << saved.saveGeometry() << false;
    saved.setGeometry(-2000, -2000, 300, 200);
    QTest::newRow("before_the_screen") << saved.saveGeometry() << false;
    saved.setGeometry(10, 40, 700, 600);
    saved.setWindowState(Qt::WindowMaximized);
    QTest::newRow("maximized") << saved.saveGeometry() << true;
    saved.setWindowState(Qt::WindowFullScreen);
    QTest::newRow("full_screen") << saved.saveGeometry() << false;
}

void TestPresentation::a_window_opens_within_its_screen() {
    QFETCH(QByteArray, geometry);
    QFETCH(bool, maximized);
    Preferences preferences;
    preferences.geometry = geometry;
    open(preferences);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->settle();
    QCOMPARE(m_window->isMaximized(), maximized);
    QVERIFY(!m_window->isFullScreen());
    const QRect room = m_window->screen()->availableGeometry();
    const QRect window = m_window->geometry();
    QVERIFY2(room.contains(window), qPrintable(QStringLiteral("%1×%2 at %3, %4 in %5×%6")
                                                   .arg(window.width())
                                                   .arg(window.height())
                                                   .arg(window.x())
                                                   .arg(window.y())
                                                   .arg(room.width())
                                                   .arg(room.height())));
}

HEADSCOPE_TEST(TestPresentation, QApplication)
#include "test_presentation.moc"
