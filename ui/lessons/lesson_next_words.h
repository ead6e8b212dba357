// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"

#include <QWidget>

namespace headscope {

/// What the trained model of a lesson says at its asked place: the likeliest tokens of the start
/// with their probabilities, and what has become of them since. Not to be seen in other lessons.
class LessonNextWords : public QWidget {
    Q_OBJECT

public:
    explicit LessonNextWords(const LessonSession& session, QWidget* parent = nullptr);

    /// What it says by now.
    void refresh();

    /// A token with its probability at the start and now.
    struct Row {
        QString token;
        double before = 0;
        double now = 0;

        bool operator==(const Row&) const = default;
    };
    const std::vector<Row>& rows() const { return m_rows; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString numbersOf(const Row& row) const;

    const LessonSession& m_session;
    std::vector<Row> m_rows;
};

} // namespace headscope
