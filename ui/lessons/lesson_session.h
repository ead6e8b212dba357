// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_state.h"
#include "lessons/lessons.h"
#include "workspace/workspace.h"

#include <QObject>

namespace headscope {

/// A lesson in a window: plays it on the person's own document. Whatever it changes is an ordinary
/// edit; whatever it says comes of the runs that the workspace delivers.
class LessonSession : public QObject {
    Q_OBJECT

public:
    explicit LessonSession(Workspace& workspace, QObject* parent = nullptr);

    /// Begins a lesson on the experiment as it stands, where that suits, or else on its example.
    /// Nothing is open until the run is there; an Error where neither suits.
    Status open(LessonPointer lesson, bool ownExperiment);
    void close();

    /// nullptr: no lesson is open, or not yet.
    const LessonState* state() const { return m_state ? &*m_state : nullptr; }
    LessonPointer lesson() const { return m_lesson; }
    /// Whether a run is waited for.
    bool isWaiting() const { return m_wait != Wait::Nothing; }
    /// The question that stands in the middle: on the projector it stays when it is answered.
    std::size_t current() const { return m_current; }

    void predict(std::size_t question, const LessonAnswer& answer);
    /// Runs what answers it, as one step to undo.
    void reveal(std::size_t question);
    /// The same of current(), where hands were in the air and nobody typed anything.
    void revealToClass();
    void hint(std::size_t question);
    void attempt(std::size_t place);
    void backToStart();
    /// Goes on to the next question; the lesson's last one stays.
    void next();

    /// The words of a mark are pointed at; empty: none are.
    void pointAt(const QString& mark);
    /// They were clicked: the mark stays until release(), or until they are clicked again.
    void hold(const QString& mark);
    /// Whether there was one to let go.
    bool release();
    QString heldMark() const { return m_held; }

    bool hidesAnswers() const { return m_hidesAnswers; }
    void setHidesAnswers(bool hides);
    /// Answered questions stay in the middle until next().
    void setPresented(bool presented);

    /// The word at a place of the axis of queries or keys, as the picture has it: "我 (1)".
    QString word(bool isKey, Index place) const;

Q_SIGNALS:
    /// Anything that it says, also because another experiment was computed.
    void changed();
    /// The first picture of a lesson is there.
    void opened();
    /// Before the document becomes what answers the question.
    void revealing();
    /// All of its questions are answered.
    void finished(const QString& id);
    void failed(const headscope::Error& error);

private:
    enum class Wait : std::uint8_t { Nothing, Start, Answer };

    void run(std::size_t question);
    void see(const Scene& scene);
    void begin(const LessonMoment& moment);
    void answer(const LessonMoment& moment);
    void show(const LessonPlace& place, std::optional<TensorName> stage);
    void look();
    PointedAt pointed(const LessonPlace& place) const;

    Workspace& m_workspace;
    LessonPointer m_lesson;
    std::optional<LessonState> m_state;
    Wait m_wait = Wait::Nothing;
    std::uint64_t m_revision = 0; ///< that is waited for
    std::size_t m_question = 0;   ///< whose answer is waited for
    std::size_t m_current = 0;
    std::shared_ptr<const Run> m_seen;
    std::optional<PanelCell> m_clicked; ///< what was locked when the question was asked
    QString m_pointed;
    QString m_held;
    bool m_hidesAnswers = false;
    bool m_presented = false;
};

} // namespace headscope
