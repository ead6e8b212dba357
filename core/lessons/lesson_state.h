// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"
#include "lessons/lesson_facts.h"

namespace headscope {

/// What a person said before the answer was shown.
struct LessonAnswer {
    std::size_t option = 0; ///< of Choice
    double number = 0;      ///< of Number
    Index head = 0;         ///< of Pair
    Index query = 0;
    Index key = 0;

    bool operator==(const LessonAnswer&) const = default;
};

/// How that stands to what was computed.
struct LessonVerdict {
    bool right = false;
    std::optional<double> answer; ///< of Number
    double difference = 0;        ///< of Number: what was said minus the answer
    std::vector<bool> options;    ///< of Choice: which are right
    std::optional<Index> query;   ///< of Pair: what was to be clicked
    std::optional<Index> key;
};

/// A text with its numbers.
struct SaidPiece {
    TextPiece::Kind kind = TextPiece::Kind::Words;
    std::string words;           ///< of Words; of MarkBegin the mark's name
    std::optional<double> value; ///< a number, or the place of a word; nothing: there is none
    int decimals = -1;
};
using SaidText = std::vector<SaidPiece>;

/// A paragraph as it stands now.
struct SaidParagraph {
    SaidText text;
    bool holds = true; ///< else the text is that of the start, and …
    SaidText otherwise; ///< … this is said of now; may be empty
};

/// A mark as places, counted from 0.
struct LessonPlace {
    std::optional<Index> head;
    std::optional<Index> query;
    std::optional<Index> key;
    std::optional<TensorName> stage;

    bool operator==(const LessonPlace&) const = default;
};

/// The experiment that a lesson begins on, out of one that it is to be played on: an Error where
/// it does not suit.
Result<Experiment> lessonStart(const Lesson& lesson, const Experiment& experiment);

/// A lesson being played: what was asked, said and shown. A value without a window and without
/// a clock; it computes no run itself.
class LessonState {
public:
    /// An Error where the lesson does not suit that run. `start` is of lessonStart().
    static Result<LessonState> begin(std::shared_ptr<const Lesson> lesson, LessonMoment start);

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

    /// The first question without an answer; questions().size() where all have one.
    std::size_t open() const;
    bool isDone() const { return open() == m_lesson->questions.size(); }
    std::size_t answered() const { return open(); }

    /// Takes a prediction for a question that is open and not shown; a number is kept in its range.
    void predict(std::size_t question, LessonAnswer answer);
    const std::optional<LessonAnswer>& prediction(std::size_t question) const {
        return m_questions[question].said;
    }
    /// Somebody has to say something first.
    bool mayReveal(std::size_t question) const;
    /// What is to be run to answer a question: the start with its edits.
    Result<Experiment> answerExperiment(std::size_t question) const;
    /// The run of that. In front of a class nobody has said anything: hands were in the air.
    void reveal(std::size_t question, LessonMoment answer);
    const std::optional<LessonVerdict>& verdict(std::size_t question) const {
        return m_questions[question].verdict;
    }

    /// One hint more, as long as there are any; they cost nothing.
    void hint(std::size_t question);
    std::size_t hints(std::size_t question) const { return m_questions[question].hints; }

    bool isTryLocked(std::size_t place) const { return answered() < m_lesson->tries[place].after; }
    /// An ordinary edit of the experiment as it stands.
    Result<Experiment> tryExperiment(std::size_t place) const;
    /// Whether an edit of that name would give the answer of the open question away.
    bool locks(std::string_view edit) const;

    /// The paragraphs of the introduction.
    std::vector<SaidParagraph> text(LessonLanguage language) const;
    /// A text of a question: of the start, and once it is answered with what that came to.
    SaidText said(const LessonText& text, LessonLanguage language, std::size_t question) const;
    /// A text of now: the title, what there is to try.
    SaidText said(const LessonText& text, LessonLanguage language) const;
    /// Why, once it is answered; empty before.
    std::vector<SaidText> explanation(std::size_t question, LessonLanguage language) const;
    /// What is said to who was wrong: the counterexample; empty where there is none to say.
    SaidText counterexample(std::size_t question, LessonLanguage language) const;
    /// A number of a question, of the start or of its answer.
    std::optional<double> number(const Expression& expression, std::size_t question) const;
    /// nullopt where it has no such mark, or that has no place in this run.
    std::optional<LessonPlace> place(const std::string& mark) const;
    LessonPlace place(const LessonMark& mark) const;

private:
    struct Question {
        std::optional<LessonAnswer> said;
        std::optional<LessonVerdict> verdict;
        std::optional<LessonFacts> answer;
        std::size_t hints = 0;
    };
    class Scope;

    LessonState(std::shared_ptr<const Lesson> lesson, LessonFacts start)
        : m_lesson(std::move(lesson))
        , m_start(start)
        , m_now(std::move(start)) {}

    bool find(const LessonPick& pick);

    std::shared_ptr<const Lesson> m_lesson;
    LessonFacts m_start;
    LessonFacts m_now;
    std::map<std::string, double> m_picks;
    std::vector<Question> m_questions;
};

} // namespace headscope
