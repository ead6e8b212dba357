// SPDX-License-Identifier: GPL-3.0-or-later
// From one lesson to the next, and what comes between a question and its answer.
#include "checkpoint/model_source.h"
#include "editors/setup_panel.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "lessons/choice_answer.h"
#include "lessons/lesson_next_words.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/question_box.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/shapes/shapes_canvas.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_session.h"
#include "support/answer_dialog.h"
#include "support/edits.h"
#include "support/sanitized.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/files/experiment_file.h"
#include "window/frame/page_stack.h"
#include "window/frame/tool_bar.h"
#include "window/presentation/prepared_walk.h"
#include "window/presentation/projector.h"
#include "words/language.h"

#include <QActionGroup>
#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QUndoStack>

using namespace headscope;
using namespace headscope::testing;
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
    void what_is_misplaced_is_seen_once_it_is_counted();
    void a_lesson_is_answered_in_its_own_sentence();
    void back_to_the_lesson_looks_where_it_looked();
    void what_is_asked_last_is_of_ones_own_numbers();
    void an_answer_in_a_row_keeps_the_asked_cell();
    void a_hidden_slide_holds_no_run();
    void it_begins_on_its_cell_whatever_page_stood_there_data();
    void it_begins_on_its_cell_whatever_page_stood_there();
    void what_one_had_comes_back_data();
    void what_one_had_comes_back();
    void from_lesson_to_lesson_ones_own_stays_put_aside();
    void what_is_saved_in_a_lesson_is_ones_own();
    void another_document_ends_the_lesson();
    void undo_leads_out_of_a_lesson_and_leaving_gives_back_all_the_same();
    void a_question_is_asked_again_on_ones_own();
    void what_cannot_be_asked_again_says_why();
    void the_last_lesson_leads_to_ones_own_sentence();
    void an_own_model_survives_all_lessons();
    void a_question_about_a_head_is_asked_again_on_ones_own_model();
    void a_head_is_switched_off_by_hand();
    void an_answer_in_another_layer_is_to_be_seen();
    void lessons_speak_the_language_of_the_reader();
    void a_lesson_follows_the_language_until_something_is_said();
    void a_kept_view_has_its_lesson();
    void the_same_view_is_the_same_picture();
    void a_lesson_begins_with_the_whole_matrix();

private:
    /// A window in which somebody typed a sentence of their own, with sizes and masks of their own.
    Experiment typeOwn() {
        Experiment own = findExample("ticket-learnt-en")->make();
        own = *withTokens(own, TokenSide::Query, 0,
                          {"our", "teacher", "gave", "her", "class", "two", "books"});
        own = *withHeads(own, 2);
        own = *withKeyDim(own, Index{6});
        own = withCausal(own, true);
        own = *withPair(own, 0, 4, 1, false);
        m_window = shownWindow(findExample("ticket-learnt-en")->source());
        m_window->workspace().document().edit(u"own"_s, own);
        m_window->settle();
        m_window->workspace().showStage(Stage::Scores);
        m_window->workspace().showPanel(1);
        m_window->workspace().lock(PanelCell{1, 5, 2});
        m_window->settle();
        return own;
    }
    /// A window with a trained model that reads that, and has a head off.
    ModelSourcePointer openOwnModel(const char* text);
    Document& document() { return m_window->workspace().document(); }
    void settle() {
        for (int i = 0; i < 3; ++i) { // what follows a turn later, too
            m_window->settle();
            QCoreApplication::processEvents();
        }
    }
    void press(Qt::Key key) {
        QTest::keyClick(m_window->windowHandle(), key);
        settle();
    }
    /// Esc, as often as it takes.
    void leave() {
        for (int i = 0; i < 5 && session().lesson(); ++i)
            QTest::keyClick(m_window.get(), Qt::Key_Escape);
        settle();
        QVERIFY(!session().lesson());
    }
    void play(bool byN) {
        QVERIFY(session().state());
        for (int i = 0; i < 30 && !session().state()->isDone(); ++i) {
            if (slideOf(*m_window).isVisible()) {
                QTest::keyClick(&slideOf(*m_window), i % 2 == 0 ? Qt::Key_N : Qt::Key_Space);
            } else {
                if (!byN)
                    session().predict(session().state()->open(), {});
                session().goOn();
            }
            m_window->settle();
        }
        QVERIFY(session().state()->isDone());
    }

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

    /// Whatever kind of question it is.
    void answerFirstOf() {
        session().predict(0, {});
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
    QVERIFY(!panel().findChild<QCheckBox*>()->isChecked());
    session().setHidesAnswers(true); // as the menu does
    QVERIFY(panel().findChild<QCheckBox*>()->isChecked());
    panel().findChild<QCheckBox*>()->click();
    QVERIFY(!session().hidesAnswers());
}

