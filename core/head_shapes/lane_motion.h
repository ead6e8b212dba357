// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/step_motion.h"

#include <array>

namespace headscope {

/// A rectangle in logical pixels; y runs down.
struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    bool operator==(const Box&) const = default;
};

/// Where the elements of a step are on their way, so that no group passes over another one or
/// over a name: a row leaves its block upwards, where the rows before it have gone already,
/// folds into a ribbon, runs along the lane above the blocks to a corridor, and from there
/// along the lane of its target to where it unfolds. One group moves at a time, its rows in the
/// order in which they do not meet. The corridor lies between the drawings where `to` is
/// right of `from`, else left of both.
///
/// Drawings without names have no lanes: there rows move as StepMotion says.
class LaneMotion {
public:
    /// `step` follows another one that elements can be followed from; the journey must outlive
    /// this. Some milliseconds for 10,000 rows.
    LaneMotion(const Journey& journey, std::size_t step, const BlockGeometry& from,
               const BlockGeometry& to);

    const StepGroups& groups() const { return m_groups; }
    /// At 0 exactly as `from`, at 1 exactly as `to` has it.
    Box at(Index element, double progress) const;
    /// How far an element's own move is, [0, 1].
    double progressOf(Index element, double progress) const;

private:
    struct Row {
        Index group = 0;
        double start = 0; ///< of the time of its group
    };
    struct Frame { // a place on the way
        Box box;
        double until = 0; ///< the part of the way that ends here
    };

    Box boxIn(const BlockGeometry& blocks, std::size_t step, Index first) const;
    /// Up, along, over, along, and down into the target.
    using Way = std::array<Frame, 6>;
    Way wayOf(Index first) const;
    /// The middle of the lane above or below the blocks of a row.
    double laneAbove(const BlockGeometry& blocks, const PlacedBlock& place) const;
    double laneBelow(const BlockGeometry& blocks, const PlacedBlock& place) const;
    void order();

    const Journey* m_journey;
    std::size_t m_step;
    StepGroups m_groups;
    StepMotion m_straight;
    BlockGeometry m_from;
    BlockGeometry m_to;
    Index m_length = 1; ///< elements of a row
    bool m_lanes = false;
    bool m_rightwards = true;
    bool m_entersAbove = true;
    double m_share = 1; ///< of its group's time that a row moves
    std::vector<Row> m_rows;
};

} // namespace headscope
