// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/scope.h"
#include "tensor/axis.h"
#include "tensor/dims.h"
#include "trace/tensor_name.h"

#include <compare>
#include <span>
#include <tuple>
#include <vector>

namespace headscope {

struct TraceStep;

/// A number that a person typed in the place of the computed one: what comes behind it is
/// computed from it. It stands at one place of one of stagesToType().
struct TypedNumber {
    Scope scope; ///< the block, an attention
    TensorName name = TensorName::AttentionWeights;
    // From 0; whatever the layout, so that turning it moves nothing.
    Index batch = 0;
    Index head = 0;
    Index query = 0;
    Index key = 0;
    float value = 0; ///< finite

    auto place() const { return std::tie(scope, name, batch, head, query, key); }
    bool operator==(const TypedNumber&) const = default;
};

/// Scores, scaled scores, masked scores, weights, weights after dropout.
std::span<const TensorName> stagesToType();
bool canBeTyped(TensorName name);

/// A typed number as it stands in the step of a trace.
struct TypedCell {
    Cell cell;         ///< in the order of the step's axes
    float wouldBe = 0; ///< what was computed there; may be −∞ or NaN

    /// Bit for bit.
    bool operator==(const TypedCell& other) const;
};

/// That of a cell of a step; nullptr where the number is the computed one.
const TypedCell* typedAt(const TraceStep& step, const Cell& cell);

/// A cell of a square of heads, whose axes are batch, heads, query and key in any order, as the
/// place of a typed number with the value that stands there.
TypedNumber typedNumberAt(const TraceStep& step, const Cell& cell);
/// The other way round: the cell of such a tensor, whose axes are given.
Cell cellOf(const TypedNumber& number, const PerAxis<Axis>& axes);

/// Every typed number of a step, with the value that it holds.
std::vector<TypedNumber> typedNumbers(const TraceStep& step);

} // namespace headscope
