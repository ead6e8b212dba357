// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson in the window, with the hands of whoever plays it.
#include "controls/segmented_control.h"
#include "editors/setup_panel.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "forms/spin_boxes.h"
#include "lessons/lesson_dots.h"
#include "lessons/lesson_neighbours.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/lesson_text_view.h"
#include "lessons/lesson_words.h"
#include "lessons/lessons.h"
#include "lessons/number_line.h"
#include "lessons/question_box.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/page_export.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_session.h"
#include "scene/panels/matrix_panel.h"
#include "support/edits.h"
#include "support/file_texts.h"
#include "support/lesson_rows.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "type/math_text.h"
#include "window/actions.h"
#include "window/export/page_export_dialog.h"
#include "window/frame/left_side.h"
#include "window/frame/page_stack.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"

#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLayout>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTimer>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

std::unique_ptr<MainWindow> playing(const char* lesson, const char* example = "ticket") {
    auto window = shownWindow(findExample(example)->source());
    if (!window->openLesson(QString::fromLatin1(lesson)))
        qFatal("the lesson does not open");
    window->settle();
    if (!window->lessonSession().state())
        qFatal("the lesson has no first picture");
    return window;
}

/// The button of what the lesson offers to try, there or not.
QPushButton* tryOf(const LessonPanel& panel, int place) {
    return allNamed<QPushButton>(panel, "try").at(place);
}

void click(QWidget* widget) {
    QTest::mouseClick(widget, Qt::LeftButton);
}

/// Clicks a choice where its words are.
void choose(QuestionBox* box, int option) {
    QAbstractButton* button = box->choices()->button(option);
    QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
}

/// Whatever is right.
void answerAll(MainWindow& window) {
    LessonSession& session = window.lessonSession();
    for (std::size_t i = 0; i < session.lesson()->questions.size(); ++i) {
        session.predict(i, {});
        session.reveal(i);
        window.settle();
    }
    if (!session.state()->isDone())
        qFatal("a question has no answer");
}

/// The second question, a number, once the first has been answered.
QuestionBox* atTheNumber(MainWindow& window) {
    LessonPanel& panel = window.lessonPanel();
    choose(panel.box(0), 1);
    click(panel.box(0)->showButton());
    window.settle();
    return panel.box(1);
}

/// Where the words of a mark stand in a paragraph.
QPoint placeOfMark(LessonTextView& view, const QString& mark) {
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextFragment fragment = part.fragment();
            if (fragment.charFormat().anchorHref() != QStringLiteral("mark:") + mark)
                continue;
            QTextCursor cursor(view.document());
            cursor.setPosition(fragment.position() + 1);
            return view.cursorRect(cursor).center();
        }
    }
    return {};
}

} // namespace

class TestLessonDock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void predict_show_explanation_try_undo_back_to_start();
    void the_answer_waits_for_a_prediction();
    void number_line_and_field_are_one_value();
    void what_is_typed_takes_the_place_of_the_question_mark();
    void a_lesson_begins_at_its_top_data();
    void a_lesson_begins_at_its_top();
    void words_of_columns_are_all_on_the_slide();
    void a_click_on_a_cell_is_an_answer();
    void a_lesson_is_played_with_the_keyboard_alone();
    void enter_space_and_n_go_on_from_an_answer();
    void the_next_question_is_whole_or_not_begun_data();
    void the_next_question_is_whole_or_not_begun();
    void words_point_into_the_picture();
    void escape_gives_up_a_refused_prediction();
    void what_would_give_it_away_is_locked();
    void hidden_answers_are_nowhere();
    void what_is_asked_for_stands_nowhere();
    void no_option_looks_like_the_one_to_choose();
    void own_words_are_the_lesson();
    void setup_is_one_click_away();
    void the_class_sees_the_question_and_then_the_answer();
    void a_lesson_about_memory_has_its_picture_on_the_slide();
    void the_slide_is_taken_along_as_it_stands();
    void a_slide_with_a_picture_is_taken_along();
    void the_slide_keeps_the_keys();
    void an_explanation_is_read_from_the_last_row();
    void who_teaches_goes_on_past_a_question();
    void behind_the_last_question_comes_the_next_lesson();
    void words_of_the_experiment_stand_in_quotation_marks();
    void a_number_line_says_now_of_what_is_shown();
    void hidden_answers_are_passed_and_can_be_given_later();
    void what_stands_still_is_painted_once();
    void dots_say_what_was_done();
    void what_would_change_nothing_is_not_offered();
    void neighbours_have_their_whole_names();
    void the_projector_goes_its_own_way();
    void a_lesson_of_ones_own_is_dropped();
    void progress_is_kept_and_cleared();
    void leaving_gives_the_window_back();
    void ending_the_program_within_a_lesson_forgets_no_choice();
    void everything_has_a_name();
};

void TestLessonDock::predict_show_explanation_try_undo_back_to_start() {
    auto window = playing("which-root");
    LessonPanel& panel = window->lessonPanel();
    LessonSession& session = window->lessonSession();
    const Experiment start = window->workspace().experiment();
    QVERIFY(panel.isVisible());

    choose(panel.box(0), 0);
    QVERIFY(panel.box(0)->showButton()->isEnabled());
    click(panel.box(0)->showButton());
    window->settle();
    QVERIFY(session.state()->verdict(0));
    QVERIFY(!session.state()->verdict(0)->right);
    QVERIFY(window->workspace().experiment() == start); // nothing had to be changed for that

    panel.box(1)->field()->setValue(0.45);
    click(panel.box(1)->showButton());
    window->settle();
    QVERIFY(session.state()->isDone());
    QVERIFY(!window->workspace().experiment().config.scale); // an ordinary edit
    // The number is the picture's.
    const Trace& trace = *window->workspace().scene().trace;
    const float weight = trace[TensorName::AttentionWeights](0, 0, 4, 8);
    QCOMPARE(*session.state()->verdict(1)->answer, static_cast<double>(weight));
    bool said = false;
    for (auto* text : panel.box(1)->findChildren<LessonTextView*>())
        said = said || text->accessibleName().contains(QStringLiteral("2.43"));
    QVERIFY(said); // why, with the numbers of this run

    // The sentence of the start is not true any more, and says so.
    QVERIFY(panel.paragraphs()[1]->isVisible());
    QVERIFY(panel.paragraphs()[1]->accessibleName().contains(QStringLiteral("0.579")));

    QVERIFY(tryOf(panel, 2)->isEnabled()); // what was locked
    click(tryOf(panel, 0));
    window->settle();
    QCOMPARE(window->workspace().experiment().config.heads, Index{1});
    window->workspace().document().undoStack().undo();
    window->settle();
    QCOMPARE(window->workspace().experiment().config.heads, Index{8});
    click(named<QPushButton>(panel, "back"));
    window->settle();
    QVERIFY(window->workspace().experiment() == start);
    QVERIFY(!named<QPushButton>(panel, "back")->isEnabled());
    QVERIFY(!panel.paragraphs()[1]->isVisible());
    window->workspace().document().undoStack().undo(); // one step
    window->settle();
    QVERIFY(!window->workspace().experiment().config.scale);
}

