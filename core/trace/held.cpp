// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/held.h"

#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace headscope {

namespace {

constexpr std::array heldStages = {TensorName::Scores, TensorName::ScaledScores,
                                   TensorName::MaskedScores, TensorName::AttentionWeights,
                                   TensorName::DroppedWeights};

/// The index of a held number along an axis.
template <class Number> auto& along(Number& number, Axis axis) {
    switch (axis) {
    case Axis::Batch: return number.batch;
    case Axis::Heads: return number.head;
    case Axis::Query: return number.query;
    default: return number.key;
    }
}

} // namespace

std::span<const TensorName> stagesToHold() {
    return heldStages;
}

bool canBeHeld(TensorName name) {
    return std::ranges::find(heldStages, name) != heldStages.end();
}

bool HeldCell::operator==(const HeldCell& other) const {
    return cell == other.cell &&
           std::bit_cast<std::uint32_t>(wouldBe) == std::bit_cast<std::uint32_t>(other.wouldBe);
}

const HeldCell* heldAt(const TraceStep& step, const Cell& cell) {
    const auto found = std::ranges::find(step.held, cell, &HeldCell::cell);
    return found == step.held.end() ? nullptr : &*found;
}

HeldNumber heldNumberAt(const TraceStep& step, const Cell& cell) {
    HeldNumber number;
    number.scope = Scope::parse(step.scope).value_or(Scope());
    number.name = step.name;
    const Axes& axes = step.result.axes();
    assert(axes.size() == 4);
    for (std::size_t i = 0; i < axes.size(); ++i)
        along(number, axes[i]) = cell[i];
    number.value = step.result.at(cell);
    return number;
}

Cell cellOf(const HeldNumber& number, const PerAxis<Axis>& axes) {
    Cell cell;
    for (const Axis axis : axes)
        cell.push_back(along(number, axis));
    return cell;
}

std::vector<HeldNumber> heldNumbers(const TraceStep& step) {
    std::vector<HeldNumber> numbers;
    numbers.reserve(step.held.size());
    for (const HeldCell& held : step.held)
        numbers.push_back(heldNumberAt(step, held.cell));
    return numbers;
}

} // namespace headscope
