// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace headscope {

/// The type of everything that a lesson says, and its lines.
inline constexpr int lessonType = 15;
inline constexpr int lessonLeading = 21;

/// How wide the column of a lesson is in the window, and in a narrow one.
inline constexpr int lessonWidth = 440;
inline constexpr int narrowLessonWidth = 312;

/// In a window of fewer pixels, such as one on a screen of 1024, the wide column would leave the
/// picture beside it too little room for its words.
inline constexpr int leastWideWindow = 1100;

inline bool isInNarrowWindow(const QWidget& widget) {
    return widget.window()->width() < leastWideWindow;
}

} // namespace headscope
