// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"
#include "support/cancellation.h"

namespace headscope {

/// The panel with `factor` × `factor` cells in the place of one: that of the largest
/// magnitude, for which the weights need no rule of their own; NaN before all others.
/// Cells with a mark do not count; where all have one, so has the one that stands for them.
/// Cells of a pooled panel have no place in the trace: it is for drawing alone.
MatrixPanel pooled(const MatrixPanel& panel, Index factor, const CancellationToken& token = {});

/// A panel and what smaller drawings of it need: every next level has half as many
/// rows and columns.
class PanelLevels {
public:
    PanelLevels() = default;
    explicit PanelLevels(const MatrixPanel& panel, const CancellationToken& token = {});

    struct Level {
        const MatrixPanel& panel;
        Index factor; ///< so many rows and columns of the matrix are one of this panel's
    };
    /// The finest level that has a device pixel for each of its cells, where a cell of the
    /// matrix has `devicePitch` of them.
    Level at(const MatrixPanel& panel, double devicePitch) const;
    /// What the levels of a matrix take at most.
    static Index mostBytes(Index rows, Index columns);

private:
    struct Pooled {
        MatrixPanel panel;
        Index factor = 1;
    };
    std::vector<Pooled> m_levels; ///< without the panel itself
};

} // namespace headscope
