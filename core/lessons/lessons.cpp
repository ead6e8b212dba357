// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lessons.h"

#include "lessons/lesson_files.h"

#include <algorithm>
#include <cassert>

namespace headscope {

std::span<const LessonPointer> lessons() {
    static const std::vector<LessonPointer> all = [] {
        std::vector<LessonPointer> read;
        for (const std::string_view file : lessonFiles()) {
            Result<Lesson> lesson = readLesson(file);
            assert(lesson); // a test reads each of them
            if (lesson)
                read.push_back(std::make_shared<const Lesson>(std::move(*lesson)));
        }
        return read;
    }();
    return all;
}

LessonPointer findLesson(std::string_view id) {
    const auto found =
        std::ranges::find_if(lessons(), [id](const LessonPointer& l) { return l->id == id; });
    return found == lessons().end() ? nullptr : *found;
}

std::optional<std::size_t> placeOfLesson(const LessonPointer& lesson) {
    const auto found = std::ranges::find(lessons(), lesson);
    return found == lessons().end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - lessons().begin()));
}

} // namespace headscope
