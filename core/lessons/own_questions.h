// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lessons.h"
#include "source/source.h"

#include <string>
#include <vector>

namespace headscope {

/// The lesson with that question alone.
LessonPointer onlyAsking(const Lesson& lesson, std::size_t question);

/// A question that suits what somebody has.
struct OwnQuestion {
    LessonPointer lesson;     ///< with that question alone
    std::size_t question = 0; ///< of the whole lesson
    Source start;             ///< as of lessonStart()
    std::size_t next = 0;     ///< from where another one is looked for
};

/// The questions whose answer is of the numbers at hand (LessonQuestion::ofOwn), to be asked of
/// what somebody has themselves, and which of them they have answered of what.
class OwnQuestions {
public:
    /// The first one that suits, from the place `from` on; nothing: none does. Those of the last
    /// lesson come first, and what was answered of `own` already comes behind all others.
    /// `sequence`: as of lessonStart().
    std::optional<OwnQuestion> find(const Source& own, Index sequence, std::size_t from = 0) const;
    void setAnswered(const std::string& lesson, std::size_t question, const Source& own);

private:
    struct Answered {
        std::string lesson;
        std::size_t question = 0;
        Source own;

        bool operator==(const Answered&) const = default;
    };
    bool isAnswered(const Answered& known) const;

    std::vector<Answered> m_answered;
};

} // namespace headscope
