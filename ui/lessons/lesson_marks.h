// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_state.h"
#include "scene/scene.h"

namespace headscope {

/// The words of a lesson that point into the picture.
struct PointingWords {
    QString pointed; ///< the mark under the pointer; empty: none
    QString held;    ///< the mark that stays until it is let go
};

/// What the picture is to mark: what people choose from in a question, alike until it is answered
/// and `hidesAnswers` is off, and what the words point at, as far as that is in the block `shown`.
std::vector<PointedAt> lessonMarks(const LessonState& state, std::size_t question,
                                   bool hidesAnswers, const PointingWords& words,
                                   const std::string& shown);

} // namespace headscope
