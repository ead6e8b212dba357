// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/block_geometry.h"
#include "timeline/timeline.h"

namespace headscope {

/// Which elements of a step move together. What a step fills goes one block after
/// another and never two at once (heads in transpose, tokens in view); what is copied goes row
/// after row, in the order in which the copy is written.
class StepGroups {
public:
    /// `step` follows another one that elements can be followed from.
    StepGroups(const Journey& journey, std::size_t step);

    Index count() const { return m_count; }
    Index of(Index element) const;
    /// How far a group is when the step is, both in [0, 1] and not eased.
    double progressOf(Index group, double progress) const;
    /// How many groups have begun to move, and how many have arrived; they do so in
    /// their order.
    Index begun(double progress) const;
    Index arrived(double progress) const;

private:
    const Journey* m_journey;
    std::size_t m_step;
    BlockArrangement m_arrangement; ///< of the step whose blocks are the groups
    bool m_byTarget = true;
    bool m_byRow = false;
    Index m_count = 1;
};

/// Where the elements of a step are while it happens. A row takes its target y in
/// the first half of its move and x throughout; where rows are joined to longer
/// ones it is x that comes first, so that pieces of one row do not cover each other. `from` draws
/// the step before, `to` the step; the journey must outlive this.
class StepMotion {
public:
    StepMotion(const Journey& journey, std::size_t step, const BlockGeometry& from,
               const BlockGeometry& to);

    const StepGroups& groups() const { return m_groups; }
    const BlockGeometry& from() const { return m_from; }
    const BlockGeometry& to() const { return m_to; }
    /// Top left corner of an element; at 0 exactly as `from`, at 1 exactly as `to` has it.
    Point at(Index element, double progress) const;
    /// Pitch of the cells on their way.
    Extent cellExtent(double groupProgress) const;
    /// The same for a place of both drawings, for those who know it already.
    Point between(Point from, Point to, double groupProgress) const;

private:
    const Journey* m_journey;
    std::size_t m_step;
    StepGroups m_groups;
    BlockGeometry m_from;
    BlockGeometry m_to;
    bool m_joins; ///< rows become longer
};

/// Where an element lies in the drawn memory while a step happens: `place` in
/// elements from the beginning, `level` 0 in the memory that was there before,
/// 1 in the new one. Only copies leave level 0, element by element in the order
/// in which the new memory is written.
struct MemoryPlace {
    double place = 0;
    double level = 0;
    bool operator==(const MemoryPlace&) const = default;
};
MemoryPlace memoryPlace(const Journey& journey, std::size_t step, Index element, double progress);

/// One move for each step: time to read, a move as long as its size deserves,
/// time to look. Step 0 moves nothing.
Timeline journeyTimeline(const Journey& journey);

} // namespace headscope
