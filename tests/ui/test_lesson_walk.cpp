// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through all questions of all lessons, in the window and on the projector: no text lies on
// another one, none is cut, and what is asked is to be seen.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/lessons.h"
#include "lessons/question_box.h"
#include "lessons/slide/lesson_slide.h"
#include "support/lesson_rows.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// What is right, of a question that was answered; else what is not.
LessonAnswer answerOf(const LessonState& state, std::size_t question, bool right) {
    const LessonVerdict& verdict = *state.verdict(question);
    const LessonQuestion& asked = state.lesson().questions[question];
    LessonAnswer answer;
    if (asked.kind == LessonQuestion::Kind::Choice) {
        while (verdict.options[answer.option] != right)
            ++answer.option;
    } else if (asked.kind == LessonQuestion::Kind::Number) {
        const double low = state.number(asked.low, question).value();
        const double high = state.number(asked.high, question).value();
        const bool nearLow = *verdict.answer - low < high - *verdict.answer;
        answer.number = right ? *verdict.answer : nearLow ? high : low;
    } else {
        answer.query = verdict.query.value_or(0);
        answer.key = verdict.key.value_or(0);
        if (!right)
            answer.query = answer.query == 0 ? 1 : 0;
    }
    return answer;
}

/// Answers the open question.
void answerNext(MainWindow& window, const LessonAnswer& answer) {
    LessonSession& session = window.lessonSession();
    const std::size_t question = session.state()->answered();
    session.predict(question, answer);
    session.reveal(question);
    window.settle();
    QVERIFY(session.state()->verdict(question));
}

/// Opens a lesson and answers some of its questions.
void playLesson(MainWindow& window, const std::string& id,
                const std::vector<LessonAnswer>& answers) {
    QVERIFY(window.openLesson(QString::fromStdString(id)));
    window.settle();
    QVERIFY(window.lessonSession().state());
    for (const LessonAnswer& answer : answers)
        answerNext(window, answer);
}

/// The first text of which its own widget leaves nothing, or not all, wherever that is scrolled to.
QString cutByItsWidget(QWidget& within) {
    for (const WrittenText& text : seenTextsOf(*within.window())) {
        const QRectF place(within.mapTo(within.window(), QPoint()), within.size());
        if (!place.intersects(text.room))
            continue;
        const QRectF left = text.ink & text.room;
        if (text.ink.width() - left.width() > 1.5 || text.ink.height() - left.height() > 1.5)
            return QStringLiteral("“%1” at %2, %3 is cut by its widget: %4 × %5 of %6 × %7")
                .arg(text.text)
                .arg(text.ink.x())
                .arg(text.ink.y())
                .arg(left.width())
                .arg(left.height())
                .arg(text.ink.width())
                .arg(text.ink.height());
    }
    return {};
}

/// Whether the column of the lesson shows the whole of it.
bool isWhollySeen(LessonPanel& panel, const QWidget& part) {
    const QWidget& room = *panel.column()->viewport();
    return part.isVisible() &&
           room.rect().contains(QRect(part.mapTo(&room, QPoint()), part.size()));
}

/// What answers an open question.
QWidget& fieldOf(QuestionBox& box) {
    if (box.choices())
        return *box.choices()->buttons().first();
    return box.field() ? static_cast<QWidget&>(*box.field()) : *box.showButton();
}

/// Whether what came of the last answer is not to be seen by itself.
QString hiddenAnswerIn(LessonPanel& panel, const LessonState& state) {
    const std::size_t answered = state.answered();
    const std::size_t last = state.lesson().questions.size() - 1;
    if (answered > 0 && state.hints(std::min(answered, last)) == 0 &&
        !isWhollySeen(panel, *panel.box(answered - 1)))
        return QStringLiteral("the answer to question %1 is below the fold").arg(answered);
    return state.isDone() && !isWhollySeen(panel, *named<QPushButton>(panel, "end"))
               ? QStringLiteral("what comes next is below the fold")
               : QString();
}

/// The same of the open question, after the button that leads there, if any; `whole`: all of it,
/// not only what answers it.
QString hiddenQuestionIn(LessonPanel& panel, const LessonState& state, bool whole) {
    if (state.isDone())
        return {};
    if (named<QPushButton>(panel, "onward")->isVisible())
        named<QPushButton>(panel, "onward")->click();
    QuestionBox& open = *panel.box(state.open());
    return isWhollySeen(panel, whole ? static_cast<QWidget&>(open) : fieldOf(open))
               ? QString()
               : QStringLiteral("question %1 is below the fold").arg(state.open() + 1);
}

/// The first text of a lesson that is small and no subscript, in words.
QString smallIn(LessonPanel& panel) {
    for (const WrittenText& text : textsOf(*panel.column()->widget())) {
        const bool isScript = text.pixels <= 14 && text.text.size() <= 20 &&
                              (std::abs(text.pixels - 10) < 1 || std::abs(text.pixels - 13.3) < 1);
        if (text.pixels < 15 && !isScript)
            return QStringLiteral("“%1” has %2 pixels").arg(text.text).arg(text.pixels);
    }
    return {};
}

} // namespace

class TestLessonWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void every_text_of_a_lesson_has_its_place_data();
    void every_text_of_a_lesson_has_its_place();
    void every_text_of_a_slide_has_its_place_data();
    void every_text_of_a_slide_has_its_place();
};

