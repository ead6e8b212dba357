// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/step_motion.h"

#include "timeline/easing.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headscope {

using namespace std::chrono_literals;

namespace {
/// How much of a copy's time one row or element is on its way.
constexpr double copiedShare = 0.15;

/// The first of `count` groups of which `isSo`, which holds for all after it too.
template <class Predicate> Index firstGroup(Index count, const Predicate& isSo) {
    Index low = 0;
    Index high = count;
    while (low < high) {
        const Index middle = low + (high - low) / 2;
        if (isSo(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
} // namespace

StepGroups::StepGroups(const Journey& journey, std::size_t step)
    : m_journey(&journey)
    , m_step(step) {
    assert(step > journey.firstStep() && journey.follows(step));
    const LayoutStep& made = journey[step];
    m_arrangement = BlockArrangement(made.tensor, journey.sizes());
    if (made.copies()) {
        m_byRow = true;
        m_count = journey.elementCount() / made.tensor.shape().back();
    } else if (m_arrangement.blocks() > 1) {
        m_count = m_arrangement.blocks();
    } else {
        m_byTarget = false;
        m_arrangement = BlockArrangement(journey[step - 1].tensor, journey.sizes());
        m_count = m_arrangement.blocks();
    }
}

Index StepGroups::of(Index element) const {
    if (m_byRow)
        return m_journey->storageIndexOf(m_step, element) /
               m_journey->steps()[m_step].tensor.shape().back();
    const std::size_t step = m_byTarget ? m_step : m_step - 1;
    return m_arrangement.placeOf(m_journey->cellOf(step, element)).block;
}

double StepGroups::progressOf(Index group, double progress) const {
    return staggered(progress, group, m_count, m_byRow ? copiedShare : 0);
}

Index StepGroups::begun(double progress) const {
    return firstGroup(m_count, [&](Index group) { return progressOf(group, progress) <= 0; });
}

Index StepGroups::arrived(double progress) const {
    return firstGroup(m_count, [&](Index group) { return progressOf(group, progress) < 1; });
}

StepMotion::StepMotion(const Journey& journey, std::size_t step, const BlockGeometry& from,
                       const BlockGeometry& to)
    : m_journey(&journey)
    , m_step(step)
    , m_groups(journey, step)
    , m_from(from)
    , m_to(to)
    , m_joins(to.arrangement().columns() > from.arrangement().columns()) {}

Point StepMotion::at(Index element, double progress) const {
    const Point source = m_from.at(m_journey->cellOf(m_step - 1, element));
    const Point target = m_to.at(m_journey->cellOf(m_step, element));
    return between(source, target, m_groups.progressOf(m_groups.of(element), progress));
}

Extent StepMotion::cellExtent(double groupProgress) const {
    const double t = eased(Easing::Smooth, groupProgress);
    const Extent from = m_from.cellExtent();
    const Extent to = m_to.cellExtent();
    return {std::lerp(from.width, to.width, t), std::lerp(from.height, to.height, t)};
}

Point StepMotion::between(Point from, Point to, double groupProgress) const {
    // std::lerp is exact at both ends.
    const double throughout = eased(Easing::Smooth, groupProgress);
    const double early = eased(Easing::Smooth, std::min(1.0, 2 * groupProgress));
    return {std::lerp(from.x, to.x, m_joins ? early : throughout),
            std::lerp(from.y, to.y, m_joins ? throughout : early)};
}

MemoryPlace memoryPlace(const Journey& journey, std::size_t step, Index element, double progress) {
    const Index before =
        journey.storageIndexOf(step - 1, element) - (journey[step - 1].tensor.offset());
    const LayoutStep& made = journey[step];
    if (!made.copies())
        return {static_cast<double>(before), 0};
    const Index after = journey.storageIndexOf(step, element);
    const double own =
        eased(Easing::Smooth, staggered(progress, after, journey.elementCount(), copiedShare));
    return {std::lerp(static_cast<double>(before), static_cast<double>(after), own), own};
}

Timeline journeyTimeline(const Journey& journey) {
    std::vector<MoveTiming> moves;
    for (std::size_t i = 0; i < journey.steps().size(); ++i) {
        MoveTiming timing;
        if (i > 0) {
            timing.lead = 1200ms;
            timing.move = 1200ms;
            if (i > journey.firstStep() && journey.follows(i))
                timing.move = moveTime(StepGroups(journey, i).count());
        }
        timing.hold = 800ms;
        moves.push_back(timing);
    }
    return Timeline(moves);
}

} // namespace headscope
