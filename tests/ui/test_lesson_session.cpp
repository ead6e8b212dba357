// SPDX-License-Identifier: GPL-3.0-or-later
// From one lesson to the next, and what comes between a question and its answer.
#include "editors/setup_panel.h"
#include "examples/examples.h"
#include "lessons/choice_answer.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/question_box.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/heads/heads_page.h"
#include "pages/shapes/shapes_desk.h"
#include "pages/shapes/shapes_page.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/projector.h"

#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QPushButton>
#include <QUndoStack>

using namespace headscope;
using namespace Qt::StringLiterals;

class TestLessonSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void init() { m_window = shownWindow(findExample("ticket")->make()); }
    void a_lesson_opened_again_begins_anew();
    void the_box_says_whether_answers_are_hidden();
    void the_projector_stays_for_the_next_lesson();
    void the_left_side_stays_a_lesson_meanwhile();
    void what_was_undone_answers_nothing();
    void who_edits_before_the_first_picture_leaves_the_lesson();
    void the_wrong_way_is_as_it_was();
    void an_answer_in_a_row_keeps_the_asked_cell();
    void a_hidden_slide_holds_no_run();
    void it_begins_on_its_cell_whatever_page_stood_there_data();
    void it_begins_on_its_cell_whatever_page_stood_there();

private:
    void open(const char* lesson) {
        QVERIFY(m_window->openLesson(QString::fromLatin1(lesson)));
        m_window->settle();
        QVERIFY(session().state());
    }
    LessonSession& session() { return m_window->lessonSession(); }
    LessonPanel& panel() { return m_window->lessonPanel(); }
    void answerFirst() {
        panel().box(0)->choices()->button(0)->click();
        session().reveal(0);
        m_window->settle();
        QVERIFY(session().state()->verdict(0));
    }

    std::unique_ptr<MainWindow> m_window;
};

void TestLessonSession::a_lesson_opened_again_begins_anew() {
    open("which-axis");
    QButtonGroup* const before = panel().box(0)->choices();
    before->button(1)->click();
    QVERIFY(session().state()->prediction(0));
    open("which-axis");
    QVERIFY(!session().state()->prediction(0));
    QCOMPARE(panel().box(0)->choices()->checkedId(), -1);
}

void TestLessonSession::the_box_says_whether_answers_are_hidden() {
    open("which-axis");
    QVERIFY(!panel().hideBox()->isChecked());
    session().setHidesAnswers(true); // as the menu does
    QVERIFY(panel().hideBox()->isChecked());
    panel().hideBox()->click();
    QVERIFY(!session().hidesAnswers());
}

void TestLessonSession::the_projector_stays_for_the_next_lesson() {
    open("which-axis");
    panel().projectorButton()->click();
    auto* const projector = m_window->findChild<Projector*>();
    QVERIFY(projector && projector->isVisible());
    open("scores-weights");
    QVERIFY(projector->isVisible());
    session().close();
    m_window->settle();
    QVERIFY(!projector->isVisible());
}

void TestLessonSession::the_left_side_stays_a_lesson_meanwhile() {
    open("which-axis");
    QVERIFY(panel().isVisible());
    bool left = false;
    connect(&session(), &LessonSession::changed, this,
            [&] { left = left || !session().lesson() || !panel().isVisible(); });
    open("scores-weights");
    QVERIFY(!left);
    QVERIFY(panel().isVisible());
}

void TestLessonSession::what_was_undone_answers_nothing() {
    open("which-root");
    answerFirst();
    LessonAnswer answer;
    answer.number = 0.5;
    session().predict(1, answer);
    session().reveal(1);
    QVERIFY(session().isWaiting());
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    QVERIFY(!session().isWaiting());
    QVERIFY(session().state());
    QVERIFY(!session().state()->verdict(1));
    QVERIFY(session().state()->isAtStart());
    // It can be asked again.
    session().reveal(1);
    m_window->settle();
    QVERIFY(session().state()->verdict(1));
}

void TestLessonSession::who_edits_before_the_first_picture_leaves_the_lesson() {
    QVERIFY(m_window->openLesson(u"which-root"_s)); // its example is another one
    QVERIFY(session().isWaiting());
    QVERIFY(m_window->workspace().newSeed().ok());
    m_window->settle();
    QVERIFY(!session().lesson());
}

void TestLessonSession::the_wrong_way_is_as_it_was() {
    ShapesDesk& desk = m_window->page<ShapesPage>().desk();
    for (const bool shown : {true, false}) {
        ShapesOptions options = desk.options();
        options.wrongShown = shown;
        desk.setOptions(options);
        open("view-transpose");
        QVERIFY(!desk.options().wrongShown); // that is what it asks
        open("which-axis");
        QCOMPARE(desk.options().wrongShown, shown);
        open("view-transpose");
        session().close();
        QCOMPARE(desk.options().wrongShown, shown);
    }
}

void TestLessonSession::an_answer_in_a_row_keeps_the_asked_cell() {
    open("scores-weights");
    const std::optional<PanelCell> asked = m_window->workspace().selection().locked;
    QVERIFY(asked);
    answerFirst();
    QCOMPARE(m_window->workspace().selection().stage, Stage::Weights);
    QVERIFY(m_window->workspace().selection().locked == asked);
}

void TestLessonSession::a_hidden_slide_holds_no_run() {
    open("which-axis");
    m_window->setPresentation(true);
    m_window->settle();
    QVERIFY(m_window->lessonSlide().isVisible());
    const std::weak_ptr<const Trace> run = m_window->workspace().scene().run->trace();
    m_window->setPresentation(false);
    m_window->settle();
    session().close();
    QVERIFY(m_window->workspace().newSeed().ok());
    m_window->settle();
    m_window->workspace().document().undoStack().clear();
    QTRY_VERIFY(run.expired());
}

void TestLessonSession::it_begins_on_its_cell_whatever_page_stood_there_data() {
    QTest::addColumn<QString>("page");
    QTest::addColumn<int>("blocks"); // further on than the first one
    for (const char* page : {"heads", "shapes", "steps", "lines", "text", "layers"}) {
        for (const int blocks : {0, 1, 2, 3})
            QTest::addRow("%s, block %d", page, blocks) << QString::fromLatin1(page) << blocks;
    }
}

void TestLessonSession::it_begins_on_its_cell_whatever_page_stood_there() {
    QFETCH(QString, page);
    QFETCH(int, blocks);
    m_window = shownWindow(findExample("stack")->make());
    m_window->showPage(page.toStdString());
    m_window->settle();
    for (int i = 0; i < blocks; ++i) {
        m_window->workspace().stepScope(1);
        m_window->settle();
    }
    open("which-root");
    const Selection& selection = m_window->workspace().selection();
    QCOMPARE(selection.stage, Stage::Weights);
    QVERIFY(selection.locked);
    QVERIFY(m_window->page<HeadsPage>().isShown());
}

HEADSCOPE_TEST(TestLessonSession, QApplication)
#include "test_lesson_session.moc"