void TestLessonSession::the_projector_stays_for_the_next_lesson() {
    open("which-axis");
    QVERIFY(!named<QPushButton>(panel(), "projector")->isVisible()); // nobody looks on
    m_window->findChild<Actions*>()->projector->trigger();
    QVERIFY(named<QPushButton>(panel(), "projector")->isVisible());
    auto* const projector = m_window->findChild<Projector*>();
    QVERIFY(projector && projector->isVisible());
    open("scores-weights");
    QVERIFY(projector->isVisible());
    QVERIFY(m_window->findChild<Actions*>()->nextOnProjector->isEnabled());
    session().close();
    m_window->settle();
    QVERIFY(projector->isVisible()); // it goes on with the pages
    QVERIFY(!m_window->findChild<Actions*>()->nextOnProjector->isEnabled());
    m_window->findChild<Actions*>()->projector->trigger();
    QVERIFY(!projector->isVisible());
    open("which-axis");
    QVERIFY(!named<QPushButton>(panel(), "projector")->isVisible());
    QVERIFY(!m_window->findChild<Actions*>()->nextOnProjector->isEnabled());
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
    QVERIFY(m_window->workspace().edit(want::NewSeed{}).ok());
    m_window->settle();
    QVERIFY(!session().lesson());
}

void TestLessonSession::the_wrong_way_is_as_it_was() {
    ShapesSession& shapes = m_window->page<ShapesPage>().session();
    for (const bool shown : {true, false}) {
        ShapesOptions options = shapes.options();
        options.wrongShown = shown;
        shapes.setOptions(options);
        open("view-transpose");
        QVERIFY(!shapes.options().wrongShown); // that is what it asks
        open("which-axis");
        QCOMPARE(shapes.options().wrongShown, shown);
        open("view-transpose");
        session().close();
        QCOMPARE(shapes.options().wrongShown, shown);
    }
}

void TestLessonSession::what_is_misplaced_is_seen_once_it_is_counted() {
    for (const bool own : {false, true}) {
        if (own)
            typeOwn();
        open("view-transpose");
        QCOMPARE(session().isOwn(), own);
        ShapesSession& shapes = m_window->page<ShapesPage>().session();
        play(false);
        const ShapesScene& scene = shapes.scene();
        QVERIFY(shapes.options().wrongShown && scene.model->wrong);
        // Beside the step that goes right where it went wrong, whose numbers are all there.
        QCOMPARE(scene.position().move, scene.model->right.arrangedStep());
        const auto* canvas = m_window->findChild<ShapesCanvas*>();
        QVERIFY(canvas && canvas->geometryNow().wrong);
        leave();
    }
}

void TestLessonSession::a_lesson_is_answered_in_its_own_sentence() {
    Experiment own = findExample("causal-padding-en")->make();
    own = withSeed(own, 5); // somebody's
    m_window = shownWindow(own);
    open("mask-polarity");
    QVERIFY(session().isOwn());
    auto* const sequences = m_window->findChild<ToolBar*>()->findChildren<QComboBox*>().last();
    QVERIFY(sequences->isVisible() && !sequences->isEnabled());
    QVERIFY(!sequences->toolTip().isEmpty());
    Workspace& workspace = m_window->workspace();
    const auto words = [&](Index sequence) {
        return std::ssize(own.tokens[static_cast<std::size_t>(sequence)]);
    };
    const Index padded = words(0) < own.queryLength() ? 0 : 1;
    QVERIFY(words(padded) < own.queryLength());
    // Another one may be shown all the same: nothing said there is an answer.
    workspace.showSequence(1);
    workspace.lock(PanelCell{0, 1, 1});
    settle();
    QVERIFY(!session().state()->prediction(0));
    workspace.lock(std::nullopt);
    workspace.showSequence(0);
    workspace.lock(PanelCell{0, 1, 1});
    settle();
    QVERIFY(session().state()->prediction(0));
    leave();
    // Padding is no word, and it says so.
    workspace.showSequence(padded);
    settle();
    open("mask-polarity");
    workspace.lock(PanelCell{0, own.queryLength() - 1, 0});
    settle();
    QVERIFY(!session().state()->prediction(0) && session().clickedPadding());
    const auto labels = panel().box(0)->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* label) { return label->text().contains(u"padding"); }));
    workspace.lock(PanelCell{0, words(padded) - 1, 0});
    settle();
    QVERIFY(session().state()->prediction(0) && !session().clickedPadding());
    play(true);
    QVERIFY(sequences->isEnabled());
}

