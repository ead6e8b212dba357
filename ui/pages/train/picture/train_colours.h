// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"
#include "scene/value_scale.h"

#include <algorithm>
#include <cmath>

namespace headscope {

/// What the colours of heads stand for.
struct TrainColours {
    ValueScale range = ValueRange{0, 1};
    ColourMap map = ColourMap::Viridis;

    bool operator==(const TrainColours&) const = default;
    QRgb of(float value) const { return colourOf(map, range, value, 0); }
};

/// One range for all steps: they are compared with each other.
inline TrainColours coloursOf(const TrainScene& scene) {
    const auto spread = [&](const ValueRange& range) {
        ValueScale scale = range;
        scale.squareRoot = scene.display.range.squareRoot;
        return scale;
    };
    if (scene.values == TrainValues::Weights)
        return {spread({0, 1}), scene.display.map};
    double largest = 0;
    for (const auto& record : scene.moment.records) {
        for (const float value : scene.tensor(*record).values()) {
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(static_cast<double>(value)));
        }
    }
    const double end = largest > 0 ? largest : 1;
    return {spread({-end, end}), ColourMap::RedBlue};
}

} // namespace headscope
