// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "lessons/lesson_dots.h"
#include "lessons/lesson_ground.h"
#include "lessons/lesson_marks.h"
#include "lessons/lesson_state.h"
#include "lessons/lessons.h"
#include "lessons/own_questions.h"
#include "workspace/workspace.h"

#include <QObject>

#include <map>

namespace headscope {

/// A lesson in a window: plays it on the person's own document, which is put aside for that and
/// comes back as it was. Whatever it changes is an ordinary edit; whatever it says comes of the
/// runs that the workspace delivers.
class LessonSession : public QObject {
    Q_OBJECT

public:
    explicit LessonSession(Workspace& workspace, QObject* parent = nullptr);

    /// Begins a lesson on the person's own experiment, or on its example in the language of the
    /// interface; on that also where the run of their own has nothing that it is about. Nothing is
    /// open until the run is there; an Error where neither suits.
    Status open(LessonPointer lesson, bool ownExperiment);
    /// Gives back what the person had.
    void close();
    /// Begins anew in the words of the language, where the lesson is on its example and nobody has
    /// said anything yet; who has keeps what was asked about.
    void followLanguage();
    /// Played on the person's own experiment.
    bool isOwn() const { return m_ground.isOwn(); }
    /// On what it is played in the place of what the person had, in words (LessonGround); empty: it
    /// is played on what they had.
    QString ground() const;
    /// Whether a lesson would be played on what the person has: something of their own, not an
    /// example that stands there by chance.
    bool suitsOwn(const Lesson& lesson) const;
    /// Why their own does not suit the lesson; empty: it does, or there is none.
    QString unsuited() const;

    /// Puts an answered question once more, to what the person had. An Error says why it cannot be
    /// asked of that; where only the run shows it, refusal() has it afterwards.
    Status askAgain(std::size_t question);
    /// Whether there is something else to ask it of than what the lesson is played on.
    bool mayAskAgain(std::size_t question) const;
    /// Whether the person has something of their own, which questions can be asked of: not an
    /// example that stands there by chance.
    bool hasOwn() const;
    /// Behind the last lesson: a question that is of the numbers at hand goes to what the person
    /// has, that of the nearest lesson before that suits and that they have not answered of it.
    /// False: none suits.
    bool askOwn();
    /// Whether a question is asked that way, of which the lesson is not open.
    bool isAskingOwn() const { return m_untried.has_value(); }
    /// Whether the lesson is the last one, and its end leads to an own sentence.
    bool leadsToOwn() const;
    /// What the button for that says.
    QString askAgainWords(bool brief = false) const;
    bool isAskingAgain() const { return m_outer.has_value(); }
    /// Why a question could not be asked again; empty: it could, or nobody tried.
    QString refusal(std::size_t question) const;
    /// From the question that was asked again to the lesson as it stood.
    void backToLesson();

    /// nullptr: no lesson is open, or not yet.
    const LessonState* state() const { return m_state ? &*m_state : nullptr; }
    LessonPointer lesson() const { return m_lesson; }
    /// Whether a run is waited for, or what a lesson finds in it.
    bool isWaiting() const { return m_wait != Wait::Nothing; }
    /// Waits for what a lesson finds in its first run, where that is being looked for.
    void finish() { m_beginnings.finish(); }
    bool isBeginning() const { return m_beginnings.isBusy(); }
    /// The question that stands in the middle: on the projector it stays when it is answered.
    std::size_t current() const { return m_current; }

    void predict(std::size_t question, const LessonAnswer& answer);
    /// Runs what answers it, as one step to undo.
    void reveal(std::size_t question);
    void hint(std::size_t question);
    void attempt(std::size_t place);
    void backToStart();
    /// In front of a class: shows the answer of current(), or where it is shown goes on to the
    /// next question, and behind the last one to the next lesson.
    void advance();
    /// The lesson behind this one; nullptr: it is the last, or somebody's own, or asks again.
    LessonPointer following() const;
    /// Goes on in any case: what nobody answered is shown first, or passed without an answer while
    /// answers are hidden.
    void goOn();

    /// Looks at what the open question speaks of, where that is elsewhere.
    void lookAtOpen();

    /// Opens that question; those before it are passed.
    void passTo(std::size_t question);

