// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/scroll_around.h"

#include <QScrollArea>

namespace headscope {

void scrollAround(QScrollArea& area, QWidget& content, ScrollWays ways) {
    area.setWidget(&content);
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setFocusPolicy(Qt::NoFocus);
    if (ways == ScrollWays::UpAndDown)
        area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

} // namespace headscope