void TestLessonDock::the_answer_waits_for_a_prediction() {
    auto window = playing("which-axis");
    QuestionBox* box = window->lessonPanel().box(0);
    QVERIFY(!box->showButton()->isEnabled());
    QVERIFY(!box->showButton()->toolTip().isEmpty());
    click(box->showButton());
    window->settle();
    QVERIFY(!window->lessonSession().state()->verdict(0));
    // Hints cost nothing and end.
    for (int i = 0; i < 3; ++i) {
        click(window->lessonPanel().box(0)->hintButton());
        window->settle();
    }
    QCOMPARE(window->lessonSession().state()->hints(0), std::size_t{2});
    QVERIFY(!window->lessonPanel().box(0)->hintButton()->isEnabled());
    choose(window->lessonPanel().box(0), 1);
    QVERIFY(window->lessonPanel().box(0)->showButton()->isEnabled());
}

void TestLessonDock::number_line_and_field_are_one_value() {
    auto window = playing("dropout-sum");
    QuestionBox* box = atTheNumber(*window);
    NumberLine* line = box->line();
    QTest::mouseClick(line, Qt::LeftButton, {},
                      QPoint(static_cast<int>(std::lround(line->placeOf(1.5))), 16));
    QVERIFY(std::abs(box->field()->value() - 1.5) < 0.02);
    box->field()->setFocus();
    box->field()->selectAll();
    QTest::keyClicks(box->field(), QStringLiteral("1.25"));
    QCOMPARE(window->lessonSession().state()->prediction(1)->number, 1.25);
    click(box->showButton());
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(1)->right);
    QCOMPARE(window->workspace().experiment().config.dropout, 0.2F);
}

void TestLessonDock::what_is_typed_takes_the_place_of_the_question_mark() {
    auto window = playing("dropout-sum");
    QuestionBox* box = atTheNumber(*window);
    box->field()->setFocus(Qt::OtherFocusReason);
    QCOMPARE(box->field()->text(), QStringLiteral("?"));
    QTest::keyClicks(box->field(), QStringLiteral("1.5"));
    QCOMPARE(box->field()->text(), QStringLiteral("1.5"));
    QVERIFY(!FieldCheck::of(box->field())->sentence().size());
    // N is for the lesson, and Enter says that this is what is expected.
    QTest::keyClick(box->field(), Qt::Key_N);
    QCOMPARE(box->field()->text(), QStringLiteral("1.5"));
    QVERIFY(!window->lessonSession().state()->verdict(1));
    QTest::keyClick(box->field(), Qt::Key_Return);
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(1));
    QCOMPARE(window->lessonSession().state()->prediction(1)->number, 1.5);
}

void TestLessonDock::a_lesson_begins_at_its_top_data() {
    QTest::addColumn<QString>("lesson");
    for (const LessonPointer& lesson : lessons())
        QTest::newRow(lesson->id.c_str()) << QString::fromStdString(lesson->id);
}

void TestLessonDock::a_lesson_begins_at_its_top() {
    QFETCH(QString, lesson);
    // Whatever was read of the lesson before.
    auto window = playing("one-input", "ticket-learnt-en");
    LessonPanel& panel = window->lessonPanel();
    panel.column()->verticalScrollBar()->setValue(panel.column()->verticalScrollBar()->maximum());
    QVERIFY(window->openLesson(lesson));
    window->settle();
    QTest::qWait(150); // paragraphs know how high they are a moment later
    const QScrollArea& column = *panel.column();
    const QWidget& first = *panel.box(0);
    const int bottom = first.mapTo(column.widget(), QPoint()).y() + first.height();
    // Where the introduction and the question fit, both are there from the first line on.
    if (bottom <= column.viewport()->height())
        QCOMPARE(column.verticalScrollBar()->value(), 0);
    else
        QCOMPARE(column.verticalScrollBar()->value(), bottom - column.viewport()->height());
    QVERIFY2(bottom <= column.viewport()->height(), qPrintable(QString::number(bottom)));
}

void TestLessonDock::words_of_columns_are_all_on_the_slide() {
    Experiment own = findExample("ticket-learnt-en")->make();
    const TokenList words = {"The",    "old",        "dragon", "ate", "seven",
                             "cheese", "sandwiches", "in",     "Rome"};
    own = *withTokens(own, TokenSide::Query, 0, words);
    auto window = shownWindow(findExample("ticket-learnt-en")->source().with(own));
    QVERIFY(window->openLesson(QStringLiteral("one-input")));
    window->settle();
    window->setPresentation(true);
    window->settle();
    for (const std::string& word : words) {
        const int written = static_cast<int>(
            std::ranges::count_if(textsOf(slideOf(*window)), [&word](const WrittenText& text) {
                const QString name = QString::fromStdString(word);
                return text.text == name || text.text == name + u'*';
            }));
        QVERIFY2(written == 2, word.c_str()); // as a query and as a key
    }
    // What is new to learnt weights is marked there, too.
    QVERIFY(std::ranges::any_of(textsOf(slideOf(*window)), [](const WrittenText& text) {
        return text.text == QStringLiteral("dragon*");
    }));
}

void TestLessonDock::a_click_on_a_cell_is_an_answer() {
    auto window = playing("which-axis");
    LessonPanel& panel = window->lessonPanel();
    choose(panel.box(0), 0);
    click(panel.box(0)->showButton());
    window->settle();
    const LessonPlace wanted =
        window->lessonSession().state()->place(window->lessonSession().lesson()->questions[1].cell);
    HeadsView& heads = window->page<HeadsPage>().heads();
    const auto at = [&](Index row, Index column) {
        return heads.geometryNow().matrix.cellRect(row, column).center().toPoint();
    };
    QTest::mouseClick(&heads, Qt::LeftButton, {}, at(*wanted.key, *wanted.query));
    window->settle();
    QCOMPARE(window->lessonSession().state()->prediction(1)->query, *wanted.key);
    QTest::mouseClick(&heads, Qt::LeftButton, {}, at(*wanted.query, *wanted.key));
    window->settle();
    click(panel.box(1)->showButton());
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(1)->right);
}

