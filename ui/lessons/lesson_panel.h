// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QCheckBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace headscope {

class LessonNeighbours;
class LessonNextWords;
class LessonTextView;
class LessonTries;
class QuestionBox;

/// The lesson beside the picture, in the place of the setup: text, questions, what there is to
/// try.
class LessonPanel : public QWidget {
    Q_OBJECT

public:
    explicit LessonPanel(LessonSession& session, QWidget* parent = nullptr);

    /// Of the open question, or the last one; nullptr: no lesson is open.
    QuestionBox* box(std::size_t question) const {
        return question < m_boxes.size() ? m_boxes[question] : nullptr;
    }
    /// What moves the projector on is offered where there is one.
    void setProjected(bool projected);
    const std::vector<LessonTextView*>& paragraphs() const { return m_paragraphs; }
    /// What a trained model says; nullptr: no lesson is open.
    LessonNextWords* nextWords() const { return m_nextWords; }
    QLabel* note() const { return m_note; } ///< on what it is played; nullptr: on what one had
    QScrollArea* column() const { return m_scroll; }

    /// N, or Space: from a choice or a clicked cell to its answer, then to the open question;
    /// behind the last one to the next lesson. False: none of these.
    bool goOn();
    /// Shows the answer of the cell that was clicked. False: none was.
    bool showClicked();

    /// Looks at once at what it would look at in a moment, when paragraphs have found their height.
    void finish();
    bool isArriving() const { return m_arriving.isActive(); }

    /// The keyboard goes to the open question, or to the picture where that answers it.
    void takeKeyboard();

Q_SIGNALS:
    /// Another lesson, by its id.
    void lessonAsked(const QString& id);
    void projectorAsked();
    /// The keyboard belongs to the picture now: that is where the answer is given, or looked at.
    void pictureAsked();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// As paragraphs find their height, what is to be seen stays so.
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Enter presses the button that has the focus, as Space does.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void clear();
    void rebuild();
    void retranslate();
    QString parts() const;
    void addIntroduction(QVBoxLayout& rows);
    void addEnd(QVBoxLayout& rows);
    /// Scrolls to what came of the last answer and what is asked next. False: not both fit, and a
    /// button leads on.
    bool showPlace();
    /// The same without the button. False: not all of it is seen.
    bool scrollToPlace();
    bool isSeen(const QWidget& box) const;
    /// The question whose answer has the keyboard; nullptr: none.
    QuestionBox* focusedBox() const;
    /// The one that is looked at, and what comes behind it; the same where nothing was answered.
    const QWidget* firstShown() const;
    const QWidget* lastShown() const;
    int heightShown() const;
    void focusOpen(bool sameQuestion);

    LessonSession& m_session;
    QString m_parts;
    std::size_t m_open = 0;         ///< the question that was open when this was built
    std::size_t m_answered = 0;     ///< so many had an answer
    bool m_places = false;          ///< nobody has scrolled since this was built
    bool m_revealed = false;        ///< one has just got its own, and it is looked at
    std::function<void()> m_arrive; ///< at what is looked at, with the keyboard where it was here
    QTimer m_arriving;
    QWidget* m_body = nullptr;
    QVBoxLayout* m_bodyRows = nullptr;
    QScrollArea* m_scroll = nullptr;
    std::vector<LessonTextView*> m_paragraphs; ///< text and what is said of now, in turns
    LessonNextWords* m_nextWords = nullptr;
    std::vector<QuestionBox*> m_boxes;
    LessonTries* m_tries = nullptr;
    /// Behind the last answer: the next lesson, or a question on an own sentence; nullptr: not yet.
    QPushButton* m_end = nullptr;
    QLabel* m_note = nullptr;
    /// To the open question, where that is not to be seen beside what the last answer came to.
    QPushButton* m_onward;
    QCheckBox* m_hide;
    QPushButton* m_projector;
    LessonNeighbours* m_neighbours;
};

} // namespace headscope
