// SPDX-License-Identifier: GPL-3.0-or-later
// On what a lesson is played: what one has, or what the lesson names in its place.
#include "checkpoint/model_source.h"
#include "examples/examples.h"
#include "lessons/lesson_ground.h"
#include "lessons/lesson_words.h"
#include "lessons/lessons.h"
#include "support/edits.h"
#include "support/test_program.h"

using namespace headscope;

namespace {

/// What somebody made of an example whose words look at others.
Source edited() {
    return *testing::withCell(findExample("one-row")->make(), TensorName::KeyInput, {0, 0, 0}, 3);
}

} // namespace

class TestLessonGround : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ones_own_stands_in_the_place_of_nothing();
    void an_example_stands_in_the_place_of_ones_own();
    void what_nobody_touched_has_its_title();
    void a_model_stands_in_the_place_of_ones_own();
    void what_is_not_there_is_an_error();

private:
    const Lesson& m_lesson = *findLesson("which-axis");
    const Example& m_example = *findExample(m_lesson.example, currentLanguage());
};

void TestLessonGround::ones_own_stands_in_the_place_of_nothing() {
    const Source own = edited();
    const LessonGround ground(own);
    QVERIFY(ground.isOwn() && !ground.isInPlaceOfOther());
    QVERIFY(ground.source() == own);
    QVERIFY(ground.words(false).isEmpty() && !ground.unsuited());
    QVERIFY(!LessonGround().isOwn() && LessonGround().words(false).isEmpty());
}

void TestLessonGround::an_example_stands_in_the_place_of_ones_own() {
    QVERIFY(!titleOfUntouched(edited()));
    const Result<LessonGround> ground = LessonGround::of(m_lesson, edited(), 0);
    QVERIFY(ground.ok());
    QVERIFY(!ground->isOwn() && ground->isInPlaceOfOther());
    QVERIFY(ground->source() == m_example.source());
    QVERIFY(ground->unsuited() && ground->titleOfOther().isEmpty());
    QVERIFY(ground->words(false).contains(exampleTitle(m_example)));
    QVERIFY(!ground->words(true).isEmpty());
    QVERIFY(!ground->words(true).contains(exampleTitle(m_example)));
}

void TestLessonGround::what_nobody_touched_has_its_title() {
    const Example& other = *findExample("one-row");
    const Result<LessonGround> ground = LessonGround::of(m_lesson, other.source(), 0);
    QVERIFY(ground.ok() && ground->isInPlaceOfOther());
    QCOMPARE(ground->titleOfOther(), exampleTitle(other));
    QVERIFY(!ground->unsuited()); // nobody asked for it
    // The example of the lesson itself is what it is played on anyway.
    const Result<LessonGround> same = LessonGround::of(m_lesson, m_example.source(), 0);
    QVERIFY(same.ok() && !same->isOwn() && !same->isInPlaceOfOther());
    QVERIFY(same->words(false).isEmpty());
}

void TestLessonGround::a_model_stands_in_the_place_of_ones_own() {
    const Lesson& lesson = *findLesson("previous-token");
    const Result<LessonGround> ground = LessonGround::of(lesson, edited(), 0);
    QVERIFY(ground.ok() && ground->isInPlaceOfOther() && ground->unsuited());
    const QString text = QString::fromStdString(lesson.model.text);
    QCOMPARE(QString::fromStdString(ground->source().model()->text), text);
    QVERIFY(ground->words(false).contains(text));
    const Result<LessonGround> same = LessonGround::of(lesson, ground->source(), 0);
    QVERIFY(same.ok() && !same->isInPlaceOfOther());
    // As it comes along it reads something else.
    const Source untouched(
        std::make_shared<const ModelSource>(modelSource(ground->source().model()->model)));
    const Result<LessonGround> other = LessonGround::of(lesson, untouched, 0);
    QVERIFY(other.ok() && other->isInPlaceOfOther());
    QVERIFY(!other->titleOfOther().isEmpty());
}

void TestLessonGround::what_is_not_there_is_an_error() {
    Lesson lesson = m_lesson;
    lesson.example = "none";
    QVERIFY(!LessonGround::of(lesson, edited(), 0).ok());
    lesson.model.name = "none";
    QVERIFY(!LessonGround::of(lesson, edited(), 0).ok());
}

HEADSCOPE_TEST(TestLessonGround, QCoreApplication)
#include "test_lesson_ground.moc"