void TestLessonDock::a_lesson_is_played_with_the_keyboard_alone() {
    auto window = playing("which-root");
    LessonPanel& panel = window->lessonPanel();
    panel.box(0)->focusFirst();
    QTest::keyClick(window->focusWidget(), Qt::Key_Space);
    QTest::keyClick(window->focusWidget(), Qt::Key_Down);
    QCOMPARE(window->lessonSession().state()->prediction(0)->option, std::size_t{1});
    for (int i = 0; i < 4 && window->focusWidget() != panel.box(0)->showButton(); ++i)
        QTest::keyClick(window->focusWidget(), Qt::Key_Tab);
    QCOMPARE(window->focusWidget(), static_cast<QWidget*>(panel.box(0)->showButton()));
    QTest::keyClick(window->focusWidget(), Qt::Key_Space);
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(0)->right);
    // The keyboard goes on where the lesson does.
    QTRY_COMPARE(window->focusWidget(), static_cast<QWidget*>(panel.box(1)->field()));
    QTest::keyClick(window->focusWidget(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(window->focusWidget(), QStringLiteral("0.58"));
    for (int i = 0; i < 4 && window->focusWidget() != panel.box(1)->showButton(); ++i)
        QTest::keyClick(window->focusWidget(), Qt::Key_Tab);
    QTest::keyClick(window->focusWidget(), Qt::Key_Space);
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(1)->right);
}

void TestLessonDock::enter_space_and_n_go_on_from_an_answer() {
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space, Qt::Key_N}) {
        auto window = playing("which-axis");
        LessonPanel& panel = window->lessonPanel();
        LessonSession& session = window->lessonSession();
        const auto press = [&](Qt::Key pressed) {
            QTest::keyClick(window->focusWidget(), pressed);
            window->settle();
        };
        panel.box(0)->focusFirst();
        press(Qt::Key_N); // nothing is said yet
        QVERIFY(!session.state()->verdict(0));
        press(Qt::Key_Return); // Enter chooses, too
        QVERIFY(session.state()->prediction(0) && !session.state()->verdict(0));
        press(key);
        QVERIFY(session.state()->verdict(0));
        // The next answer is given in the picture; the keyboard stays, and arrow keys lead there.
        QTRY_VERIFY(panel.isAncestorOf(window->focusWidget()) && window->focusWidget() != &panel);
        if (named<QPushButton>(panel, "onward")->isVisible())
            press(Qt::Key_N);
        QTRY_COMPARE(window->focusWidget(), static_cast<QWidget*>(panel.box(1)));
        press(key); // no cell was clicked, and no hint is wanted
        QCOMPARE(session.state()->hints(1), std::size_t{0});
        QVERIFY(!session.state()->prediction(1));
        press(Qt::Key_Down);
        QVERIFY(!panel.isAncestorOf(window->focusWidget()));
        // In the picture Enter clicks the cell, and the same key leads on from there.
        press(Qt::Key_Return);
        QVERIFY(session.state()->prediction(1) && !session.state()->verdict(1));
        const Stage stage = window->workspace().selection().stage;
        press(key);
        QVERIFY(session.state()->verdict(1));
        QCOMPARE(window->workspace().selection().stage, stage);
    }
}

void TestLessonDock::the_next_question_is_whole_or_not_begun_data() {
    lessonRows();
}

void TestLessonDock::the_next_question_is_whole_or_not_begun() {
    QFETCH(QString, lesson);
    QFETCH(Language, language);
    auto window = playing("which-axis");
    window->setLanguage(language);
    QVERIFY(window->openLesson(lesson));
    window->settle();
    LessonPanel& panel = window->lessonPanel();
    LessonSession& session = window->lessonSession();
    const auto seenHeight = [&panel](const QWidget& part) {
        const QWidget& room = *panel.column()->viewport();
        return (QRect(part.mapTo(&room, QPoint()), part.size()) & room.rect()).height();
    };
    while (!session.state()->isDone()) {
        const std::size_t open = session.state()->open();
        session.predict(open, {});
        session.reveal(open);
        window->settle();
        QTest::qWait(100); // paragraphs find their height
        if (session.state()->isDone())
            break;
        const QuestionBox& next = *panel.box(session.state()->open());
        QCOMPARE(seenHeight(*panel.box(open)), panel.box(open)->height());
        // Where even the introduction leaves room, there is nothing more to fill it with.
        if (named<QPushButton>(panel, "onward")->isVisible())
            QVERIFY2(seenHeight(next) == 0 || panel.column()->verticalScrollBar()->value() == 0,
                     qPrintable(QString::number(seenHeight(next))));
        else
            QCOMPARE(seenHeight(next), next.height());
    }
    useLanguage(Language::English);
}

void TestLessonDock::words_point_into_the_picture() {
    auto window = playing("which-root");
    LessonTextView* text = window->lessonPanel().paragraphs()[0];
    const auto pointed = [&] {
        std::vector<PointedAt> all = window->workspace().scene().pointed;
        std::erase(all, askedScale()); // which stays while that is asked
        return all;
    };
    QVERIFY(pointed().empty());
    const QPoint words = placeOfMark(*text, QStringLiteral("row"));
    QVERIFY(!words.isNull());
    QTest::mouseMove(text->viewport(), words);
    QTRY_COMPARE(pointed().size(), std::size_t{1});
    QCOMPARE(*pointed().front().row, Index{4});
    QVERIFY(!pointed().front().column);
    QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, words);
    QTest::mouseMove(text->viewport(), QPoint(2, text->height() - 1));
    QTRY_COMPARE(pointed().size(), std::size_t{1}); // held
    QCOMPARE(window->lessonSession().heldMark(), QStringLiteral("row"));
    QTest::keyClick(window.get(), Qt::Key_Escape);
    QTRY_VERIFY(pointed().empty());
    QVERIFY(window->workspace().selection().locked); // the cell stays: Esc does one thing
}

void TestLessonDock::escape_gives_up_a_refused_prediction() {
    auto window = playing("which-root");
    LessonSession& session = window->lessonSession();
    session.predict(0, {});
    session.reveal(0);
    window->settle();
    NumberSpinBox* field = nullptr;
    for (auto* box : window->lessonPanel().findChildren<NumberSpinBox*>()) {
        if (box->isVisible())
            field = box;
    }
    QVERIFY(field);
    const QString before = field->text();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("x"));
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), before); // "?", as nothing was said
    QVERIFY(session.lesson());
    // What was said first stays: nobody can take it back.
    QTest::keyClicks(field, QStringLiteral("0.5"));
    const double said = field->value();
    QTest::keyClicks(field, QStringLiteral("x"));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(field->hasAcceptableInput());
    QCOMPARE(field->value(), said);
    QVERIFY(session.lesson());
}

