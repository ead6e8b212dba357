// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson with the whole window, by keys and clicks as a person makes them.
#include "checkpoint/model_source.h"
#include "disk/file_io.h"
#include "editors/continue_panel.h"
#include "editors/trained_model_panel.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "files/carried_models.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/shapes/shapes_page.h"
#include "strip/pipeline_strip.h"
#include "support/number_fields.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/actions.h"
#include "window/appearance.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include <clocale>

using namespace headscope;

namespace {

QString accessibleNameOf(QWidget* widget) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
    return face ? face->text(QAccessible::Name) : QString();
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void opens_on_a_computed_sentence();
    void typing_in_a_table_changes_the_picture_and_undo_restores_it();
    void heads_by_keyboard_and_undo();
    void keys_of_the_lesson();
    void typing_into_a_field_is_not_taken_by_the_keys_of_the_window();
    void every_field_reads_and_writes_one_kind_of_number();
    void the_key_of_a_view_leads_out_of_a_field();
    void every_control_is_reachable_by_keyboard_and_has_a_name();
    void languages_switch_at_run_time_and_back();
    void themes_change_every_pixel_of_the_background();
    void every_example_opens_and_undo_returns_to_the_first();
    void a_trained_model_goes_on_and_back_and_elsewhere();
    void masks_paint_with_the_keyboard();
    void presentation_hides_all_but_the_picture();
    void files_are_saved_opened_and_refused();
    void a_narrow_window_folds_its_panels_and_a_wide_one_unfolds_them();
    void playing_goes_to_the_last_stage_and_stops();

private:
    void settle();
    const ModelSource& model() { return *m_window->workspace().document().source().model(); }
    QImage picture() { return m_window->page<HeadsPage>().heads().grab().toImage(); }
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {});

    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase() {
    dressAsTheProgram();
}

void TestMainWindow::init() {
    m_window = shownWindow(findExample("ticket")->make());
}

void TestMainWindow::cleanup() {
    m_window.reset();
}

void TestMainWindow::settle() {
    m_window->settle();
}

void TestMainWindow::key(Qt::Key code, Qt::KeyboardModifiers modifiers) {
    QWidget* focus = m_window->focusWidget();
    QTest::keyClick(focus ? focus : m_window.get(), code, modifiers);
    settle();
}

void TestMainWindow::opens_on_a_computed_sentence() {
    const Scene& scene = m_window->workspace().scene();
    QVERIFY(scene.trace);
    QCOMPARE(scene.run->labels().tokens.front().size(), std::size_t{10});
    QCOMPARE(m_window->page<HeadsPage>().heads().panels().size(), std::size_t{6});
    const auto says = [&](const char* words) {
        return m_window->findChild<StatusLine*>()->text().contains(QString::fromUtf8(words));
    };
    QVERIFY(says("every row sums to 1"));
    m_window->findChild<Actions*>()->rowsAreKeys->trigger();
    settle();
    QVERIFY(!says("every row"));
    QVERIFY(says("✓ every query’s weights sum to 1"));
}

void TestMainWindow::typing_in_a_table_changes_the_picture_and_undo_restores_it() {
    const QImage before = picture();
    const auto traceBefore = m_window->workspace().scene().trace;
    auto* table = m_window->findChild<QTableView*>();
    QVERIFY(table);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClicks(table, QStringLiteral("7"));
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral(".5"));
    QTest::keyClick(editor, Qt::Key_Return);
    settle();
    QCOMPARE(m_window->workspace().experiment().queryInput(0, 0, 0), 7.5F);
    QVERIFY(picture() != before);
    m_window->page<HeadsPage>().heads().setFocus();
    key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(*m_window->workspace().scene().trace == *traceBefore);
    QCOMPARE(picture(), before);
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_window->workspace().experiment().queryInput(0, 0, 0), 7.5F);
}

