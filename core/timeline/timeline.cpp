// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline.h"

#include "timeline/easing.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headscope {

namespace {
double part(Time done, Time whole) {
    if (done >= whole)
        return 1;
    return done.count() <= 0
               ? 0
               : static_cast<double>(done.count()) / static_cast<double>(whole.count());
}
} // namespace

Timeline::Timeline(std::span<const MoveTiming> moves)
    : m_moves(moves.begin(), moves.end()) {
    Time start{0};
    m_starts.push_back(start);
    for (const MoveTiming& move : m_moves) {
        assert(move.lead.count() >= 0 && move.move.count() >= 0 && move.hold.count() >= 0);
        start += move.total();
        m_starts.push_back(start);
    }
}

TimelinePosition Timeline::locate(Time time, Motion motion) const {
    assert(!m_moves.empty());
    time = std::clamp(time, Time{0}, duration());
    // The last one that has begun; at the very end there is none after it.
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end() - 1, time);
    TimelinePosition position;
    position.move = static_cast<std::size_t>(after - m_starts.begin()) - 1;
    const MoveTiming& timing = m_moves[position.move];
    const Time local = time - m_starts[position.move];
    position.lead = part(local, timing.lead);
    position.progress = local < timing.lead ? 0 : part(local - timing.lead, timing.move);
    if (motion == Motion::Reduced) {
        position.lead = 1;
        position.progress = eased(Easing::Cut, position.progress);
    }
    return position;
}

Time Timeline::timeOf(std::size_t move, double progress) const {
    const double moved =
        std::clamp(progress, 0.0, 1.0) * static_cast<double>(m_moves[move].move.count());
    return moveStartOf(move) + Time{std::llround(moved)};
}

Time Timeline::nextStop(Time time) const {
    for (std::size_t i = 0; i < m_moves.size(); ++i) {
        if (moveEndOf(i) > time)
            return moveEndOf(i);
    }
    return duration();
}

Time Timeline::previousStop(Time time) const {
    for (std::size_t i = m_moves.size(); i-- > 0;) {
        if (moveEndOf(i) < time)
            return moveEndOf(i);
    }
    return Time{0};
}

Time moveTime(std::int64_t parts) {
    constexpr std::int64_t base = 400'000;
    constexpr std::int64_t perPart = 450'000;
    constexpr std::int64_t shortest = 800'000;
    constexpr std::int64_t longest = 4'000'000;
    const std::int64_t counted = std::min<std::int64_t>(parts, longest / perPart);
    return Time{std::clamp(base + counted * perPart, shortest, longest)};
}

} // namespace headscope