void TestLessonDock::what_would_give_it_away_is_locked() {
    auto window = playing("which-root");
    LeftSide* side = window->findChild<LeftSide*>();
    side->choose(false);
    SetupPanel* setup = window->findChild<SetupPanel*>();
    const auto scale = [setup] {
        for (auto* box : setup->findChildren<QDoubleSpinBox*>()) {
            if (box->accessibleName().contains(QStringLiteral("cale")))
                return box;
        }
        return static_cast<QDoubleSpinBox*>(nullptr);
    };
    QVERIFY(scale());
    QVERIFY(!scale()->isEnabled());
    window->lessonSession().predict(0, {});
    window->lessonSession().reveal(0);
    window->settle();
    QVERIFY(!scale()->isEnabled());
    window->lessonSession().predict(1, {});
    window->lessonSession().reveal(1);
    window->settle();
    QVERIFY(scale()->isEnabled());
    // The wrong way beside the right one is what is asked.
    auto shapes = playing("view-transpose");
    const auto& state = shapes->page<ShapesPage>().session();
    QVERIFY(!state.options().wrongShown);
    for (std::size_t i = 0; i < 2; ++i) {
        shapes->lessonSession().predict(i, {});
        shapes->lessonSession().reveal(i);
        shapes->settle();
    }
    QVERIFY(state.options().wrongShown);
    // What the example says of itself is the answer of the first question.
    auto other = playing("which-root");
    QVERIFY(other->page<HeadsPage>().heads().picture().writtenNote().isEmpty());
}

void TestLessonDock::hidden_answers_are_nowhere() {
    auto window = playing("which-root");
    LessonPanel& panel = window->lessonPanel();
    for (std::size_t i = 0; i < 2; ++i) {
        window->lessonSession().predict(i, {});
        window->lessonSession().reveal(i);
        window->settle();
    }
    const auto everything = [&] {
        QString all;
        for (std::size_t i = 0; i < 2; ++i) {
            for (auto* text : panel.box(i)->findChildren<QLabel*>())
                all += text->text() + u'\n';
            for (auto* text : panel.box(i)->findChildren<LessonTextView*>())
                all += text->accessibleName() + u'\n';
        }
        return all;
    };
    QVERIFY(everything().contains(QStringLiteral("0.579")));
    click(panel.findChild<QCheckBox*>());
    window->settle();
    QVERIFY(!everything().contains(QStringLiteral("0.57")));
    QVERIFY(!everything().contains(QStringLiteral("computed\n")));
    QVERIFY(!everything().contains(QStringLiteral("2.43")));
    click(panel.findChild<QCheckBox*>());
    window->settle();
    QVERIFY(everything().contains(QStringLiteral("0.579")));
}

void TestLessonDock::own_words_are_the_lesson() {
    auto window = shownWindow(findExample("wrong-scale")->make());
    const Experiment own =
        *withTokens(window->workspace().experiment(), TokenSide::Query, 0, {"a", "b", "c", "d"});
    window->workspace().document().edit(QStringLiteral("own"), own);
    window->settle();
    QVERIFY(window->openLesson(QStringLiteral("which-root")));
    window->settle();
    const LessonState* state = window->lessonSession().state();
    QVERIFY(state);
    QCOMPARE(state->start().experiment()->tokens, own.tokens);
    // What does not suit the own words begins on its example.
    auto single = shownWindow(findExample("one-row")->make());
    single->workspace().document().edit(
        QStringLiteral("own"),
        withCell(single->workspace().experiment(), TensorName::KeyInput, {0, 0, 0}, 3).value());
    single->settle();
    QVERIFY(single->openLesson(QStringLiteral("which-axis")));
    single->settle();
    QVERIFY(single->lessonSession().state());
    QCOMPARE(single->workspace().experiment().example, std::string("ticket-learnt-en"));
}

void TestLessonDock::setup_is_one_click_away() {
    auto window = playing("which-axis");
    LeftSide* side = window->findChild<LeftSide*>();
    QVERIFY(window->lessonPanel().isVisible());
    QAbstractButton* setup = side->chooser().findChildren<QAbstractButton*>().first();
    click(setup);
    QVERIFY(!window->lessonPanel().isVisible());
    QVERIFY(window->findChild<SetupPanel*>()->isVisible());
    QVERIFY(window->lessonSession().state()); // it goes on
    click(side->chooser().findChildren<QAbstractButton*>().last());
    QVERIFY(window->lessonPanel().isVisible());
}

void TestLessonDock::the_class_sees_the_question_and_then_the_answer() {
    auto window = playing("one-input");
    window->setPresentation(true);
    window->settle();
    LessonSlide& slide = slideOf(*window);
    QVERIFY(slide.isVisible());
    QVERIFY(!window->pages().isVisible());
    const auto marks = [&] { return window->workspace().scene().pointed; };
    QCOMPARE(marks().size(), std::size_t{2});
    QCOMPARE(marks()[0].letter, QStringLiteral("A"));
    QVERIFY(!marks()[0].faded && !marks()[1].faded);
    QTest::keyClick(&slide, Qt::Key_H);
    QCOMPARE(window->lessonSession().state()->hints(0), std::size_t{1});
    QTest::keyClick(&slide, Qt::Key_Space);
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(0));
    QCOMPARE(window->lessonSession().current(), std::size_t{0}); // it stays in the middle
    QVERIFY(marks()[0].faded && marks()[1].faded);               // neither of them alone
    QTest::keyClick(&slide, Qt::Key_2);                          // another head, the same question
    window->settle();
    QCOMPARE(window->lessonSession().current(), std::size_t{0});
    QTest::keyClick(&slide, Qt::Key_Space);
    window->settle();
    QCOMPARE(window->lessonSession().current(), std::size_t{1});
    QTest::keyClick(&slide, Qt::Key_Escape);
    QVERIFY(!slide.isVisible());
    QVERIFY(window->pages().isVisible());
}

void TestLessonDock::a_lesson_about_memory_has_its_picture_on_the_slide() {
    auto window = playing("view-transpose");
    window->setPresentation(true);
    window->settle();
    LessonSlide& slide = slideOf(*window);
    QVERIFY(slide.isVisible() && slide.hasPicture());
    const auto says = [&](const char* words) {
        return std::ranges::any_of(textsOf(slide), [&](const WrittenText& text) {
            return text.text.contains(QLatin1String(words));
        });
    };
    QVERIFY(says("transpose(1, 2)"));
    QVERIFY(!says("Wrong"));
    QTest::keyClick(&slide, Qt::Key_Space);
    window->settle();
    QVERIFY(!says("Wrong")); // its marks could be counted, and that is asked next
    for (int i = 0; i < 2; ++i) {
        QTest::keyClick(&slide, Qt::Key_Space);
        window->settle();
    }
    QVERIFY(says("Wrong") && says("24 of"));
    QVERIFY(window->openLesson(QStringLiteral("which-axis")));
    window->settle();
    QVERIFY(slide.isVisible() && !slide.hasPicture());
}