void TestMainWindow::heads_by_keyboard_and_undo() {
    const QImage before = picture();
    key(Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(m_window->workspace().experiment().config.heads, Index{5});
    QCOMPARE(m_window->page<HeadsPage>().heads().panels().size(), std::size_t{7});
    key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(picture(), before);
}

void TestMainWindow::keys_of_the_lesson() {
    Workspace& workspace = m_window->workspace();
    auto* strip = m_window->findChild<PipelineStrip*>();
    strip->setFocus();
    key(Qt::Key_Home);
    QCOMPARE(workspace.selection().stage, Stage::Input);
    key(Qt::Key_Space);
    QCOMPARE(workspace.selection().stage, Stage::Projections);
    key(Qt::Key_Right);
    QCOMPARE(workspace.selection().stage, Stage::Split);
    key(Qt::Key_Left);
    QCOMPARE(workspace.selection().stage, Stage::Projections);
    key(Qt::Key_End);
    QCOMPARE(workspace.selection().stage, Stage::Output);
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->markOf(Stage::Scores).toPoint());
    settle();
    QCOMPARE(workspace.selection().stage, Stage::Scores);
    m_window->page<HeadsPage>().heads().setFocus();
    key(Qt::Key_3);
    QCOMPARE(workspace.selection().panel, 2);
    QVERIFY(workspace.selection().solo);
    key(Qt::Key_0);
    QVERIFY(!workspace.selection().solo);
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    QVERIFY(workspace.selection().locked);
    key(Qt::Key_Escape);
    QVERIFY(!workspace.selection().locked);
}

void TestMainWindow::typing_into_a_field_is_not_taken_by_the_keys_of_the_window() {
    const Stage stage = m_window->workspace().selection().stage;
    auto* heads = byAccessibleName<QSpinBox>(*m_window, QStringLiteral("heads"));
    QVERIFY(heads);
    heads->setFocus();
    heads->selectAll();
    QTest::keyClicks(heads, QStringLiteral("2"));
    QTest::keyClick(heads, Qt::Key_Return);
    settle();
    QCOMPARE(m_window->workspace().experiment().config.heads, Index{2});
    QVERIFY(!m_window->workspace().selection().solo);
    QTest::keyClick(heads, Qt::Key_Home);
    QTest::keyClick(heads, Qt::Key_Left);
    settle();
    QCOMPARE(m_window->workspace().selection().stage, stage);
}

void TestMainWindow::every_field_reads_and_writes_one_kind_of_number() {
    QCOMPARE(QLocale().decimalPoint(), QStringLiteral("."));
    QCOMPARE(QLocale().zeroDigit(), QStringLiteral("0"));
    QCOMPARE(std::string(std::localeconv()->decimal_point), std::string("."));
    QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
    QVERIFY(m_window->findChildren<QAbstractSpinBox*>().size() > 20);
    for (const char* page : {"shapes", "train", "paint"}) { // what their fields are about is there
        m_window->showPage(page);
        settle();
    }
    const QStringList wrong = fieldsOfAnotherKind(*m_window);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestMainWindow::the_key_of_a_view_leads_out_of_a_field() {
    auto* tokens = m_window->findChild<QPlainTextEdit*>();
    const QString words = tokens->toPlainText();
    tokens->setFocus();
    key(Qt::Key_3, Qt::AltModifier);
    ShapesSession& session = m_window->page<ShapesPage>().session();
    session.finish();
    key(Qt::Key_Space);
    QVERIFY(session.scene().playback.playing);
    QCOMPARE(tokens->toPlainText(), words);
    tokens->setFocus();
    key(Qt::Key_1, Qt::AltModifier);
    QCOMPARE(m_window->focusWidget(), static_cast<QWidget*>(&m_window->page<HeadsPage>().heads()));
}

void TestMainWindow::every_control_is_reachable_by_keyboard_and_has_a_name() {
    QSet<QWidget*> wanted;
    QStringList nameless;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        // Scroll areas scroll what can be reached; they are no control of their own.
        const bool reachable = widget->isVisible() && widget->isEnabled() &&
                               (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() &&
                               !widget->inherits("QScrollArea");
        if (!reachable)
            continue;
        // An unchecked button of an exclusive group is reached with the arrow keys.
        if (const auto* button = qobject_cast<QAbstractButton*>(widget);
            button && button->group() && !button->isChecked())
            continue;
        wanted << widget;
        if (accessibleNameOf(widget).isEmpty())
            nameless << QString::fromLatin1(widget->metaObject()->className());
    }
    QVERIFY(wanted.size() > 15);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u' ')));
    QSet<QWidget*> reached;
    m_window->page<HeadsPage>().heads().setFocus();
    for (int i = 0; i < 200; ++i) {
        QWidget* focus = m_window->focusWidget();
        if (reached.contains(focus) && focus == &m_window->page<HeadsPage>().heads())
            break;
        reached << focus;
        QTest::keyClick(focus, Qt::Key_Tab);
    }
    QStringList missed;
    for (QWidget* widget : wanted - reached)
        missed << QString::fromLatin1(widget->metaObject()->className()) + u':' +
                      accessibleNameOf(widget);
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u' ')));
}

