// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/shapes_geometry.h"

namespace headscope {

/// The drawn tensors of one step and where they lie.
struct Panels {
    DrawnTensor before;
    std::optional<DrawnTensor> after;
    std::optional<DrawnTensor> wrong; ///< only where something is misplaced
    double divider = 0;               ///< x of the line before `wrong`; 0: it stands below

    /// Of the smallest cells among them.
    double legibility() const;
    double least(double Extent::*side) const;
    /// Whether every cell of every panel is at least as large.
    bool hold(const Extent& cell) const;
};

struct PanelsInput {
    QRectF area;
    double axes = 24; ///< height of the line of axes, for one panel
    double scale = 1;
    double labelWidth = 48; ///< of the widest name beside the blocks
    double words = 0;       ///< how wide the words over the wrong way are
    double axesWords = 0;   ///< how wide its axes are
    bool crowded = false;   ///< every step has all the room
    TokenWindow tokens{};   ///< that are drawn
    Extent cell{};          ///< that a number needs; nothing: as usual
};

/// Whether cells of one size in all steps would be too small for numbers, though there are few
/// enough elements to write them.
bool isCrowded(const ShapesModel& model, const PanelsInput& input);

/// One size of cells in all steps, unless that is crowded: then every step has all the room, side
/// by side or below each other.
Panels layoutPanels(const ShapesModel& model, std::size_t step, const PanelsInput& input);

/// With how many tokens every step has cells as large as `input.cell`, all if it can; of steps that
/// have no such cells even with one token nothing is asked. 0 where no step has any.
Index tokensWithRoom(const ShapesModel& model, PanelsInput input);

} // namespace headscope