void TestLessonDock::the_slide_is_taken_along_as_it_stands() {
    // Lines end between words, and what is lower or raised stands for "_" and "^".
    const auto bare = [](QString text) {
        return text.replace(QChar::Nbsp, u' ').remove(u' ').remove(u'_').remove(u'^');
    };
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("slide.svg"));
    for (const Language language : {Language::English, Language::Chinese}) {
        auto window = playing("which-root");
        window->setLanguage(language);
        window->setPresentation(true);
        window->settle();
        LessonSession& session = window->lessonSession();
        LessonSlide& slide = slideOf(*window);
        const auto written = [&] {
            const PageFigures figures = slide.figures();
            if (figures.stills.size() != 1)
                qFatal("a slide is one figure");
            const PageFigure& figure = figures.stills.front();
            if (!PageExport::write(figure, path, figure.look))
                qFatal("the slide is not drawn");
            return testing::textsOf(path);
        };
        const auto said = [&](const LessonText& text) {
            return withoutMarkup(
                markupText(session.state()->said(text, language, 0), *session.state()));
        };
        const LessonQuestion& question = session.lesson()->questions[0];
        const QStringList asked = written();
        // Words and numbers of the matrix, as the window has them, and what the colours stand for.
        const Scene& scene = window->workspace().scene();
        const MatrixPanel shown =
            panelsOf(*scene.trace, scene.tokens(), TensorName::AttentionWeights,
                     0)[static_cast<std::size_t>(scene.selection.panel)];
        for (const QString& word : rowLabels(scene.tokens(), shown, 0))
            QVERIFY2(asked.count(word) >= 2, qPrintable(word)); // as a query and as a key
        for (Index key = 0; key < shown.matrix.size(1); ++key) {
            const QString number = cellText(shown.matrix(2, key), 5);
            QVERIFY2(asked.contains(number), qPrintable(number));
        }
        QVERIFY(asked.contains(QStringLiteral("1"))); // head and end of the bar
        // The question in lines, and what can be chosen.
        QVERIFY(bare(asked.join(QString())).contains(bare(said(question.heading))));
        for (std::size_t i = 0; i < question.options.size(); ++i) {
            QVERIFY(asked.contains(said(question.options[i].text)));
            QVERIFY(asked.contains(QString(optionLetter(i))));
        }
        // Keys are of no use on paper.
        QVERIFY(!asked.contains(QStringLiteral("Esc")));
        QVERIFY(std::ranges::any_of(textsOf(slide), [](const WrittenText& text) {
            return text.text == QStringLiteral("Esc");
        }));
        session.advance();
        window->settle();
        const QString answered = bare(written().join(QString()));
        for (const SaidText& why : session.state()->explanation(0, language))
            QVERIFY2(answered.contains(bare(plainText(why, *session.state()))),
                     qPrintable(plainText(why, *session.state())));
    }
    useLanguage(Language::English);
}

void TestLessonDock::a_slide_with_a_picture_is_taken_along() {
    auto window = playing("view-transpose");
    window->setPresentation(true);
    window->settle();
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("slide.svg"));
    // By the door of every figure.
    bool asked = false;
    QTimer there;
    connect(&there, &QTimer::timeout, this, [&] {
        auto* dialog = qobject_cast<PageExportDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        there.stop();
        asked = true;
        dialog->saveTo(path);
        dialog->reject(); // where it could not be saved
    });
    there.start(10);
    window->findChild<Actions*>()->exportFigure->trigger();
    QVERIFY(asked);
    const QStringList texts = testing::textsOf(path);
    QVERIFY(texts.join(u' ').contains(QStringLiteral("transpose(1, 2)")));
    QVERIFY(texts.contains(QStringLiteral("Lesson 14")));
    const PageFigure figure = slideOf(*window).figures().stills.front();
    PageLook dark = figure.look;
    dark.theme = ThemeKind::Dark;
    const Result<QByteArray> png = figure.render(FigureFormat::Png, dark);
    QVERIFY(png);
    const QImage image = QImage::fromData(*png, "PNG");
    QCOMPARE(image.size(), QSize(3200, 1800));
    QCOMPARE(image.pixelColor(image.width() - 4, 4), theme(ThemeKind::Dark).base);
}

void TestLessonDock::an_explanation_is_read_from_the_last_row() {
    for (const Language language : {Language::English, Language::Chinese}) {
        auto window = playing("which-axis");
        window->setLanguage(language);
        window->setPresentation(true);
        window->settle();
        LessonSession& session = window->lessonSession();
        for (const LessonPointer& lesson : lessons()) {
            QVERIFY(window->openLesson(QString::fromStdString(lesson->id)));
            window->settle();
            for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
                session.advance(); // shows the answer
                window->resize(1440, 900);
                window->settle();
                slideOf(*window).finish();
                // All of it, to its last paragraph.
                for (const SaidText& said : session.state()->explanation(i, language)) {
                    const QString why = plainText(said, *session.state());
                    double pixels = 0; // subscripts are smaller
                    for (const WrittenText& text : textsOf(slideOf(*window))) {
                        if (text.text.size() >= 8 && why.contains(text.text.trimmed()))
                            pixels = std::max(pixels, text.pixels);
                    }
                    QVERIFY2(pixels >= 18, qPrintable(QStringLiteral("%1 %2: %3 pixels: %4")
                                                          .arg(QString::fromStdString(lesson->id))
                                                          .arg(i + 1)
                                                          .arg(pixels)
                                                          .arg(why)));
                }
                if (i + 1 < lesson->questions.size())
                    session.advance();
                window->settle();
            }
        }
    }
    useLanguage(Language::English);
}