void TestLessonSession::back_to_the_lesson_looks_where_it_looked() {
    typeOwn();
    QVERIFY(session().open(findLesson("one-input"), false).ok());
    settle();
    answerFirstOf();
    settle();
    const Selection before = m_window->workspace().selection();
    QCOMPARE(before.stage, Stage::Scores);
    QVERIFY(before.locked);
    QVERIFY(session().askAgain(0).ok());
    settle();
    QVERIFY(session().isAskingAgain());
    m_window->workspace().showStage(Stage::Weights);
    m_window->workspace().lock(std::nullopt);
    settle();
    session().backToLesson();
    settle();
    QCOMPARE(m_window->workspace().selection().stage, before.stage);
    QCOMPARE(m_window->workspace().selection().panel, before.panel);
    QVERIFY(m_window->workspace().selection().locked == before.locked);
}

void TestLessonSession::what_is_asked_last_is_of_ones_own_numbers() {
    typeOwn();
    QStringList asked;
    for (int time = 0; time < 2; ++time) {
        QVERIFY(session().askOwn());
        settle();
        QTRY_VERIFY(session().state() && session().isAskingOwn());
        const LessonQuestion& question = session().lesson()->questions.front();
        QVERIFY(question.ofOwn);
        asked << QString::fromStdString(session().lesson()->id);
        answerFirstOf();
        leave();
    }
    QVERIFY2(asked[0] != asked[1], qPrintable(asked.join(u' '))); // that one is known
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
    QVERIFY(slideOf(*m_window).isVisible());
    const std::weak_ptr<const Trace> run = m_window->workspace().scene().run->trace();
    m_window->setPresentation(false);
    m_window->settle();
    session().close();
    QVERIFY(m_window->workspace().edit(want::NewSeed{}).ok());
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

void TestLessonSession::what_one_had_comes_back_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<QString>("how");
    std::size_t place = 0;
    for (const LessonPointer& lesson : lessons()) {
        if (sanitized && place++ % 3 > 0)
            continue;
        for (const char* how : {"answered", "by N", "left in the middle", "in F11"})
            QTest::addRow("%s, %s", lesson->id.c_str(), how)
                << QString::fromStdString(lesson->id) << QString::fromLatin1(how);
    }
}

void TestLessonSession::what_one_had_comes_back() {
    QFETCH(QString, lesson);
    QFETCH(QString, how);
    const Experiment own = typeOwn();
    m_window->showPage("lines");
    settle();
    QUndoStack& history = document().undoStack();
    document().edit(QStringLiteral("causal"), withCausal(own, !own.causal));
    history.undo(); // there is something to redo
    settle();
    const PreparedView before = m_window->prepared().view();
    const auto whole = [&history] {
        QStringList texts = {QString::number(history.index())};
        for (int i = 0; i < history.count(); ++i)
            texts << history.text(i);
        return texts;
    };
    const QStringList steps = whole();
    open(lesson.toLatin1());
    if (how == u"in F11"_s)
        m_window->setPresentation(true);
    if (how == u"left in the middle"_s)
        answerFirstOf();
    else
        play(how != u"answered"_s);
    QVERIFY(*document().own().experiment() == own);
    m_window->setPresentation(false);
    settle();
    leave();
    QVERIFY(m_window->workspace().experiment() == own);
    QCOMPARE(m_window->workspace().scene().run->heads(), Index{2});
    QCOMPARE(whole(), steps);
    const PreparedView after = m_window->prepared().view();
    QCOMPARE(after.page, before.page);
    QVERIFY(after.stage == before.stage && after.head == before.head);
    QVERIFY(after.cell == before.cell);
    QVERIFY(after == before);
    history.redo();
    QVERIFY(m_window->workspace().experiment() == withCausal(own, !own.causal));
}

