// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_state.h"
#include "words/language.h"

#include <QString>

namespace headscope {

struct Example;

/// What a lesson is called, in plain words; `brief`: where there is little room.
QString lessonTitle(const Lesson& lesson, bool brief = false);
/// What an example is called.
QString exampleTitle(const Example& example);
/// The word at a place of the axis of queries or keys, as the picture has it, in the quotation
/// marks that tell it from the words of the lesson: “我 (1)”. Without tokens its number alone.
QString axisWord(const LessonState& state, bool isKey, Index place);
/// A token of the vocabulary of the model, in quotation marks: “said”; empty: it has no such one.
QString tokenWord(const LessonState& state, Index id);
/// A number in a text, by the rules of number_format.h; "–" where there is none.
QString lessonNumber(std::optional<double> value, int decimals);
/// The answer of a number question: what it is now, if that is told, with an arrow; and what it
/// becomes, "?" unless `shown`.
struct NumberWords {
    QString before;
    QString answer;
};
NumberWords numberWords(const LessonState& state, std::size_t question, bool shown);
/// What stands between two sentences: in Chinese nothing, its full stop has room of its own.
QString sentenceGap();
/// By which people name an option: A, B …
QChar optionLetter(std::size_t option);
/// For a widget that shows marks as links ("mark:NAME") and numbers in their own type.
QString richText(const SaidText& text, const LessonState& state);
/// For painters and buttons: no marks; subscripts as "d_{k}".
QString markupText(const SaidText& text, const LessonState& state);
/// For screen readers and undo: words alone.
QString plainText(const SaidText& text, const LessonState& state);

} // namespace headscope