void TestMainWindow::languages_switch_at_run_time_and_back() {
    const QImage english = m_window->grab().toImage();
    m_window->setLanguage(Language::Chinese);
    settle();
    QVERIFY(m_window->findChild<StatusLine*>()->text().contains(QStringLiteral("种子")));
    QVERIFY(m_window->grab().toImage() != english);
    m_window->setLanguage(Language::English);
    settle();
    QCOMPARE(m_window->grab().toImage(), english);
}

void TestMainWindow::themes_change_every_pixel_of_the_background() {
    m_window->findChild<Appearance*>()->setTheme(ThemeChoice::Dark);
    settle();
    const QImage dark = m_window->grab().toImage();
    const QRgb window = theme(ThemeKind::Dark).window.rgb();
    const QRgb base = theme(ThemeKind::Dark).base.rgb();
    QCOMPARE(QColor(dark.pixel(2, 400)).name(), QColor(window).name());
    QCOMPARE(QColor(dark.pixel(300, 200)).name(), QColor(base).name());
    // Nothing light is left lying about: large areas of white would be a widget that was forgotten.
    qint64 white = 0;
    for (int y = 0; y < dark.height(); y += 3) {
        for (int x = 0; x < dark.width(); x += 3)
            white += qGray(dark.pixel(x, y)) > 240;
    }
    QVERIFY2(white < dark.width() * dark.height() / 9 / 50, qPrintable(QString::number(white)));
}

void TestMainWindow::every_example_opens_and_undo_returns_to_the_first() {
    auto* chooser = byAccessibleName<QComboBox>(*m_window, QStringLiteral("Example"));
    QVERIFY(chooser);
    const Experiment first = m_window->workspace().experiment();
    for (int i = 1; i < chooser->count(); ++i) {
        chooser->setCurrentIndex(i);
        Q_EMIT chooser->activated(i);
        settle();
        QVERIFY(!m_window->workspace().error());
        if (const ModelSourcePointer model = m_window->workspace().document().source().model())
            QVERIFY(QString::fromStdString(model->model->checkpoint.folder.path)
                        .endsWith(u'/' + chooser->itemData(i).toString()));
        else
            QCOMPARE(QString::fromStdString(m_window->workspace().experiment().example),
                     chooser->itemData(i).toString());
        for (int stage = 0; stage < stageCount; ++stage) {
            m_window->workspace().showStage(static_cast<Stage>(stage));
            settle();
        }
    }
    while (m_window->workspace().document().undoStack().canUndo())
        m_window->workspace().document().undoStack().undo();
    settle();
    QVERIFY(m_window->workspace().experiment() == first);
}

