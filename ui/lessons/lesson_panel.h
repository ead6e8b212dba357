// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QWidget>

class QCheckBox;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace headscope {

class LessonNeighbours;
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
    const std::vector<QPushButton*>& tries() const; ///< while a lesson is open
    QPushButton* backButton() const;
    QPushButton* projectorButton() const { return m_projector; }
    QCheckBox* hideBox() const { return m_hide; }
    const std::vector<LessonTextView*>& paragraphs() const { return m_paragraphs; }

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
    /// Enter presses the button that has the focus, as Space does.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void clear();
    void rebuild();
    void retranslate();
    QString parts() const;

    LessonSession& m_session;
    QString m_parts;
    std::size_t m_open = 0; ///< the question that was open when this was built
    QWidget* m_body = nullptr;
    QVBoxLayout* m_bodyRows = nullptr;
    QScrollArea* m_scroll = nullptr;
    std::vector<LessonTextView*> m_paragraphs; ///< text and what is said of now, in turns
    std::vector<QuestionBox*> m_boxes;
    LessonTries* m_tries = nullptr;
    QCheckBox* m_hide;
    QPushButton* m_projector;
    LessonNeighbours* m_neighbours;
};

} // namespace headscope