void TestLessonSession::the_same_view_is_the_same_picture() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    Workspace& workspace = m_window->workspace();
    const PreparedView view = m_window->prepared().view();
    QVERIFY(!view.cell);
    const Selection kept = workspace.selection();
    QVERIFY(kept.hovered); // as it opens
    workspace.lock(PanelCell{kept.panel, 6, 5});
    settle();
    m_window->prepared().show(view);
    settle();
    QVERIFY(workspace.selection() == kept); // whatever was asked before
}

void TestLessonSession::a_lesson_begins_with_the_whole_matrix() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    HeadsView& view = m_window->page<HeadsPage>().heads();
    view.showCells({2, 6, 2, 6});
    const CellSpan seen = view.seenCells();
    QVERIFY(!(seen == view.geometryNow().matrix.span()));
    open("which-axis");
    QVERIFY(view.seenCells() == view.geometryNow().matrix.span());
    leave();
    const CellSpan now = view.seenCells();
    QCOMPARE(now.firstRow, seen.firstRow);
    QCOMPARE(now.endRow, seen.endRow);
    QCOMPARE(now.firstColumn, seen.firstColumn);
    // As many columns as have room beside them.
    QVERIFY(now.endColumn >= seen.endColumn && now.endColumn < 10);
}

void TestLessonSession::from_lesson_to_lesson_ones_own_stays_put_aside() {
    const Experiment own = typeOwn();
    const PreparedView before = m_window->prepared().view();
    for (const LessonPointer& lesson : lessons()) {
        open(lesson->id.c_str());
        QVERIFY(*document().own().experiment() == own);
        // It starts from that, not from what the lesson before it left.
        if (session().isOwn())
            QVERIFY(*session().state()->start().experiment() ==
                    *lessonStart(*lesson, own)->experiment());
        answerFirstOf();
    }
    leave();
    QVERIFY(m_window->workspace().experiment() == own);
    QVERIFY(m_window->prepared().view() == before);
}

void TestLessonSession::what_is_saved_in_a_lesson_is_ones_own() {
    const Experiment own = typeOwn();
    QTemporaryDir folder;
    const QString path = folder.filePath(u"own.headscope"_s);
    document().setSaved(path, {});
    open("more-heads");
    play(true);
    QCOMPARE(document().place().path, path);
    QVERIFY(document().isSaved()); // nothing of one's own was changed
    m_window->findChild<ExperimentFile*>()->save();
    leave();
    QVERIFY(document().isSaved());
    auto other = shownWindow(findExample("one-row")->make());
    QVERIFY(other->openFile(path));
    other->settle();
    QVERIFY(other->workspace().experiment() == own);
    QCOMPARE(other->workspace().selection().stage, Stage::Scores);
    QCOMPARE(other->workspace().selection().panel, 1);
}

void TestLessonSession::another_document_ends_the_lesson() {
    typeOwn();
    open("more-heads");
    document().replace(findExample("arange")->make());
    settle();
    QVERIFY(!session().lesson());
    QVERIFY(m_window->workspace().experiment() == findExample("arange")->original());
}

void TestLessonSession::undo_leads_out_of_a_lesson_and_leaving_gives_back_all_the_same() {
    const Experiment own = typeOwn();
    open("which-axis");
    answerFirstOf();
    for (int i = 0; i < 4; ++i)
        document().undoStack().undo(); // also what was done before the lesson
    settle();
    QVERIFY(!(m_window->workspace().experiment() == own));
    leave();
    QVERIFY(m_window->workspace().experiment() == own);
}

void TestLessonSession::a_question_is_asked_again_on_ones_own() {
    const Experiment own = typeOwn();
    open("which-axis");
    QVERIFY(session().isOwn()); // there is nothing else to ask
    answerFirstOf();
    QVERIFY(!named<QPushButton>(*panel().box(0), "again"));
    open("view-transpose"); // on its example
    if (session().isOwn())
        QVERIFY(!session().mayAskAgain(0));
    QVERIFY(session().open(findLesson("which-root"), false).ok());
    settle();
    QVERIFY(!session().ground().isEmpty() && panel().note());
    play(false);
    QVERIFY(named<QPushButton>(*panel().box(1), "again"));
    QCOMPARE(named<QPushButton>(*panel().box(1), "again")->text(), u"Ask again on my sentence"_s);
    const Experiment stood = m_window->workspace().experiment();
    named<QPushButton>(*panel().box(1), "again")->click();
    settle();
    QVERIFY(session().isAskingAgain());
    QCOMPARE(session().lesson()->questions.size(), std::size_t{1});
    QCOMPARE(session().state()->start().experiment()->tokens, own.tokens);
    LessonAnswer answer;
    answer.number = 0.5;
    session().predict(0, answer);
    session().reveal(0);
    settle();
    // The weight is that of one's own run.
    const Lesson& lesson = *session().lesson();
    const LessonPlace asked = *session().state()->place("weight");
    const Trace& trace = *m_window->workspace().scene().trace;
    QCOMPARE(*session().state()->verdict(0)->answer,
             static_cast<double>(
                 trace[TensorName::AttentionWeights](0, *asked.head, *asked.query, *asked.key)));
    QCOMPARE(lesson.id, std::string("which-root"));
    named<QPushButton>(panel(), "end")->click();
    settle();
    QVERIFY(!session().isAskingAgain());
    QVERIFY(session().state()->isDone() && session().lesson() == findLesson("which-root"));
    QVERIFY(m_window->workspace().experiment() == stood);
    leave();
    QVERIFY(m_window->workspace().experiment() == own);
}

