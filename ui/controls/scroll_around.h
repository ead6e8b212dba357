// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace headscope {

/// Which way a content that is larger than its room may be scrolled.
enum class ScrollWays { UpAndDown, Both };

/// Makes an area scroll its content as every part of the window does: without a frame, the content
/// as large as the room where that is enough for it, the keyboard left to the content.
void scrollAround(QScrollArea& area, QWidget& content, ScrollWays ways = ScrollWays::UpAndDown);

/// Keeps a widget of lines that wrap as high as its layout needs in the width that it has: nothing
/// in it gives way. scrollAround() does so with the content.
void keepWholeHeight(QWidget& widget);

} // namespace headscope
