// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "lessons/own_questions.h"
#include "support/test_program.h"

#include <QtTest>

#include <algorithm>

using namespace headscope;

namespace {

std::vector<OwnQuestion> allOf(const OwnQuestions& questions, const Source& own) {
    std::vector<OwnQuestion> all;
    std::size_t from = 0;
    while (std::optional<OwnQuestion> found = questions.find(own, 0, from)) {
        from = found->next;
        all.push_back(std::move(*found));
    }
    return all;
}

/// "which-axis 1", in the order in which they are asked.
QStringList namesOf(const OwnQuestions& questions, const Source& own) {
    QStringList names;
    for (const OwnQuestion& each : allOf(questions, own))
        names << QString::fromStdString(each.lesson->id) + u' ' + QString::number(each.question);
    return names;
}

} // namespace

class TestOwnQuestions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_last_lesson_asks_first();
    void each_stands_alone();
    void what_was_answered_comes_last();
    void what_does_not_suit_is_passed_over();

private:
    Source m_own = findExample("ticket-learnt-en")->source();
};

void TestOwnQuestions::the_last_lesson_asks_first() {
    const std::vector<OwnQuestion> all = allOf({}, m_own);
    QVERIFY(all.size() > 1);
    const auto place = [](const OwnQuestion& each) {
        return *placeOfLesson(findLesson(each.lesson->id));
    };
    QVERIFY(std::ranges::is_sorted(all, std::ranges::greater(), place));
}

void TestOwnQuestions::each_stands_alone() {
    for (const OwnQuestion& each : allOf({}, m_own)) {
        const LessonPointer whole = findLesson(each.lesson->id);
        QVERIFY(whole->questions[each.question].ofOwn);
        QCOMPARE(each.lesson->questions.size(), std::size_t{1});
        QCOMPARE(each.lesson->questions[0].look, whole->questions[each.question].look);
        QVERIFY(each.lesson->text.empty() && each.lesson->tries.empty());
        QCOMPARE(each.start.experiment()->tokens, m_own.experiment()->tokens);
    }
}

void TestOwnQuestions::what_was_answered_comes_last() {
    OwnQuestions questions;
    QStringList names = namesOf(questions, m_own);
    const QStringList before = names;
    for (const OwnQuestion& each : allOf(questions, m_own)) {
        questions.setAnswered(each.lesson->id, each.question, m_own);
        questions.setAnswered(each.lesson->id, each.question, m_own); // it is known already
        names << names.takeFirst();
        QCOMPARE(namesOf(questions, m_own), names);
    }
    // Of something else nothing is answered, though its numbers are the same.
    QCOMPARE(namesOf(questions, Source(*m_own.experiment())), before);
}

void TestOwnQuestions::what_does_not_suit_is_passed_over() {
    for (const OwnQuestion& each : allOf({}, m_own))
        QVERIFY(each.lesson->model.name.empty()); // it is no trained model
    // Its words look at others, not at each other.
    QVERIFY(!namesOf({}, m_own).filter(QStringLiteral("which-axis")).isEmpty());
    const QStringList names = namesOf({}, findExample("one-row")->source());
    QVERIFY2(names.filter(QStringLiteral("which-axis")).isEmpty(), qPrintable(names.join(u' ')));
}

HEADSCOPE_TEST(TestOwnQuestions, headscope::testing::NoApplication)
#include "test_own_questions.moc"