void TestLessonDock::the_slide_keeps_the_keys() {
    for (const char* lesson : {"which-axis", "view-transpose"}) {
        auto window = playing(lesson);
        window->lessonPanel().takeKeyboard(); // who opened it answers in the panel
        window->setPresentation(true);
        window->settle();
        LessonSession& session = window->lessonSession();
        const auto press = [&](Qt::Key key) {
            QVERIFY(slideOf(*window).hasFocus());
            QTest::keyClick(window->windowHandle(), key);
            window->settle();
            QTest::qWait(1); // what asks for the keys, asks a moment later
        };
        press(Qt::Key_H);
        QCOMPARE(session.state()->hints(0), std::size_t{1});
        press(Qt::Key_Space);
        QVERIFY(session.state()->verdict(0));
        QVERIFY(!session.state()->prediction(0)); // nobody chose
        press(Qt::Key_Space);
        QCOMPARE(session.current(), std::size_t{1});
        press(Qt::Key_N);
        QVERIFY(session.state()->isDone());
        press(Qt::Key_Escape); // also where a cell is locked, of which the slide speaks
        QVERIFY(!slideOf(*window).isVisible());
    }
}

void TestLessonDock::who_teaches_goes_on_past_a_question() {
    auto window = playing("which-root");
    window->setPresentation(true);
    window->settle();
    LessonSession& session = window->lessonSession();
    const auto go = [&] {
        QTest::keyClick(&slideOf(*window), Qt::Key_N);
        window->settle();
    };
    go(); // what nobody answered is shown first
    QCOMPARE(session.current(), std::size_t{0});
    QVERIFY(session.state()->verdict(0) && !session.state()->prediction(0));
    QVERIFY(session.showsAnswer());
    go();
    QCOMPARE(session.current(), std::size_t{1});
    QVERIFY(!session.state()->verdict(1));
    go();
    QVERIFY(session.state()->isDone());
    QCOMPARE(session.current(), std::size_t{1});
    // Shown is not answered.
    QVERIFY(!session.progress().done[*session.progress().place]);
    QCOMPARE(session.progress().part, 0.0);
    bool said = false;
    for (auto* text : window->lessonPanel().box(0)->findChildren<QLabel*>())
        said = said || text->text() == QStringLiteral("Shown to the class, not answered.");
    QVERIFY(said);
}

void TestLessonDock::behind_the_last_question_comes_the_next_lesson() {
    for (const Qt::Key key : {Qt::Key_N, Qt::Key_Space}) {
        auto window = playing(lessons().back()->id.c_str());
        QVERIFY(!window->lessonSession().following());
        QVERIFY(window->openLesson(QStringLiteral("view-transpose")));
        window->settle();
        window->setPresentation(true);
        window->settle();
        LessonSession& session = window->lessonSession();
        const auto said = [&window](const char* words) {
            return std::ranges::any_of(textsOf(slideOf(*window)), [words](const WrittenText& text) {
                return text.text == QLatin1String(words);
            });
        };
        for (int i = 0; i < 4; ++i) {
            QVERIFY(!said("next lesson"));
            QCOMPARE(session.lesson()->id, std::string("view-transpose"));
            QTest::keyClick(&slideOf(*window), key);
            window->settle();
            if (session.state()->isDone())
                break;
        }
        QVERIFY(session.state()->isDone());
        QVERIFY(said("next lesson"));
        QTest::keyClick(&slideOf(*window), key);
        window->settle();
        QVERIFY2(session.lesson()->id == "more-heads", session.lesson()->id.c_str());
        QVERIFY(session.state() && !session.state()->verdict(0));
        QVERIFY(slideOf(*window).isVisible());
        for (int i = 0; i < 6 && !session.state()->isDone(); ++i) {
            QTest::keyClick(&slideOf(*window), key);
            window->settle();
        }
        QCOMPARE(session.lesson()->id, std::string("more-heads"));
        QVERIFY(session.state()->isDone() && said("next lesson"));
    }
    // Beside the picture, too.
    auto window = playing("which-root");
    for (std::size_t i = 0; i < 2; ++i) {
        QTest::keyClick(&window->lessonPanel(), Qt::Key_N);
        QCOMPARE(window->lessonSession().lesson()->id, std::string("which-root"));
        window->lessonSession().predict(i, {});
        window->lessonSession().reveal(i);
        window->settle();
    }
    QTest::keyClick(&window->lessonPanel(), Qt::Key_N);
    window->settle();
    QCOMPARE(window->lessonSession().lesson()->id, std::string("mask-first"));
}

void TestLessonDock::what_is_asked_for_stands_nowhere() {
    auto window = playing("which-root");
    const QString factor =
        numberText(static_cast<double>(*window->workspace().experiment().config.scale));
    const auto tells = [&] {
        window->settle();
        return std::ranges::any_of(seenTextsOf(*window), [&](const WrittenText& text) {
            return text.text.contains(QStringLiteral("× ") + factor) ||
                   text.text.contains(QStringLiteral("* ") + factor);
        });
    };
    window->findChild<Actions*>()->foldInspector->trigger(); // a lesson folds it
    window->findChild<LeftSide*>()->showEditors();
    const auto scale = [&] {
        for (const auto* field : window->findChildren<QDoubleSpinBox*>()) {
            if (field->accessibleName() == QStringLiteral("Scale"))
                return field->text();
        }
        return QString();
    };
    for (const char* page : {"heads", "steps", "lines", "shapes"}) {
        window->showPage(page);
        for (const Stage stage : {Stage::Scaled, Stage::Weights, Stage::Output}) {
            window->workspace().showStage(stage);
            window->workspace().lock(PanelCell{0, 2, 3});
            QVERIFY2(!tells(), page);
        }
    }
    QCOMPARE(scale(), QStringLiteral("?"));
    window->lessonSession().predict(0, {});
    window->lessonSession().reveal(0);
    window->showPage("heads");
    window->workspace().showStage(Stage::Scaled);
    QVERIFY(tells());
    window->lessonSession().predict(1, {});
    window->lessonSession().reveal(1);
    window->settle();
    QVERIFY(scale() != QStringLiteral("?"));
    window->lessonSession().close();
    window->settle();
    QVERIFY(window->workspace().scene().pointed.empty());
}

void TestLessonDock::no_option_looks_like_the_one_to_choose() {
    auto window = playing("which-root");
    click(window->lessonPanel().paragraphs()[0]->viewport()); // by hand, not by Tab
    window->lessonPanel().takeKeyboard();
    const QList<QAbstractButton*> options = window->lessonPanel().box(0)->choices()->buttons();
    QVERIFY(options[0]->hasFocus());
    const auto indicator = [&](int option) {
        return options[option]->grab().toImage().copy(0, options[option]->height() / 2 - 9, 18, 18);
    };
    QCOMPARE(indicator(0), indicator(1));
    QTest::keyClick(options[0], Qt::Key_Space); // the keyboard chooses all the same
    QVERIFY(options[0]->isChecked() && indicator(0) != indicator(1));
}

