// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/target.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// How far the sum of a row may be from 1 and still mean 1: files hold rounded numbers.
constexpr double sumTolerance = 1e-3;

/// Multiplies the cells of a row but one, so that the row sums to 1 with that one.
void adjustOthers(PaintTarget& target, Index query, Index kept) {
    const double own = static_cast<double>(target.at(query, kept));
    const double others = target.rowSum(query) - own;
    // What is left of a sum of floats after the only term was taken away.
    if (others < 1e-7) {
        for (Index key = 0; key < target.keys; ++key)
            target.weights[target.place(query, key)] = key == kept && own > 0 ? 1.0F : 0.0F;
        return;
    }
    const double factor = (1 - own) / others;
    for (Index key = 0; key < target.keys; ++key) {
        float& weight = target.weights[target.place(query, key)];
        if (key != kept)
            weight = static_cast<float>(static_cast<double>(weight) * factor);
    }
}

void divideBySum(PaintTarget& target, Index query) {
    const double sum = target.rowSum(query);
    if (!(sum > 0))
        return;
    for (Index key = 0; key < target.keys; ++key) {
        float& weight = target.weights[target.place(query, key)];
        weight = static_cast<float>(static_cast<double>(weight) / sum);
    }
}

} // namespace

double PaintTarget::rowSum(Index query) const {
    double sum = 0;
    for (Index key = 0; key < keys; ++key)
        sum += static_cast<double>(at(query, key));
    return sum;
}

Index PaintTarget::paintedRows() const {
    Index rows = 0;
    for (Index query = 0; query < queries; ++query)
        rows += isPainted(query) ? 1 : 0;
    return rows;
}

PaintTarget emptyTarget(Index queries, Index keys) {
    const auto count = static_cast<std::size_t>(queries * keys);
    return {queries, keys, std::vector<float>(count), std::vector<std::uint8_t>(count, 1)};
}

Result<PaintTarget> targetFrom(const Tensor& weights, const std::vector<std::uint8_t>& mayAttend) {
    PaintTarget target = emptyTarget(weights.size(0), weights.size(1));
    target.mayAttend = mayAttend;
    const Tensor values = weights.contiguous();
    std::ranges::copy(values.values(), target.weights.begin());
    for (Index query = 0; query < target.queries; ++query) {
        for (Index key = 0; key < target.keys; ++key) {
            const float weight = target.at(query, key);
            // Not the other way round: NaN is refused too.
            if (!(weight >= 0 && std::isfinite(weight)))
                return makeError(HEADSCOPE_MESSAGE("Message",
                                                   "target[%1, %2] is %3: a weight from 0 to 1 "
                                                   "is needed"),
                                 query, key, weight);
            if (weight > 0 && !target.allows(query, key))
                return makeError(HEADSCOPE_MESSAGE("Message",
                                                   "target[%1, %2] is %3, but the mask forbids "
                                                   "this query to look at this key"),
                                 query, key, weight);
        }
        const double sum = target.rowSum(query);
        if (sum != 0 && !(std::fabs(sum - 1) <= sumTolerance))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "target[%1, :] sums to %2: 1 is needed, or "
                                               "0 where nothing is asked of the row"),
                             query, sum);
        divideBySum(target, query);
    }
    if (target.paintedRows() == 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "the target is all zeros: no row of it "
                                                      "asks for anything"));
    return target;
}

PaintTarget withPaint(PaintTarget target, Index query, Index key, float weight,
                      bool keepRowsAtOne) {
    if (!target.allows(query, key))
        return target;
    target.weights[target.place(query, key)] = std::clamp(weight, 0.0F, 1.0F);
    if (keepRowsAtOne)
        adjustOthers(target, query, key);
    return target;
}

PaintTarget withoutPaint(PaintTarget target, Index query, Index key, bool keepRowsAtOne) {
    if (target.at(query, key) == 0.0F)
        return target;
    return withPaint(std::move(target), query, key, 0, keepRowsAtOne);
}

PaintTarget withEvenRow(PaintTarget target, Index query) {
    Index allowed = 0;
    for (Index key = 0; key < target.keys; ++key)
        allowed += target.allows(query, key) ? 1 : 0;
    for (Index key = 0; key < target.keys; ++key)
        target.weights[target.place(query, key)] =
            target.allows(query, key) ? 1.0F / static_cast<float>(allowed) : 0.0F;
    return target;
}

PaintTarget withRowsAtOne(PaintTarget target) {
    for (Index query = 0; query < target.queries; ++query)
        divideBySum(target, query);
    return target;
}

PaintTarget withMask(PaintTarget target, const std::vector<std::uint8_t>& mayAttend) {
    target.mayAttend = mayAttend;
    for (Index query = 0; query < target.queries; ++query) {
        bool lost = false;
        for (Index key = 0; key < target.keys; ++key) {
            float& weight = target.weights[target.place(query, key)];
            if (weight > 0 && !target.allows(query, key)) {
                weight = 0;
                lost = true;
            }
        }
        if (lost)
            divideBySum(target, query);
    }
    return target;
}

PaintTarget resized(const PaintTarget& target, Index queries, Index keys) {
    PaintTarget result = emptyTarget(queries, keys);
    for (Index query = 0; query < std::min(queries, target.queries); ++query) {
        for (Index key = 0; key < std::min(keys, target.keys); ++key)
            result.weights[result.place(query, key)] = target.at(query, key);
        if (keys < target.keys)
            divideBySum(result, query);
    }
    return result;
}

} // namespace headscope
