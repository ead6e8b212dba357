// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/lane_motion.h"

#include "timeline/easing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

/// Rows of a group start so much of their way after each other.
constexpr double groupRowsApart = 0.18;
constexpr double corridorEdge = 4;
constexpr double narrowestCorridor = 12;

double distance(const Box& a, const Box& b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

Box mixed(const Box& a, const Box& b, double t) {
    return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t), std::lerp(a.width, b.width, t),
            std::lerp(a.height, b.height, t)};
}

double right(const BlockGeometry& blocks) {
    return blocks.origin().x + blocks.extent().width;
}

} // namespace

LaneMotion::LaneMotion(const Journey& journey, std::size_t step, const BlockGeometry& from,
                       const BlockGeometry& to)
    : m_journey(&journey)
    , m_step(step)
    , m_groups(journey, step)
    , m_straight(journey, step, from, to)
    , m_from(from)
    , m_to(to)
    , m_length(std::min(from.arrangement().columns(), to.arrangement().columns())) {
    m_rightwards = to.origin().x > right(from);
    m_lanes = from.isLabelled() && to.isLabelled() && from.measures().lane > 0 &&
              to.measures().lane > 0 &&
              (!m_rightwards || to.origin().x - right(from) >= narrowestCorridor);
    // What is filled from its top on is entered from below, where nothing is yet.
    const bool fromTheTop =
        journey[step].copies() || to.arrangement().columns() > from.arrangement().columns();
    m_entersAbove = m_rightwards && !fromTheTop;
    if (m_lanes)
        order();
}

void LaneMotion::order() {
    const Index count = m_journey->elementCount() / m_length;
    m_rows.resize(static_cast<std::size_t>(count));
    struct Key {
        Index row, group;
        double across, down;
    };
    std::vector<Key> keys(m_rows.size());
    for (Index row = 0; row < count; ++row) {
        const Index first = row * m_length;
        const Box box = boxIn(m_from, m_step - 1, first);
        keys[static_cast<std::size_t>(row)] = {row, m_groups.of(first),
                                               m_rightwards ? -box.x : box.x, box.y};
    }
    std::ranges::sort(keys, [](const Key& a, const Key& b) {
        if (a.group != b.group)
            return a.group < b.group;
        return a.across != b.across ? a.across < b.across : a.down < b.down;
    });
    std::size_t most = 1;
    for (std::size_t i = 0, begin = 0; i < keys.size(); ++i) {
        if (keys[i].group != keys[begin].group)
            begin = i;
        most = std::max(most, i - begin + 1);
    }
    m_share = 1 / (1 + groupRowsApart * static_cast<double>(most - 1));
    for (std::size_t i = 0, begin = 0; i < keys.size(); ++i) {
        if (keys[i].group != keys[begin].group)
            begin = i;
        m_rows[static_cast<std::size_t>(keys[i].row)] = {
            keys[i].group, groupRowsApart * m_share * static_cast<double>(i - begin)};
    }
}

Box LaneMotion::boxIn(const BlockGeometry& blocks, std::size_t step, Index first) const {
    const Point corner = blocks.at(m_journey->cellOf(step, first));
    const Extent cell = blocks.cellExtent();
    return {corner.x, corner.y, cell.width * static_cast<double>(m_length), cell.height};
}

double LaneMotion::laneAbove(const BlockGeometry& blocks, const PlacedBlock& place) const {
    return blocks.blockOrigin(place.line, place.block).y - blocks.measures().lane / 2;
}

double LaneMotion::laneBelow(const BlockGeometry& blocks, const PlacedBlock& place) const {
    return blocks.blockOrigin(place.line, place.block).y + blocks.blockExtent().height +
           std::min(blocks.measures().lane, blocks.measures().lineGap) / 2;
}

LaneMotion::Way LaneMotion::wayOf(Index first) const {
    const Box source = boxIn(m_from, m_step - 1, first);
    const Box target = boxIn(m_to, m_step, first);
    const auto placeIn = [&](const BlockGeometry& blocks, std::size_t step) {
        return blocks.arrangement().placeOf(m_journey->cellOf(step, first));
    };
    const double lane =
        std::min({m_from.measures().lane, m_to.measures().lane, m_to.measures().lineGap});
    const double ribbon = std::max(1.0, std::min({source.height, target.height, lane - 2}));
    const auto inLane = [&](double x, double middle, double width) {
        return Box{x, middle - ribbon / 2, width, ribbon};
    };
    const PlacedBlock goal = placeIn(m_to, m_step);
    const double leaves = laneAbove(m_from, placeIn(m_from, m_step - 1));
    const double enters = m_entersAbove ? laneAbove(m_to, goal) : laneBelow(m_to, goal);
    // The corridor is as wide as what lies between the drawings, or as the margin.
    const double left =
        m_rightwards ? right(m_from) + corridorEdge
                     : std::max(corridorEdge, std::min(m_from.origin().x, m_to.origin().x) - 20);
    const double end =
        (m_rightwards ? m_to.origin().x : std::min(m_from.origin().x, m_to.origin().x)) -
        corridorEdge;
    const double width = std::min({source.width, target.width, std::max(2.0, end - left)});
    Way way = {{{source, 0},
                {inLane(source.x, leaves, source.width), 0},
                {inLane(end - width, leaves, width), 0},
                {inLane(end - width, enters, width), 0},
                {inLane(target.x, enters, target.width), 0},
                {target, 0}}};
    double all = 0;
    for (std::size_t i = 1; i < way.size(); ++i) {
        all += distance(way[i - 1].box, way[i].box);
        way[i].until = all;
    }
    for (Frame& frame : way)
        frame.until = all > 0 ? frame.until / all : 1;
    way.front().until = 0;
    way.back().until = 1;
    return way;
}

double LaneMotion::progressOf(Index element, double progress) const {
    const double group = m_groups.progressOf(m_groups.of(element), progress);
    if (!m_lanes || group <= 0 || group >= 1)
        return group;
    const Row& row = m_rows[static_cast<std::size_t>(element / m_length)];
    return std::clamp((group - row.start) / m_share, 0.0, 1.0);
}

Box LaneMotion::at(Index element, double progress) const {
    const Point source = m_from.at(m_journey->cellOf(m_step - 1, element));
    const Point target = m_to.at(m_journey->cellOf(m_step, element));
    const double own = progressOf(element, progress);
    const Extent before = m_from.cellExtent();
    const Extent after = m_to.cellExtent();
    if (own <= 0)
        return {source.x, source.y, before.width, before.height};
    if (own >= 1)
        return {target.x, target.y, after.width, after.height};
    if (!m_lanes) {
        const Point place = m_straight.between(source, target, own);
        const Extent size = m_straight.cellExtent(own);
        return {place.x, place.y, size.width, size.height};
    }
    const Index first = element / m_length * m_length;
    const Way way = wayOf(first);
    const double there = eased(Easing::Smooth, own);
    std::size_t next = 1;
    while (next + 1 < way.size() && way[next].until < there)
        ++next;
    const double from = way[next - 1].until;
    const double length = way[next].until - from;
    const Box row =
        mixed(way[next - 1].box, way[next].box, length > 0 ? (there - from) / length : 1);
    const double cell = row.width / static_cast<double>(m_length);
    return {row.x + static_cast<double>(element - first) * cell, row.y, cell, row.height};
}

} // namespace headscope
