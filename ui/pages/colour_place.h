// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/value_scale.h"

#include <optional>

class QWidget;

namespace headscope {

/// The place beside the colour bar of a picture where its colours are chosen, and which of the
/// choices say something there.
struct ColourPlace {
    static constexpr int height = 26;
    static constexpr int mapWidth = 96;
    static constexpr int rangeWidth = 124;
    static constexpr int narrowRange = 84; ///< for its mode alone
    static constexpr int rootWidth = 28;
    static constexpr int gap = 6;

    QWidget* on = nullptr; ///< the widget with the picture; nullptr: there is no bar
    int left = 0;          ///< in that, in pixels
    int middle = 0;
    bool map = false;   ///< whether weights are drawn
    bool range = false; ///< whether its ends are a choice
    int rangeWide = rangeWidth;
    bool spread = false;             ///< whether rows and square roots are told apart in it
    std::optional<ValueScale> shown; ///< what the ends stand for now

    bool operator==(const ColourPlace&) const = default;
    bool isOffered() const { return on && (map || range || spread); }
    /// Of what is offered.
    int width() const {
        const int wide = (map ? mapWidth + gap : 0) + (range ? rangeWide + gap : 0) +
                         (spread ? rootWidth + gap : 0);
        return wide > 0 ? wide - gap : 0;
    }
};

} // namespace headscope
