// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <memory>
#include <span>

namespace headscope {

using LessonPointer = std::shared_ptr<const Lesson>;

/// The lessons of the program, in their order.
std::span<const LessonPointer> lessons();
/// nullptr where there is none of that id.
LessonPointer findLesson(std::string_view id);
/// Where a lesson stands among them, from 0; nothing: it is none of them, but somebody's own.
std::optional<std::size_t> placeOfLesson(const LessonPointer& lesson);

/// Reads a lesson file. An Error says in one sentence which member is wrong, and how.
Result<Lesson> readLesson(std::string_view json);

/// A file is no larger.
inline constexpr std::size_t mostLessonBytes = std::size_t{256} << 10;

} // namespace headscope
