// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/typed_number.h"

#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace headscope {

namespace {

constexpr std::array typedStages = {TensorName::Scores, TensorName::ScaledScores,
                                    TensorName::MaskedScores, TensorName::AttentionWeights,
                                    TensorName::DroppedWeights};

/// The index of a typed number along an axis.
template <class Number> auto& along(Number& number, Axis axis) {
    switch (axis) {
    case Axis::Batch: return number.batch;
    case Axis::Heads: return number.head;
    case Axis::Query: return number.query;
    default: return number.key;
    }
}

} // namespace

std::span<const TensorName> stagesToType() {
    return typedStages;
}

bool canBeTyped(TensorName name) {
    return std::ranges::find(typedStages, name) != typedStages.end();
}

bool TypedCell::operator==(const TypedCell& other) const {
    return cell == other.cell &&
           std::bit_cast<std::uint32_t>(wouldBe) == std::bit_cast<std::uint32_t>(other.wouldBe);
}

const TypedCell* typedAt(const TraceStep& step, const Cell& cell) {
    const auto found = std::ranges::find(step.typedNumbers, cell, &TypedCell::cell);
    return found == step.typedNumbers.end() ? nullptr : &*found;
}

TypedNumber typedNumberAt(const TraceStep& step, const Cell& cell) {
    TypedNumber number;
    number.scope = Scope::parse(step.scope).value_or(Scope());
    number.name = step.name;
    const Axes& axes = step.result.axes();
    assert(axes.size() == 4);
    for (std::size_t i = 0; i < axes.size(); ++i)
        along(number, axes[i]) = cell[i];
    number.value = step.result.at(cell);
    return number;
}

Cell cellOf(const TypedNumber& number, const PerAxis<Axis>& axes) {
    Cell cell;
    for (const Axis axis : axes)
        cell.push_back(along(number, axis));
    return cell;
}

std::vector<TypedNumber> typedNumbers(const TraceStep& step) {
    std::vector<TypedNumber> numbers;
    numbers.reserve(step.typedNumbers.size());
    for (const TypedCell& typed : step.typedNumbers)
        numbers.push_back(typedNumberAt(step, typed.cell));
    return numbers;
}

} // namespace headscope