void TestLessonDock::words_of_the_experiment_stand_in_quotation_marks() {
    auto window = playing("which-axis");
    const LessonState& state = *window->lessonSession().state();
    const LessonPlace asked = *state.place("a");
    const QStringList labels = axisLabels(state.start().run->tokens(state.scope()), Axis::Query, 0,
                                          state.start().experiment()->queryLength());
    for (const Language language : {Language::English, Language::Chinese}) {
        window->setLanguage(language);
        window->settle();
        const QString heading =
            plainText(state.said(state.lesson().questions[0].heading, currentLanguage(), 0), state)
                .replace(QChar::Nbsp, u' ');
        for (const Index place : {*asked.query, *asked.key})
            QVERIFY2(heading.contains(u'“' + labels[static_cast<int>(place)] + u'”'),
                     qPrintable(heading));
    }
    window->setLanguage(Language::English);
}

void TestLessonDock::a_number_line_says_now_of_what_is_shown() {
    const auto says = [](QWidget& line, const char* words) {
        return std::ranges::any_of(textsOf(line), [words](const WrittenText& text) {
            return text.text == QLatin1String(words);
        });
    };
    auto window = playing("which-root");
    window->lessonSession().predict(0, {});
    window->lessonSession().reveal(0);
    window->settle();
    QVERIFY(says(*window->lessonPanel().box(1)->line(), "now"));
    // The answer of the first question is what is shown here, not the start.
    window = playing("dropout-sum");
    window->lessonSession().predict(0, {});
    window->lessonSession().reveal(0);
    window->settle();
    QVERIFY(!says(*window->lessonPanel().box(1)->line(), "now"));
    QVERIFY(says(*window->lessonPanel().box(1)->line(), "at the start"));
}

void TestLessonDock::hidden_answers_are_passed_and_can_be_given_later() {
    auto window = playing("which-root");
    LessonSession& session = window->lessonSession();
    const Experiment start = window->workspace().experiment();
    session.setHidesAnswers(true);
    window->setPresentation(true);
    window->settle();
    for (int i = 0; i < 3; ++i) { // the last one stays
        QTest::keyClick(&slideOf(*window), Qt::Key_N);
        window->settle();
        QCOMPARE(session.current(), std::size_t{1});
        QVERIFY(!session.state()->verdict(0) && !session.state()->verdict(1));
        QVERIFY(window->workspace().experiment() == start);
    }
    QVERIFY(session.state()->locks("scale"));
    window->setPresentation(false);
    window->settle();
    LessonPanel& panel = window->lessonPanel();
    QVERIFY(!tryOf(panel, 2)->isEnabled());
    choose(panel.box(0), 1);
    click(panel.box(0)->showButton());
    window->settle();
    QVERIFY(session.state()->verdict(0)->right);
    QVERIFY(!session.showsAnswer());
    QVERIFY(!session.state()->isDone());
    panel.box(1)->field()->setValue(0.58);
    click(panel.box(1)->showButton());
    window->settle();
    QVERIFY(session.state()->isDone());
    QVERIFY(session.progress().done[*session.progress().place]);
}

void TestLessonDock::what_stands_still_is_painted_once() {
    auto window = playing("mask-polarity");
    DisplayOptions display = window->workspace().display();
    display.reducedMotion = false;
    window->workspace().setDisplay(display);
    window->setPresentation(true);
    window->settle();
    LessonSlide& slide = slideOf(*window);
    const QImage asked = slide.grab().toImage();
    QVERIFY(slide.stillPicture().isNull());
    QTest::keyClick(&slide, Qt::Key_Space);
    QTRY_VERIFY(window->lessonSession().showsAnswer()); // to settle would end the move
    QCoreApplication::processEvents();                  // what was not it fades
    const QImage first = slide.grab().toImage();
    const qint64 shown = slide.stillPicture().cacheKey();
    QVERIFY(first != asked && !slide.stillPicture().isNull());
    QTRY_VERIFY(slide.grab().toImage() != first); // the row is swept
    QCOMPARE(slide.stillPicture().cacheKey(), shown);
    slide.finish();
    QVERIFY(slide.stillPicture().isNull());
    // What was painted once and what is painted anew are the same, but for the sum of the row.
    const QImage last = slide.grab().toImage();
    const QRect question = slide.geometryNow().question.toAlignedRect();
    QCOMPARE(last.copy(question), first.copy(question));
}

void TestLessonDock::dots_say_what_was_done() {
    auto window = playing("which-root");
    auto* dots = window->findChild<LessonDots*>();
    QVERIFY(dots->isVisible());
    QCOMPARE(dots->accessibleName(), QStringLiteral("Lesson 7 of 17; none is done yet"));
    // However many lessons there are, each has its dot.
    QVERIFY(dots->width() >= dots->sizeHint().width());
    QVERIFY(dots->parentWidget()->rect().contains(dots->geometry()));
    const QImage before = dots->grab().toImage();
    for (std::size_t i = 0; i < 2; ++i) {
        window->lessonSession().predict(i, {});
        window->lessonSession().reveal(i);
        window->settle();
        QCOMPARE(window->lessonSession().progress().part, i == 0 ? 0.5 : 1.0);
        QVERIFY(dots->grab().toImage() != before);
    }
    QCOMPARE(dots->accessibleName(), QStringLiteral("Lesson 7 of 17; done: 7"));
    QVERIFY(window->openLesson(QStringLiteral("which-axis")));
    window->settle();
    // It comes before the seventh one, and is not done for that.
    QCOMPARE(dots->accessibleName(), QStringLiteral("Lesson 1 of 17; done: 7"));
}

void TestLessonDock::what_would_change_nothing_is_not_offered() {
    auto window = playing("which-axis");
    LessonPanel& panel = window->lessonPanel();
    QVERIFY(tryOf(panel, 0)->isVisible());  // causal mask
    QVERIFY(!tryOf(panel, 1)->isVisible()); // there is none to be taken away
    answerAll(*window);
    click(named<QPushButton>(panel, "back"));
    window->settle();
    click(tryOf(panel, 0));
    window->settle();
    QVERIFY(!tryOf(panel, 0)->isVisible());
    QVERIFY(tryOf(panel, 1)->isVisible());
    click(tryOf(panel, 2)); // two heads
    window->settle();
    QCOMPARE(window->workspace().experiment().config.heads, Index{2});
    QVERIFY(!tryOf(panel, 2)->isVisible());
}