void TestLessonSession::what_cannot_be_asked_again_says_why() {
    m_window = shownWindow(findExample("one-row")->make());
    document().edit(u"own"_s,
                    *withCell(*document().experiment(), TensorName::KeyInput, {0, 0, 0}, 3));
    m_window->settle();
    open("which-axis");
    QVERIFY(!session().isOwn());
    QVERIFY2(panel().note()->text().contains(u"one looks at another"_s),
             qPrintable(panel().note()->text()));
    answerFirstOf();
    // It is known already, and said; who asks all the same hears it again.
    QVERIFY(!named<QPushButton>(*panel().box(0), "again")->isEnabled());
    (void)session().askAgain(0);
    settle();
    QVERIFY(!session().isAskingAgain());
    QVERIFY(session().state()->verdict(0)); // the lesson stays as it stood
    QVERIFY(!named<QPushButton>(*panel().box(0), "again")->isEnabled());
    QVERIFY2(session().refusal(0).contains(u"one looks at another"_s),
             qPrintable(session().refusal(0)));
    // What only a run shows: of all-equal words no weight differs.
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    document().edit(u"own"_s, *withTokens(*document().experiment(), TokenSide::Query, 0,
                                          {"book", "book", "book", "book"}));
    m_window->settle();
    open("which-axis");
    QVERIFY(!session().isOwn()); // its example came in the place of the sentence
    QVERIFY(panel().note()->text().contains(u"in no head two words"_s));
    answerFirstOf();
    QVERIFY(!named<QPushButton>(*panel().box(0), "again")->isEnabled());
    (void)session().askAgain(0);
    settle();
    QVERIFY(!session().isAskingAgain() && session().state()->verdict(0));
    QVERIFY(!session().refusal(0).isEmpty());
    // Of what was computed elsewhere there are no words and weights to change.
    QTemporaryDir folder;
    const QString path = folder.filePath(u"attention.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write(",one,two\nsees,0.25,0.75\nlooks,0.5,0.5\n") > 0);
    file.close();
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    QVERIFY(m_window->openFiles({path}));
    m_window->settle();
    QVERIFY(!document().source().experiment());
    open("which-axis");
    QVERIFY(!session().isOwn());
    QVERIFY(panel().note()->text().contains(u"computed elsewhere"_s));
    answerFirstOf();
    QVERIFY(named<QPushButton>(*panel().box(0), "again") &&
            !named<QPushButton>(*panel().box(0), "again")->isEnabled());
    QVERIFY(session().refusal(0).contains(u"computed elsewhere"_s));
}

void TestLessonSession::the_last_lesson_leads_to_ones_own_sentence() {
    const char* last = lessons().back()->id.c_str();
    // Who typed one is asked about it, else it is to be typed.
    typeOwn();
    QVERIFY(session().open(lessons().back(), false).ok());
    settle();
    play(true);
    QVERIFY(named<QPushButton>(panel(), "end"));
    QCOMPARE(named<QPushButton>(panel(), "end")->text(), u"A question on my sentence"_s);
    m_window->lessonPanel().goOn(); // N
    settle();
    // The last lesson is on a model: one before it has a question for a sentence.
    QTRY_VERIFY(session().state() && session().isAskingOwn());
    QVERIFY(session().isOwn() && session().lesson()->model.name.empty());
    QCOMPARE(session().lesson()->questions.size(), std::size_t{1});
    answerFirstOf();
    QVERIFY(named<QPushButton>(panel(), "end"));
    named<QPushButton>(panel(), "end")->click();
    settle();
    QVERIFY(!session().lesson());
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    open(last);
    play(true);
    named<QPushButton>(panel(), "end")->click();
    settle();
    QVERIFY(!session().lesson());
    auto* const tokens = qobject_cast<QPlainTextEdit*>(m_window->focusWidget());
    QVERIFY(tokens);
    // What is typed is asked about once it is complete.
    QTest::keyClicks(tokens, u"the dog saw the big cat"_s);
    settle();
    QVERIFY(!session().lesson());
    QTest::keyClick(tokens, Qt::Key_Return);
    settle();
    QTRY_VERIFY(session().state() && session().isAskingOwn());
    QCOMPARE(session().state()->start().experiment()->tokens.front(),
             (TokenList{"the", "dog", "saw", "the", "big", "cat"}));
    answerFirstOf();
    leave();
    QCOMPARE(document().experiment()->tokens.front().size(), std::size_t{6});
    // In F11, too: there it is to be typed first, and the window comes back for that.
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    open(last);
    m_window->setPresentation(true);
    play(true);
    QTest::keyClick(&slideOf(*m_window), Qt::Key_N);
    settle();
    QVERIFY(!session().lesson() && !slideOf(*m_window).isVisible());
    QVERIFY(qobject_cast<QPlainTextEdit*>(m_window->focusWidget()));
    // Who leaves it without a word is asked nothing.
    m_window->lessonPanel().window()->setFocus();
    settle();
    QVERIFY(!session().lesson());
    // Who has a model of their own open is asked about that, or types its text.
    openCarriedModel(*m_window, "The word of the fear of the");
    QVERIFY(session().open(lessons().back(), false).ok());
    settle();
    play(true);
    QCOMPARE(named<QPushButton>(panel(), "end")->text(), u"A question on my sentence"_s);
    named<QPushButton>(panel(), "end")->click();
    settle();
    QTRY_VERIFY(session().state() && session().isAskingAgain());
    QCOMPARE(session().state()->start().source.model()->text,
             std::string("The word of the fear of the"));
    leave();
    openCarriedModel(*m_window, "The cat sat on the mat.");
    open(last);
    play(true);
    named<QPushButton>(panel(), "end")->click();
    settle();
    QVERIFY(!session().lesson());
    auto* const text = qobject_cast<QPlainTextEdit*>(m_window->focusWidget());
    QVERIFY(text && text->toPlainText() == u"The cat sat on the mat."_s);
}

ModelSourcePointer TestLessonSession::openOwnModel(const char* text) {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    openCarriedModel(*m_window, text);
    const HeadPlace off{*Scope::parse("layers/2/self_attention"), 1};
    (void)m_window->workspace().edit(want::SwitchHeads{{off}, true});
    m_window->showPage("layers");
    settle();
    return document().source().model();
}

void TestLessonSession::an_own_model_survives_all_lessons() {
    const ModelSourcePointer own = openOwnModel("And the children of");
    QVERIFY(own->off.any());
    const PreparedView before = m_window->prepared().view();
    const int steps = document().undoStack().index();
    for (const LessonPointer& lesson : lessons()) {
        open(lesson->id.c_str());
        QCOMPARE(document().own().model(), own);
        answerFirstOf();
        session().backToStart();
        settle();
    }
    leave();
    QCOMPARE(document().source().model(), own); // the very object, bit for bit
    QCOMPARE(document().undoStack().index(), steps);
    QVERIFY(m_window->prepared().view() == before);
    QVERIFY(m_window->workspace().scene().run->origin().off == own->off);
    // The lessons on a model are about one's own where it suits.
    openCarriedModel(*m_window, "And it came to");
    open("previous-token");
    QVERIFY(session().isOwn() && session().ground().isEmpty());
    QCOMPARE(session().state()->start().source.model()->text, std::string("And it came to"));
    leave();
    // One that nobody has typed into stands there by chance.
    openCarriedModel(*m_window, "The cat sat on the mat.");
    open("previous-token");
    QVERIFY(!session().isOwn() && panel().note());
    QVERIFY(panel().note()->text().contains(u"And Jesus answered and"_s));
}

void TestLessonSession::a_question_about_a_head_is_asked_again_on_ones_own_model() {
    openOwnModel("And it came to");
    QVERIFY(session().open(findLesson("previous-token"), false).ok());
    settle();
    play(false);
    QVERIFY(named<QPushButton>(*panel().box(1), "again") &&
            named<QPushButton>(*panel().box(1), "again")->isEnabled());
    named<QPushButton>(*panel().box(1), "again")->click();
    settle();
    QVERIFY(session().isAskingAgain());
    QCOMPARE(session().state()->start().source.model()->text, std::string("And it came to"));
    QVERIFY(!session().state()->start().source.model()->off.any()); // as it is
    session().predict(0, {});
    session().reveal(0);
    settle();
    const LessonState& state = *session().state();
    const double token = *LessonFacts(state.start()).number("likeliest");
    QCOMPARE(*state.verdict(0)->answer,
             *LessonFacts(state.now()).call("probability", std::vector{token}));
    named<QPushButton>(panel(), "end")->click();
    settle();
    QVERIFY(session().state()->isDone() && !session().isAskingAgain());
    leave();
    // On a long text no head of it looks mostly at the token before: it says so, and goes on.
    openOwnModel("In the beginning God created the heaven and the earth.");
    open("previous-token");
    QVERIFY(!session().isOwn());
    QVERIFY2(panel().note()->text().contains(u"to the token before"_s),
             qPrintable(panel().note()->text()));
    answerFirstOf();
    QVERIFY(!named<QPushButton>(*panel().box(0), "again")->isEnabled());
    // What is no model is not offered at all, and no model is offered to other lessons.
    typeOwn();
    open("previous-token");
    answerFirstOf();
    QVERIFY(!named<QPushButton>(*panel().box(0), "again"));
    openOwnModel("And it came to");
    open("which-axis");
    answerFirstOf();
    QVERIFY(!named<QPushButton>(*panel().box(0), "again")->isEnabled());
    QVERIFY(session().refusal(0).contains(u"trained model"_s));
}

void TestLessonSession::a_head_is_switched_off_by_hand() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    open("previous-token");
    const auto isOff = [&] { return document().source().model()->off.any(); };
    const auto pressX = [&] {
        QTest::keyClick(&m_window->page<HeadsPage>().heads(), Qt::Key_X);
        settle();
    };
    QVERIFY(panel().nextWords()->isVisible());
    QCOMPARE(panel().nextWords()->rows().front().token, u"“said”"_s);
    pressX();
    QVERIFY(!isOff()); // nobody has said anything yet
    answerFirstOf();
    pressX();
    QVERIFY(!isOff());
    LessonAnswer said;
    said.number = 0.4;
    session().predict(1, said);
    pressX();
    QVERIFY(isOff());
    const auto& verdict = session().state()->verdict(1);
    QVERIFY(verdict && !verdict->right);
    QCOMPARE(session().state()->prediction(1)->number, 0.4);
    // What came of it stands in the list and in the explanation.
    const LessonNextWords::Row row = panel().nextWords()->rows().front();
    QVERIFY(row.before > 0.74 && row.now < 0.13 && row.now == *verdict->answer);
    QVERIFY(!session().state()->explanation(1, Language::English).empty());
    session().setHidesAnswers(true);
    QCOMPARE(panel().nextWords()->rows().front().now, row.before);
    session().setHidesAnswers(false);
    // The third one: this head on again, and another one off.
    session().predict(2, {});
    pressX();
    QVERIFY(!isOff() && !session().state()->verdict(2));
    m_window->workspace().showPanel(1);
    settle();
    pressX();
    QVERIFY(isOff() && session().state()->verdict(2));
    QVERIFY(session().state()->isDone());
    // Undo takes it back as it came.
    document().undoStack().undo();
    settle();
    QVERIFY(!isOff());
    leave();
}

