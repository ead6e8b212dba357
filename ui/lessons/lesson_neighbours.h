// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lessons.h"

#include <QWidget>

class QBoxLayout;
class QPushButton;

namespace headscope {

/// The lessons before and behind the present one, by their short names: side by side, or where
/// these do not fit one above the other.
class LessonNeighbours : public QWidget {
    Q_OBJECT

public:
    explicit LessonNeighbours(QWidget* parent = nullptr);

    /// In the present language; what is no lesson of the program has no neighbours.
    void setLesson(const LessonPointer& lesson);

Q_SIGNALS:
    void asked(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QBoxLayout* m_row;
    QPushButton* m_previous;
    QPushButton* m_next;
};

} // namespace headscope
