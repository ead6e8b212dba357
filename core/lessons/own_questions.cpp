// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/own_questions.h"

#include "lessons/lesson_state.h"

#include <algorithm>

namespace headscope {

LessonPointer onlyAsking(const Lesson& lesson, std::size_t question) {
    auto asked = std::make_shared<Lesson>(lesson);
    asked->questions = {lesson.questions[question]};
    asked->text.clear();
    asked->tries.clear();
    return asked;
}

std::optional<OwnQuestion> OwnQuestions::find(const Source& own, Index sequence,
                                              std::size_t from) const {
    std::vector<Answered> all;
    for (std::size_t i = lessons().size(); i-- > 0;) {
        const Lesson& lesson = *lessons()[i];
        for (std::size_t question = 0; question < lesson.questions.size(); ++question) {
            if (lesson.questions[question].ofOwn)
                all.push_back({lesson.id, question, own});
        }
    }
    std::stable_partition(all.begin(), all.end(),
                          [&](const Answered& each) { return !isAnswered(each); });
    for (std::size_t i = from; i < all.size(); ++i) {
        LessonPointer asked = onlyAsking(*findLesson(all[i].lesson), all[i].question);
        if (Result<Source> start = lessonStart(*asked, own, sequence))
            return OwnQuestion{std::move(asked), all[i].question, std::move(*start), i + 1};
    }
    return std::nullopt;
}

void OwnQuestions::setAnswered(const std::string& lesson, std::size_t question, const Source& own) {
    const Answered known{lesson, question, own};
    if (!isAnswered(known))
        m_answered.push_back(known);
}

bool OwnQuestions::isAnswered(const Answered& known) const {
    return std::ranges::find(m_answered, known) != m_answered.end();
}

} // namespace headscope
