// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_preset.h"

namespace headscope {

namespace {

// Widths of two columns with a gutter between, as many journals have them; tokens 7 pt, ticks
// 6.5 pt, and nothing below 6 pt, which is what they ask for. A slide is read from afar.
// The margin is what an upright label may stick out of its column.
constexpr FigureType journalType = {16, 14, 13, 12};
constexpr FigureType slideType = {48, 28, 24, 20};

} // namespace

std::optional<FigurePresetSize> sizeOf(FigurePreset preset) {
    switch (preset) {
    case FigurePreset::Free: return std::nullopt;
    case FigurePreset::Column:
        return FigurePresetSize{preset, {85, 110}, 110, true, journalType, 9, 300};
    case FigurePreset::Columns:
        return FigurePresetSize{preset, {174, 130}, 235, true, journalType, 9, 300};
    case FigurePreset::Slide:
        return FigurePresetSize{
            preset, {25.4 * 40 / 3, 25.4 * 7.5}, 25.4 * 7.5, false, slideType, 48, 144};
    }
    return std::nullopt;
}

} // namespace headscope