void TestLessonWalk::every_text_of_a_lesson_has_its_place_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<Language>("language");
    QTest::addColumn<bool>("own");
    for (const LessonPointer& lesson : lessons()) {
        for (const Language language : {Language::English, Language::Chinese}) {
            for (const bool own : {false, true})
                QTest::addRow("%s, %s%s", lesson->id.c_str(), qPrintable(languageCode(language)),
                              own ? ", own sentence" : "")
                    << QString::fromStdString(lesson->id) << language << own;
        }
    }
}

void TestLessonWalk::every_text_of_a_lesson_has_its_place() {
    QFETCH(QString, lesson);
    QFETCH(Language, language);
    QFETCH(bool, own);
    const std::string id = lesson.toStdString();
    auto window = shownWindow(findExample("ticket")->make());
    window->setLanguage(language);
    if (own) { // a word stands in it twice, and one is long
        Document& document = window->workspace().document();
        document.edit(QStringLiteral("own"),
                      *withTokens(*document.experiment(), TokenSide::Query, 0,
                                  {"the", "teacher", "had", "Tom", "help", "the", "class", "book",
                                   "unforgettable", "tickets"}));
        window->settle();
    }
    const std::size_t questions = findLesson(id)->questions.size();
    playLesson(*window, id, std::vector<LessonAnswer>(questions));
    if (own && !window->lessonSession().ground().isEmpty())
        QSKIP("the lesson takes its example");
    std::vector<LessonAnswer> right;
    std::vector<LessonAnswer> wrong;
    for (std::size_t i = 0; i < questions; ++i) {
        right.push_back(answerOf(*window->lessonSession().state(), i, true));
        wrong.push_back(answerOf(*window->lessonSession().state(), i, false));
    }
    QStringList found;
    const auto look = [&](const QString& how) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768)}) {
            window->resize(size);
            for (int turn = 0; turn < 3; ++turn) { // in a narrow window a question is built anew
                window->settle();
                QCoreApplication::processEvents();
            }
            const std::vector<WrittenText> texts = seenTextsOf(*window);
            QVERIFY(texts.size() > 20);
            const LessonState& state = *window->lessonSession().state();
            const bool whole = size.width() == 1440;
            LessonPanel& panel = window->lessonPanel();
            QString hidden;
            // In the small window long answers are scrolled to.
            if (whole)
                (void)QTest::qWaitFor(
                    [&] { return (hidden = hiddenAnswerIn(panel, state)).isEmpty(); });
            if (hidden.isEmpty())
                (void)QTest::qWaitFor(
                    [&] { return (hidden = hiddenQuestionIn(panel, state, whole)).isEmpty(); });
            for (const QString& bad :
                 {overlapIn(seenPartsOf(texts)), cutIn(texts, scrolledRooms(*window)),
                  cutByItsWidget(panel), smallIn(panel), hidden}) {
                if (!bad.isEmpty())
                    found << QStringLiteral("%1, %2x%3: %4")
                                 .arg(how)
                                 .arg(size.width())
                                 .arg(size.height())
                                 .arg(bad);
            }
        }
    };
    for (const bool rightly : {true, false}) {
        const std::vector<LessonAnswer>& answers = rightly ? right : wrong;
        playLesson(*window, id, {});
        for (std::size_t answered = rightly ? 0 : 1; answered <= questions; ++answered) {
            window->resize(1440, 900);
            if (answered > 0)
                answerNext(*window, answers[answered - 1]);
            const QString how =
                QStringLiteral("%1 answered %2")
                    .arg(answered)
                    .arg(rightly ? QStringLiteral("right") : QStringLiteral("wrong"));
            look(how);
            if (answered == questions)
                continue;
            for (int hint = 0; hint < 2; ++hint)
                window->lessonSession().hint(answered);
            look(how + QStringLiteral(", with hints"));
        }
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestLessonWalk::every_text_of_a_slide_has_its_place_data() {
    lessonRows();
}

void TestLessonWalk::every_text_of_a_slide_has_its_place() {
    QFETCH(QString, lesson);
    QFETCH(Language, language);
    auto window = shownWindow(findExample("ticket")->make());
    window->setLanguage(language);
    window->setPresentation(true);
    playLesson(*window, lesson.toStdString(), {});
    LessonSlide& slide = slideOf(*window);
    QVERIFY(slide.isVisible());
    LessonSession& session = window->lessonSession();
    QStringList found;
    const auto look = [&](const char* how) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768), QSize(1920, 1080)}) {
            window->resize(size);
            window->settle();
            slide.finish();
            const std::vector<WrittenText> texts = textsOf(slide);
            QVERIFY(texts.size() > 10);
            QString bad = cutIn(texts, {});
            for (const WrittenText& text : texts) {
                if (text.text.contains(u"““"))
                    bad += text.text;
            }
            if (!bad.isEmpty())
                found << QStringLiteral("question %1 %2, %3x%4: %5")
                             .arg(session.current() + 1)
                             .arg(QLatin1String(how))
                             .arg(size.width())
                             .arg(size.height())
                             .arg(bad);
        }
    };
    for (std::size_t i = 0; i < session.lesson()->questions.size(); ++i) {
        QCOMPARE(session.current(), i);
        look("asked");
        QTest::keyClick(&slide, Qt::Key_N);
        window->settle();
        QVERIFY(session.state()->verdict(i));
        look("answered");
        if (!session.state()->isDone())
            QTest::keyClick(&slide, Qt::Key_N);
        window->settle();
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

HEADSCOPE_TEST(TestLessonWalk, QApplication)
#include "test_lesson_walk.moc"
