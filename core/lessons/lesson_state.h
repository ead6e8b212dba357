// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_answer.h"
#include "lessons/lesson_facts.h"
#include "lessons/lesson_scope.h"
#include "lessons/said_text.h"

namespace headscope {

/// Why a lesson cannot be about that, whatever is in it: one is about an experiment, or about a
/// trained model. Nothing: it can.
std::optional<Error> wrongKind(const Lesson& lesson, const Source& source);
/// What a lesson begins on, out of an experiment or a trained model that it is to be played on. An
/// Error says what the lesson, or its question, asks for that is not there. `sequence`: the one
/// that it will be about; the last, where there are fewer.
Result<Source> lessonStart(const Lesson& lesson, const Source& source, Index sequence = 0);

/// A lesson being played: what was asked, said and shown. A value without a window and without
/// a clock; it computes no run itself.
class LessonState {
public:
    /// An Error where the lesson does not suit that run. `start` is of lessonStart(). It looks
    /// through the run for what the lesson finds there: not for the window's thread.
    static Result<LessonState> begin(std::shared_ptr<const Lesson> lesson, LessonMoment start,
                                     const CancellationToken& token = {});

    const Lesson& lesson() const { return *m_lesson; }
    const LessonMoment& start() const { return m_start.moment(); }
    /// The attention that the lesson is about.
    const std::string& scope() const { return m_start.scope(); }
    /// The newest run of the person's experiment.
    void see(LessonMoment now);
    const LessonMoment& now() const { return m_now.moment(); }
    bool isAtStart() const;
    /// Whether what is shown is the run that a text above speaks of: the start, or an answer's.
    bool isToldOf() const;

    /// The first question that is neither answered nor passed; questions.size(): there is none.
    std::size_t open() const;
    /// Whether it waits for an answer: it is open, or was passed.
    bool isAsked(std::size_t question) const;
    /// So many of the first questions have an answer.
    std::size_t answered() const;
    bool isDone() const { return answered() == m_lesson->questions.size(); }
    /// How many questions somebody answered before the answer was shown.
    std::size_t predicted() const;
    /// Goes on without an answer; it can still be given. The last question stays open.
    void pass(std::size_t question);

    /// Takes a prediction for a question that is asked; a number is kept in its range, and a cell
    /// that is padding answers nothing. Whether that is another one than before.
    bool predict(std::size_t question, LessonAnswer answer);
    /// Whether the cell of an answer is that of two words, and no padding.
    bool isOfWords(const LessonAnswer& answer) const;
    const std::optional<LessonAnswer>& prediction(std::size_t question) const {
        return m_questions[question].said;
    }
    /// Somebody has to say something first.
    bool mayReveal(std::size_t question) const;
    /// What is to be run to answer a question: the start with its edits.
    Result<Source> answerSource(std::size_t question) const;
    /// The question that what is shown by now answers, because the person made its edits by
    /// themselves after they had said what to expect; nothing: there is none.
    std::optional<std::size_t> answeredByHand() const;
    /// The run of that. In front of a class nobody has said anything: hands were in the air.
    void reveal(std::size_t question, LessonMoment answer);
    const std::optional<LessonVerdict>& verdict(std::size_t question) const {
        return m_questions[question].verdict;
    }

    /// One hint more, as long as there are any; they cost nothing.
    void hint(std::size_t question);
    std::size_t hints(std::size_t question) const { return m_questions[question].hints; }

    /// Whether it waits for a question: for so many as its `after` says, or because an asked one
    /// locks what it edits.
    bool isTryLocked(std::size_t place) const;
    /// So many questions are to be answered until it is open.
    std::size_t opensAfter(std::size_t place) const;
    /// An ordinary edit of what stands there.
    Result<Source> trySource(std::size_t place) const;
    /// Whether that is possible and changes anything.
    bool isTryOffered(std::size_t place) const;
    /// Whether an edit of that name would give the answer of a question that is asked away.
    bool locks(std::string_view edit) const;
    /// Whether a question is open that asks by what the scores of the start are divided: it locks
    /// the scale and has no edits. Until then no text tells it.
    bool asksForScale() const;

    /// The paragraphs of the introduction.
    std::vector<SaidParagraph> text(Language language) const;
    /// A text of a question: of the start, and once it is answered with what that came to.
    SaidText said(const LessonText& text, Language language, std::size_t question) const;
    /// A text of now: the title, what there is to try.
    SaidText said(const LessonText& text, Language language) const;
    /// Why, once it is answered; empty before.
    std::vector<SaidText> explanation(std::size_t question, Language language) const;
    /// What is said to who was wrong: the counterexample; empty where there is none to say.
    SaidText counterexample(std::size_t question, Language language) const;
    /// A number of a question, of the start or of its answer.
    std::optional<double> number(const Expression& expression, std::size_t question) const;
    /// nullopt where it has no such mark, or that has no place in this run.
    std::optional<LessonPlace> place(const std::string& mark) const;
    LessonPlace place(const LessonMark& mark) const;
    /// Where the right answer stands in the picture, once the question has one.
    std::optional<LessonPlace> rightPlace(std::size_t question) const;

private:
    bool isNow(const LessonMoment& moment) const;
    bool isStart(const LessonMoment& moment) const;
    LessonFacts factsOf(LessonMoment moment) const;

    struct Question {
        std::optional<LessonAnswer> said;
        std::optional<LessonVerdict> verdict;
        std::optional<LessonFacts> answer;
        std::size_t hints = 0;
        bool passed = false;
    };

    LessonState(std::shared_ptr<const Lesson> lesson, LessonFacts start)
        : m_lesson(std::move(lesson))
        , m_start(start)
        , m_now(std::move(start)) {}

    /// `answer`: what @answer stands for; nullptr: nothing yet.
    LessonScope scopeOf(const LessonFacts& facts, const LessonFacts* answer = nullptr,
                        LessonNumbers variables = {}) const;

    std::shared_ptr<const Lesson> m_lesson;
    LessonFacts m_start;
    LessonFacts m_now;
    std::optional<Index> m_layer; ///< whose attention it is about
    LessonNumbers m_picks;
    std::vector<Question> m_questions;
    /// Of each try, whether it is offered now; asked again and again, and made anew each time.
    mutable std::vector<std::optional<bool>> m_offered;
};

} // namespace headscope
