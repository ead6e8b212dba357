// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "lessons/lesson_state.h"
#include "support/language.h"
#include "support/number_text.h"

#include <algorithm>
#include <string>

namespace headscope::testing {

/// Whether every number and word of a text has a value.
inline bool isComplete(const SaidText& text) {
    return std::ranges::all_of(text, [](const SaidPiece& piece) {
        const bool bound =
            piece.kind == TextPiece::Kind::Number || piece.kind == TextPiece::Kind::Query ||
            piece.kind == TextPiece::Kind::Key || piece.kind == TextPiece::Kind::Token;
        return !bound || piece.value.has_value();
    });
}

inline std::string words(const SaidText& text) {
    std::string all;
    for (const SaidPiece& piece : text) {
        if (piece.kind == TextPiece::Kind::Words)
            all += piece.words;
        else if (piece.value)
            all += shortestText(*piece.value);
    }
    return all;
}

inline constexpr Language bothLanguages[] = {Language::English, Language::Chinese};

/// A right answer, or one that is surely wrong.
inline LessonAnswer answerOf(const LessonState& state, std::size_t question,
                             const LessonVerdict& verdict, bool right) {
    const LessonQuestion& asked = state.lesson().questions[question];
    LessonAnswer answer;
    switch (asked.kind) {
    case LessonQuestion::Kind::Choice:
        while (verdict.options[answer.option] != right)
            ++answer.option;
        break;
    case LessonQuestion::Kind::Number: {
        const double low = *state.number(asked.low, question);
        const double high = *state.number(asked.high, question);
        const bool nearLow = *verdict.answer - low < high - *verdict.answer;
        answer.number = right ? *verdict.answer : nearLow ? high : low;
        break;
    }
    case LessonQuestion::Kind::Pair:
        answer.query = verdict.query.value_or(0) + (right ? 0 : 1);
        answer.key = verdict.key.value_or(0);
        if (!right && answer.query >= state.start().experiment()->queryLength())
            answer.query = 0;
        break;
    }
    return answer;
}

} // namespace headscope::testing
