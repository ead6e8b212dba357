// SPDX-License-Identifier: GPL-3.0-or-later
#include "played_lesson.h"

#include "lessons/lesson_session.h"
#include "lessons/lessons.h"
#include "window/main_window.h"

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// "which-axis, scores-weights … and more-heads".
std::string lessonNames() {
    QStringList names;
    for (const LessonPointer& lesson : lessons())
        names << QString::fromStdString(lesson->id);
    return anyOf(names, u" and "_s).toStdString();
}

} // namespace

const OptionTable<PlayedLesson>& lessonOptions() {
    static const OptionTable<PlayedLesson> table({
        {{u"lesson"_s, u"a lesson, such as which-root, on its example unless another is named"_s,
          u"NAME"_s},
         [](auto& in, auto n, auto& l) {
             l.id = in.text(n);
             if (in.isSet(n) && !findLesson(l.id.toStdString()))
                 in.fail(makeError("there is no lesson \"%1\"; there are %2", l.id.toStdString(),
                                   lessonNames()));
         }},
        {{u"question"_s, u"of the lesson: the open question, from 1; those before are answered"_s,
          u"N"_s},
         [](auto& in, auto n, auto& l) {
             if (!in.isSet(n) || l.id.isEmpty()) // reading all lessons takes a while
                 return;
             if (const LessonPointer lesson = findLesson(l.id.toStdString()))
                 in.number(n, 1, static_cast<int>(lesson->questions.size()), l.question);
         }},
        {{u"hide-answers"_s, u"of the lesson: answers and explanations are hidden"_s},
         [](auto& in, auto n, auto& l) { l.hidesAnswers = in.isSet(n); }},
    });
    return table;
}

Status playLesson(MainWindow& window, const PlayedLesson& lesson, bool ownExperiment) {
    LessonSession& session = window.lessonSession();
    if (const Status opened = session.open(findLesson(lesson.id.toStdString()), ownExperiment);
        !opened)
        return makeError("--lesson %1: %2", lesson.id.toStdString(), opened.error().text());
    window.settle();
    if (!session.state() || session.isOwn() != ownExperiment)
        return makeError("--lesson %1: it does not suit this experiment: %2",
                         lesson.id.toStdString(), session.unsuited().toStdString());
    for (int i = 1; i < lesson.question && !session.state()->isDone(); ++i) {
        const std::size_t open = session.state()->open();
        const LessonQuestion& question = session.lesson()->questions[open];
        LessonAnswer answer;
        answer.number = (session.state()->number(question.low, open).value_or(0) +
                         session.state()->number(question.high, open).value_or(1)) /
                        2;
        session.predict(open, answer);
        session.reveal(open);
        window.settle();
        if (session.current() == open && !session.state()->isDone()) {
            session.advance(); // on a slide the answered question stays in the middle
            window.settle();
        }
    }
    session.setHidesAnswers(lesson.hidesAnswers);
    window.settle();
    return Done{};
}

} // namespace headscope
