// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headscope {

/// A bar on the whole possible range, and the upright mark of what an even spread would give, as
/// in the inspector. Shares are of the bar, from 0 to 1; one that is no number has no bar.
inline void paintShareBar(QPainter& painter, const QRectF& bar, double share,
                          std::optional<double> even, const Theme& colours, double scale) {
    painter.fillRect(bar, colours.hairline);
    if (std::isfinite(share))
        painter.fillRect(
            QRectF(bar.left(), bar.top(), bar.width() * std::clamp(share, 0.0, 1.0), bar.height()),
            colours.neutralBar);
    if (!even)
        return;
    const double mark = std::round(bar.left() + bar.width() * std::clamp(*even, 0.0, 1.0));
    painter.fillRect(
        QRectF(mark - scale, bar.top() - 2 * scale, 2 * scale, bar.height() + 4 * scale),
        colours.text);
}

} // namespace headscope
