// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_marks.h"

#include "lessons/lesson_words.h"
#include "words/numbers/formula.h"

namespace headscope {

namespace {

PointedAt pointedAt(const LessonPlace& place) {
    PointedAt at;
    if (place.head)
        at.panel = static_cast<int>(*place.head);
    at.row = place.query;
    at.column = place.key;
    if (place.stage)
        at.stage = stageOf(*place.stage);
    return at;
}

} // namespace

std::vector<PointedAt> lessonMarks(const LessonState& state, std::size_t question,
                                   bool hidesAnswers, const PointingWords& words,
                                   const std::string& shown) {
    const auto placeOf = [&](const std::string& mark) {
        const auto place = state.place(mark);
        const bool seen = place && (place->scope.empty() || place->scope == shown);
        return seen ? place : std::nullopt;
    };
    std::vector<PointedAt> all;
    const std::vector<LessonOption>& options = state.lesson().questions[question].options;
    const auto& verdict = state.verdict(question);
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto place = placeOf(options[i].mark);
        if (!place)
            continue;
        PointedAt at = pointedAt(*place);
        at.letter = optionLetter(i);
        at.faded = verdict && !hidesAnswers && !verdict->options[i];
        all.push_back(at);
    }
    const auto add = [&](const QString& mark) {
        if (const auto place = placeOf(mark.toStdString()))
            all.push_back(pointedAt(*place));
    };
    add(words.held);
    if (words.pointed != words.held)
        add(words.pointed);
    if (state.asksForScale())
        all.push_back(askedScale());
    return all;
}

} // namespace headscope