void TestLessonSession::an_answer_in_another_layer_is_to_be_seen() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    open("first-token");
    QCOMPARE(m_window->workspace().selection().scope, std::string("layers/1/self_attention"));
    for (std::size_t i = 0; i < 3; ++i) {
        session().predict(i, {});
        session().reveal(i);
        settle();
        QCOMPARE(m_window->workspace().selection().scope,
                 std::string(i == 2 ? "layers/0/self_attention" : "layers/1/self_attention"));
    }
    QCOMPARE(m_window->workspace().selection().panel, 0);
    // Words point into the layer that they speak of, and nowhere else.
    session().pointAt(u"head"_s);
    QVERIFY(m_window->workspace().scene().pointed.empty());
    session().hold(u"head"_s);
    settle();
    QCOMPARE(m_window->workspace().selection().scope, std::string("layers/1/self_attention"));
    QCOMPARE(m_window->workspace().scene().pointed.size(), std::size_t{1});
}

void TestLessonSession::lessons_speak_the_language_of_the_reader() {
    static const QRegularExpression chinese(u"[\\x{4e00}-\\x{9fff}]"_s);
    for (const LessonPointer& lesson : lessons()) {
        m_window = shownWindow(findExample("ticket-learnt-en")->source());
        open(lesson->id.c_str());
        for (const TokenList& words : session().state()->start().run->labels().tokens) {
            for (const std::string& word : words)
                QVERIFY2(!QString::fromStdString(word).contains(chinese),
                         (lesson->id + ": " + word).c_str());
        }
    }
}