    /// The words of a mark are pointed at; empty: none are.
    void pointAt(const QString& mark);
    /// They were clicked: the mark stays until release(), or until they are clicked again.
    void hold(const QString& mark);
    /// Whether there was one to let go.
    bool release();
    QString heldMark() const { return m_words.held; }
    /// The question of a cell whose answer was clicked and is not shown yet.
    std::optional<std::size_t> clickedCell() const;
    /// Whether what was clicked last where a cell is asked for is padding, which answers nothing.
    bool clickedPadding() const { return m_clickedPadding; }

    bool hidesAnswers() const { return m_hidesAnswers; }
    void setHidesAnswers(bool hides);
    /// Whether the answer of current() is there to be seen.
    bool showsAnswer() const;
    /// Ids of the lessons that somebody played to their end.
    void setDone(const QStringList& ids);
    LessonProgress progress() const;
    /// Answered questions stay in the middle until next().
    void setPresented(bool presented);
    bool isPresented() const { return m_presented; }

Q_SIGNALS:
    /// Anything that it says, also because another experiment was computed.
    void changed();
    /// The first picture of a lesson is there.
    void opened();
    /// Before the document becomes what answers the question.
    void revealing();
    /// All of its questions have their answers. `byThemselves`: somebody said each of them before
    /// it was shown.
    void finished(const QString& id, bool byThemselves);
    /// Somebody went on behind the last question.
    void lessonAsked(const QString& id);
    /// Somebody went on behind the last lesson and has no sentence of their own yet.
    void ownAsked();
    void failed(const headscope::Error& error);

private:
    enum class Wait : std::uint8_t { Nothing, Start, Beginning, Answer };
    struct Beginning {
        LessonPointer lesson;
        LessonMoment moment;
    };

    /// A lesson that stands still while one of its questions is asked again.
    struct Outer {
        LessonPointer lesson;
        LessonState state;
        Source source;
        Selection selection; ///< what was looked at
        std::size_t current = 0;
        std::size_t question = 0;
    };

    /// Whether the example had to be taken in the place of the person's own experiment.
    bool takeExample(const Error& why);
    /// The first of the OwnQuestions that suits, from that place on.
    bool askOwn(std::size_t from);
    void start(LessonPointer lesson, const QString& text, Source source, bool asDocument);
    /// An error of the lesson in its own words, where it has any.
    QString words(const Error& why) const;
    void run(std::size_t question);
    void see(const Scene& scene);
    void begin(Result<LessonState> state);
    void answer(const LessonMoment& moment);
    /// The selection at the place; it keeps its cell where the place is no cell of its own.
    void show(Selection selection, const LessonPlace& place, std::optional<TensorName> stage);
    void reset();
    void look();
    void next();
    /// The question that a click on a cell answers.
    std::optional<std::size_t> askedForCell() const;
    /// What a click on that cell says.
    void take(const PanelCell& cell, std::size_t question);
    /// What was looked at before a question was asked again, once that is what is computed.
    void lookAgain(const Scene& scene);

    Workspace& m_workspace;
    LessonPointer m_lesson;
    std::optional<LessonState> m_state;
    std::optional<Outer> m_outer;
    LessonGround m_ground;
    OwnQuestions m_ownQuestions;
    /// While a question is asked of what the person has: which of m_ownQuestions comes next, if
    /// the run shows that this one does not suit.
    std::optional<std::size_t> m_untried;
    std::size_t m_ownQuestion = 0;           ///< that is asked then, of the whole lesson
    std::map<std::size_t, Error> m_refusals; ///< of questions that could not be asked again
    Wait m_wait = Wait::Nothing;
    std::uint64_t m_revision = 0; ///< that is waited for
    std::size_t m_question = 0;   ///< whose answer is waited for
    std::size_t m_current = 0;
    std::shared_ptr<const Run> m_seen;
    std::optional<PanelCell> m_clicked; ///< what was locked when the question was asked
    bool m_clickedPadding = false;
    std::optional<Selection> m_selection; ///< comes back with the lesson that stood still
    PointingWords m_words;
    std::string m_lookedAt; ///< the block in whose picture they were last marked
    QStringList m_done;
    bool m_hidesAnswers = false;
    bool m_presented = false;
    LatestRunner<Beginning, Result<LessonState>> m_beginnings; ///< last: it changes the above
};

} // namespace headscope