void TestMainWindow::a_trained_model_goes_on_and_back_and_elsewhere() {
    openCarriedModel(*m_window, "In the beginning God");
    const std::string begun = model().text;
    auto* next = byAccessibleName<QListWidget>(*m_window, QStringLiteral("Next token"));
    QVERIFY(next && next->count() == 10);
    // A click takes a token, a double click no second one.
    const QString first = next->item(0)->text();
    const QPoint middle = next->visualItemRect(next->item(0)).center();
    QTest::mouseClick(next->viewport(), Qt::LeftButton, {}, middle);
    settle();
    const std::string taken = model().text;
    QVERIFY(taken.size() > begun.size() && taken.starts_with(begun));
    QVERIFY(first.endsWith(QString::fromStdString(taken.substr(begun.size())).trimmed()));
    QTest::mouseDClick(next->viewport(), Qt::LeftButton, {}, middle);
    settle();
    QCOMPARE(model().text, taken);
    QUndoStack& stack = m_window->workspace().document().undoStack();
    // What one click draws is one step.
    auto* generate = byAccessibleName<QPushButton>(*m_window, QStringLiteral("Generate"));
    QVERIFY(generate);
    const int steps = stack.index();
    generate->click();
    settle();
    const std::string drawn = model().text;
    QVERIFY(drawn.starts_with(taken));
    QCOMPARE(stack.index(), steps + 1);
    const auto tokens = [this] { return m_window->workspace().scene().run->labels().tokens[0]; };
    settle();
    QVERIFY(tokens().size() > 20);
    // Another way, and back to the first by the list of what was left.
    auto* another = byAccessibleName<QPushButton>(*m_window, QStringLiteral("Another"));
    QVERIFY(another);
    another->click();
    settle();
    QVERIFY(model().text.starts_with(taken) && model().text != drawn);
    QCOMPARE(stack.index(), steps + 2);
    auto* branches = byAccessibleName<QListWidget>(*m_window, QStringLiteral("Other"));
    QVERIFY(branches);
    const auto rowOf = [&](const std::string& text) {
        for (int i = 0; i < branches->count(); ++i) {
            if (branches->item(i)->text() == QString::fromStdString(text).simplified())
                return i;
        }
        return -1;
    };
    QVERIFY(rowOf(drawn) >= 0);
    QTest::mouseClick(branches->viewport(), Qt::LeftButton, {},
                      branches->visualItemRect(branches->item(rowOf(drawn))).center());
    settle();
    QCOMPARE(model().text, drawn);
    // Undo leads all the way back; G draws one token.
    while (stack.index() > 1)
        stack.undo();
    settle();
    QCOMPARE(model().text, begun);
    const std::size_t before = tokens().size();
    m_window->page<HeadsPage>().heads().setFocus();
    key(Qt::Key_G);
    QCOMPARE(tokens().size(), before + 1);
    // Typing meanwhile, or Esc, ends what is drawn.
    auto& panel = m_window->findChild<TrainedModelPanel*>()->continuation();
    panel.generate(1000);
    key(Qt::Key_Escape);
    QVERIFY(!panel.stop());
}

void TestMainWindow::masks_paint_with_the_keyboard() {
    m_window->page<HeadsPage>().heads().setFocus();
    m_window->workspace().hover(PanelCell{0, 2, 3});
    settle();
    key(Qt::Key_M);
    QVERIFY(m_window->workspace().experiment().mayAttend);
    QCOMPARE((*m_window->workspace().scene().trace)[TensorName::AttentionWeights](0, 0, 2, 3),
             0.0F);
    key(Qt::Key_M);
    QVERIFY((*m_window->workspace().scene().trace)[TensorName::AttentionWeights](0, 0, 2, 3) >
            0.0F);
}

void TestMainWindow::presentation_hides_all_but_the_picture() {
    m_window->setPresentation(true);
    settle();
    QVERIFY(!m_window->findChild<StatusLine*>()->isVisible());
    QVERIFY(m_window->page<HeadsPage>().heads().isVisible());
    QVERIFY(m_window->workspace().display().textScale > 1);
    m_window->page<HeadsPage>().heads().setFocus();
    key(Qt::Key_Escape);
    QVERIFY(m_window->findChild<StatusLine*>()->isVisible());
}

void TestMainWindow::files_are_saved_opened_and_refused() {
    QTemporaryDir folder;
    const QString broken = folder.filePath(QStringLiteral("broken.headscope"));
    QVERIFY(writeFileAtomically(broken.toStdString(), "{\"format\": 3").ok());
    const Experiment before = m_window->workspace().experiment();
    QVERIFY(!m_window->openFile(broken));
    QVERIFY(m_window->workspace().experiment() == before);
    QVERIFY(!m_window->findChild<StatusLine*>()->text().isEmpty());
    QVERIFY(!m_window->openFile(folder.filePath(QStringLiteral("missing.headscope"))));
}

void TestMainWindow::a_narrow_window_folds_its_panels_and_a_wide_one_unfolds_them() {
    const int wide = m_window->page<HeadsPage>().heads().width();
    m_window->resize(1024, 768);
    settle();
    QVERIFY(m_window->page<HeadsPage>().heads().width() > 1024 - 256 - 60);
    m_window->resize(1440, 900);
    settle();
    QCOMPARE(m_window->page<HeadsPage>().heads().width(), wide);
}

void TestMainWindow::playing_goes_to_the_last_stage_and_stops() {
    Workspace& workspace = m_window->workspace();
    workspace.showStage(Stage::Merge);
    auto* play = byAccessibleName<QAbstractButton>(*m_window, QStringLiteral("Play"));
    QVERIFY(play);
    QTest::mouseClick(play, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(workspace.selection().stage, Stage::Output, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(play->accessibleName().contains(QStringLiteral("Play")), 10000);
}

HEADSCOPE_TEST(TestMainWindow, QApplication)
#include "test_main_window.moc"