void TestLessonSession::a_lesson_follows_the_language_until_something_is_said() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    open("which-axis");
    const auto example = [&] { return session().state()->start().experiment()->example; };
    const auto speak = [&](Language language) {
        for (QAction* action : m_window->findChild<Actions*>()->language->actions()) {
            if (action->data().toString() == languageCode(language))
                action->trigger();
        }
        settle();
    };
    QCOMPARE(example(), std::string("ticket-learnt-en"));
    speak(Language::Chinese);
    QCOMPARE(session().lesson()->id, std::string("which-axis"));
    QCOMPARE(example(), std::string("ticket-learnt"));
    LessonAnswer said;
    said.option = 2;
    session().predict(0, said);
    speak(Language::English);
    QCOMPARE(example(), std::string("ticket-learnt"));
    QCOMPARE(session().state()->prediction(0)->option, std::size_t{2});
    session().reveal(0);
    settle();
    QVERIFY(!session().state()->verdict(0)->right);
    speak(Language::Chinese);
    QVERIFY(session().state()->verdict(0)); // and goes on
    session().predict(1, {});
    session().reveal(1);
    settle();
    QVERIFY(session().state()->isDone());
    speak(Language::English);
    session().goOn();
    settle();
    QCOMPARE(session().lesson()->id, std::string("one-input"));
    QVERIFY(QString::fromStdString(example()).endsWith(u"-en"_s));
    leave();
    QCOMPARE(m_window->workspace().experiment().example, std::string("ticket-learnt-en"));
}

