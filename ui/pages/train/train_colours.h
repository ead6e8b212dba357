// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"
#include "scene/value_scale.h"

#include <cmath>

namespace headscope {

/// What the colours of heads stand for.
struct TrainColours {
    ValueScale range = ValueRange{0, 1};
    ColourMap map = ColourMap::Viridis;
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

/// The largest loss that a curve has to show.
inline double largestLoss(const TrainingMoment& moment) {
    double most = moment.records.front()->evaluation().guessing;
    const auto add = [&most](double loss) { // what exploded has no place on any axis
        most = std::isfinite(loss) ? std::max(most, loss) : most;
    };
    for (const auto& record : moment.records)
        add(record->evaluation().loss);
    for (const StepReport& report : *moment.losses)
        add(report.loss);
    return most;
}

/// 1, 2, 4, 6 or 8 times a power of ten, not below a value.
inline double lossTop(const TrainingMoment& moment) {
    const double value = largestLoss(moment);
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-6))));
    for (const double factor : {1.0, 2.0, 4.0, 6.0, 8.0}) {
        if (value <= factor * power)
            return factor * power;
    }
    return 10 * power;
}

} // namespace headscope
