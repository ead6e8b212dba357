// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"
#include "lessons/lesson_words.h"

#include <QCoreApplication>

#include <utility>
#include <vector>

namespace headscope {

/// What the right of a slide says: which lesson, what is asked, what can be said, and once it is
/// shown what is right and why. Texts have the markup of math_text.h.
struct SlideQuestion {
    Q_DECLARE_TR_FUNCTIONS(SlideQuestion)

public:
    /// As the lesson, which must be open, stands now.
    explicit SlideQuestion(const LessonSession& session);

    struct Option {
        QString text; ///< without markup
        QString note;
        bool right = false; ///< and that is shown
    };

    bool shown = false; ///< the answer
    QString number;     ///< "Lesson 7"
    QString title;
    QString shortTitle;
    LessonProgress progress;
    QString ground; ///< whose words these are, where they are not those that stood there before
    QString heading;
    QString prompt;
    LessonQuestion::Kind kind = LessonQuestion::Kind::Choice;
    std::vector<Option> options; ///< of Kind::Choice
    QString place;               ///< of Kind::Pair
    NumberWords value;           ///< of Kind::Number
    /// What stands below what can be chosen, in paragraphs: why it is so, hints, or what to do.
    QStringList below;
    double belowPixels = 0;                        ///< where it has room, of 1920 × 1080
    std::vector<std::pair<QString, QString>> keys; ///< and what they do
    bool isChinese = false;                        ///< lines are higher
};

} // namespace headscope