void TestLessonDock::neighbours_have_their_whole_names() {
    for (const Language language : {Language::English, Language::Chinese}) {
        useLanguage(language);
        LessonNeighbours neighbours;
        for (const int width : {312, 360}) {
            neighbours.resize(width, 60);
            neighbours.show();
            for (const LessonPointer& lesson : lessons()) {
                neighbours.setLesson(lesson);
                neighbours.layout()->activate();
                for (const auto* button : neighbours.findChildren<QPushButton*>()) {
                    if (button->isHidden())
                        continue;
                    QVERIFY(!button->text().contains(u'…'));
                    QVERIFY(button->width() >= button->sizeHint().width());
                    QVERIFY(neighbours.rect().contains(button->geometry()));
                }
            }
        }
        neighbours.setLesson(std::make_shared<const Lesson>(*lessons().front())); // somebody's own
        for (const auto* button : neighbours.findChildren<QPushButton*>())
            QVERIFY(button->isHidden());
    }
    useLanguage(Language::English);
}

void TestLessonDock::the_projector_goes_its_own_way() {
    auto window = playing("which-root");
    LessonPanel& panel = window->lessonPanel();
    window->findChild<Actions*>()->projector->trigger();
    window->settle();
    LessonSlide* slide = nullptr;
    for (auto* one : window->findChildren<LessonSlide*>()) {
        if (one->window() != window.get())
            slide = one;
    }
    QVERIFY(slide && slide->isVisible());
    QVERIFY(window->pages().isVisible()); // the window of the teacher stays as it is
    choose(panel.box(0), 1);
    click(panel.box(0)->showButton());
    window->settle();
    QCOMPARE(window->lessonSession().current(), std::size_t{0});
    click(named<QPushButton>(panel, "projector"));
    QCOMPARE(window->lessonSession().current(), std::size_t{1});
    QTest::keyClick(slide, Qt::Key_Space);
    window->settle();
    QVERIFY(window->lessonSession().state()->isDone());
    QTest::keyClick(slide, Qt::Key_Escape);
    QVERIFY(!slide->isVisible());
}

void TestLessonDock::a_lesson_of_ones_own_is_dropped() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return file.fileName();
    };
    const QByteArray own =
        R"({"format":"headscope-lesson","version":1,"id":"mine","title":{"en":"My own","zh":"自己的"},
            "minutes":3,"start":{"example":"ticket"},"text":[{"en":"{heads} heads","zh":"{heads} 个头"}],
            "questions":[{"kind":"number","heading":{"en":"How many heads?","zh":"几个头？"},
            "answer":"heads","tolerance":0,"low":0,"high":9,"decimals":0,
            "explanation":[{"en":"{heads}.","zh":"{heads}。"}]}]})";
    auto window = shownWindow(findExample("ticket")->make());
    QVERIFY(!window->openFile(write("wrong.lesson.json", "{\"format\":\"headscope-lesson\"}")));
    QVERIFY(!window->openFile(write("large.lesson.json", QByteArray(300 << 10, ' '))));
    QVERIFY(!window->openFile(folder.filePath(QStringLiteral("none.lesson.json"))));
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("folder.lesson.json")));
    QVERIFY(!window->openFile(folder.filePath(QStringLiteral("folder.lesson.json"))));
    QVERIFY(!window->lessonSession().lesson());
    QVERIFY(window->openFile(write("mine.lesson.json", own)));
    window->settle();
    QVERIFY(window->lessonSession().state());
    QCOMPARE(window->lessonPanel().paragraphs()[0]->accessibleName(), QStringLiteral("4 heads"));
    window->lessonPanel().box(0)->field()->setValue(4);
    click(window->lessonPanel().box(0)->showButton());
    window->settle();
    QVERIFY(window->lessonSession().state()->verdict(0)->right);
}

void TestLessonDock::progress_is_kept_and_cleared() {
    auto window = playing("which-root");
    const auto ticks = [&] {
        int count = 0;
        for (QMenu* menu : window->menuBar()->findChildren<QMenu*>()) {
            for (QAction* action : menu->actions())
                count += action->text().endsWith(QStringLiteral("✓"));
        }
        return count;
    };
    QCOMPARE(ticks(), 0);
    for (std::size_t i = 0; i < 2; ++i) {
        window->lessonSession().predict(i, {});
        window->lessonSession().reveal(i);
        window->settle();
    }
    QCOMPARE(ticks(), 1);
    for (QMenu* menu : window->menuBar()->findChildren<QMenu*>()) {
        for (QAction* action : menu->actions()) {
            if (action->text() == QStringLiteral("&Clear progress"))
                action->trigger();
        }
    }
    QCOMPARE(ticks(), 0);
}

void TestLessonDock::leaving_gives_the_window_back() {
    auto window = shownWindow(findExample("ticket")->make());
    QAction* turned = window->findChild<Actions*>()->rowsAreKeys;
    turned->setChecked(true);
    QVERIFY(window->openLesson(QStringLiteral("which-axis")));
    window->settle();
    QVERIFY(!window->workspace().display().rowsAreKeys); // it speaks of rows
    window->lessonSession().close();
    window->settle();
    LeftSide* side = window->findChild<LeftSide*>();
    QVERIFY(!window->lessonPanel().isVisible());
    QVERIFY(!side->chooser().isVisible());
    QVERIFY(window->workspace().scene().pointed.empty());
    QVERIFY(window->workspace().display().notes);
    QVERIFY(window->workspace().display().rowsAreKeys && turned->isChecked());
    turned->setChecked(false);
    // In the next language, too, while one is open.
    QVERIFY(window->openLesson(QStringLiteral("mask-polarity")));
    window->settle();
    window->setLanguage(Language::Chinese);
    window->settle();
    QVERIFY(
        window->lessonPanel().paragraphs()[0]->accessibleName().contains(QStringLiteral("掩码")));
    window->setLanguage(Language::English);
}

void TestLessonDock::ending_the_program_within_a_lesson_forgets_no_choice() {
    const auto window = shownWindow(findExample("ticket")->make());
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    QVERIFY(window->workspace().display().rowsAreKeys);
    QVERIFY(window->openLesson(QStringLiteral("which-axis")));
    window->settle();
    QVERIFY(!window->workspace().display().rowsAreKeys);           // its texts speak of rows
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier); // as long as it is open
    QVERIFY(!window->workspace().display().rowsAreKeys);
    window->setRemembering(true);
    window->close();
    QVERIFY(loadPreferences().rowsAreKeys);
}

void TestLessonDock::everything_has_a_name() {
    for (const LessonPointer& lesson : lessons()) {
        auto window = playing(lesson->id.c_str());
        for (QWidget* widget : window->lessonPanel().findChildren<QWidget*>()) {
            const bool reached = widget->focusPolicy() & Qt::TabFocus;
            if (!reached || !widget->isVisible() ||
                qobject_cast<QAbstractSpinBox*>(widget->parentWidget()))
                continue;
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
}

HEADSCOPE_TEST(TestLessonDock, QApplication)
#include "test_lesson_dock.moc"