void TestLessonSession::a_kept_view_has_its_lesson() {
    const Experiment own = typeOwn();
    const auto keep = [&] {
        headscope::testing::AnswerDialog agree(u"OK"_s);
        m_window->findChild<Actions*>()->keepView->trigger();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        settle();
    };
    keep();
    open("which-root");
    answerFirst();
    keep();
    open("more-heads"); // on an example, as a class is asked
    m_window->workspace().showStage(Stage::Scores);
    settle();
    keep();
    leave();
    const auto walks = [&] {
        QVERIFY(m_window->workspace().experiment() == own);
        QCOMPARE(document().views().size(), std::size_t{3});
        press(Qt::Key_F6);
        QVERIFY(!session().lesson());
        QCOMPARE(m_window->workspace().selection().stage, Stage::Scores);
        press(Qt::Key_Space);
        QVERIFY(session().state());
        QCOMPARE(session().lesson()->id, std::string("which-root"));
        QCOMPARE(session().current(), std::size_t{1}); // the question that was open
        press(Qt::Key_PageDown);
        QVERIFY(session().state());
        QCOMPARE(session().lesson()->id, std::string("more-heads"));
        QCOMPARE(m_window->workspace().selection().stage, Stage::Scores);
        press(Qt::Key_PageUp);
        QCOMPARE(session().lesson()->id, std::string("which-root"));
        press(Qt::Key_PageUp);
        QVERIFY(!session().lesson());
        QVERIFY(m_window->workspace().experiment() == own);
        QCOMPARE(m_window->workspace().selection().locked, (PanelCell{1, 5, 2}));
        press(Qt::Key_Escape); // ends the walk
    };
    walks();
    QTemporaryDir folder;
    const QString path = folder.filePath(u"views.headscope"_s);
    document().setSaved(path, {});
    m_window->findChild<ExperimentFile*>()->save();
    m_window = shownWindow(findExample("one-row")->make());
    QVERIFY(m_window->openFile(path));
    settle();
    walks();
}

HEADSCOPE_TEST(TestLessonSession, QApplication)
#include "test_lesson_session.moc"
