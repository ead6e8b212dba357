// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/typed_number_check.h"

#include "attention/number_check.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headscope {

namespace {

std::string stageOf(const TypedNumber& number) {
    return pathWith(number.scope.path(), snakeCase(number.name));
}

/// "scores (sequence 1, head 2, query 3, key 4)": counted from 1, as people type it.
std::string placeText(const TypedNumber& number) {
    const auto ordinal = [](Index place) { // whatever a file has there
        return std::to_string(static_cast<std::uint64_t>(place) + 1);
    };
    return stageOf(number) + " (sequence " + ordinal(number.batch) + ", head " +
           ordinal(number.head) + ", query " + ordinal(number.query) + ", key " +
           ordinal(number.key) + ")";
}

bool isInside(const TypedNumber& number, const PairSizes& sizes) {
    const auto below = [](Index place, Index size) { return place >= 0 && place < size; };
    return below(number.batch, sizes.batch) && below(number.head, sizes.heads) &&
           below(number.query, sizes.queries) && below(number.key, sizes.keys);
}

Status checkOne(const TypedNumber& number, float dropout, const std::optional<PairSizes>& sizes) {
    if (!canBeTyped(number.name))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 cannot be typed over; scores, scaled_scores, "
                                           "masked_scores, attention_weights and dropped_weights "
                                           "can"),
                         stageOf(number));
    if (!sizes)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 is typed, but there is no such attention"),
            placeText(number));
    if (number.name == TensorName::DroppedWeights && dropout <= 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is typed, but nothing is dropped; type "
                                                      "one of attention_weights"),
                         placeText(number));
    if (!isInside(number, *sizes))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is typed, but the shape is %2 (batch, "
                                                      "heads, query, key)"),
                         placeText(number),
                         shapeText({sizes->batch, sizes->heads, sizes->queries, sizes->keys}));
    return checkFinite(placeText(number), number.value);
}

} // namespace

bool hasPlace(const TypedNumber& number, float dropout, const std::optional<PairSizes>& sizes) {
    return canBeTyped(number.name) && sizes && isInside(number, *sizes) &&
           (number.name != TensorName::DroppedWeights || dropout > 0);
}

Status checkTypedNumbers(std::span<const TypedNumber> typedNumbers, float dropout,
                         const SizesOfBlock& sizesOf) {
    for (const TypedNumber& number : typedNumbers) {
        if (Status status = checkOne(number, dropout, sizesOf(number.scope)); !status)
            return status;
    }
    std::vector<const TypedNumber*> sorted;
    sorted.reserve(typedNumbers.size());
    for (const TypedNumber& number : typedNumbers)
        sorted.push_back(&number);
    const auto placeOf = [](const TypedNumber* number) { return number->place(); };
    std::ranges::sort(sorted, {}, placeOf);
    const auto twice = std::ranges::adjacent_find(sorted, {}, placeOf);
    if (twice == sorted.end())
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 is typed twice; one number can stand there"),
                     placeText(**twice));
}

} // namespace headscope
