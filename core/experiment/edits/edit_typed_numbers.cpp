// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit_typed_numbers.h"

#include "attention/typed_number_check.h"
#include "transformer/attention_sizes.h"

#include <algorithm>

namespace headscope {

namespace {

SizesOfBlock sizesOf(const Experiment& experiment) {
    const PairSizes whole = {experiment.batch(), experiment.config.heads, experiment.queryLength(),
                             experiment.keyLength()};
    return [config = experiment.model, whole](const Scope& scope) {
        return attentionSizes(config, scope, whole);
    };
}

/// Where a number at that place stands, or would.
template <class Numbers> auto placeIn(Numbers& numbers, const TypedNumber& number) {
    return std::ranges::lower_bound(numbers, number.place(), {}, &TypedNumber::place);
}

} // namespace

Status checkTypedNumber(const Experiment& experiment, const TypedNumber& number) {
    return checkTypedNumbers({&number, 1}, experiment.config.dropout, sizesOf(experiment));
}

Result<Experiment> withTypedNumber(const Experiment& experiment, const TypedNumber& number) {
    if (const Status status = checkTypedNumber(experiment, number); !status)
        return status.error();
    Experiment next = experiment;
    const auto found = placeIn(next.typedNumbers, number);
    if (found != next.typedNumbers.end() && found->place() == number.place()) {
        *found = number;
        return next;
    }
    if (next.typedNumbers.size() >= mostTypedNumbers)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 numbers are typed already; restore one "
                                                      "before another is typed"),
                         next.typedNumbers.size());
    next.typedNumbers.insert(found, number);
    return next;
}

Experiment withoutTypedNumber(const Experiment& experiment, const TypedNumber& place) {
    Experiment next = experiment;
    std::erase_if(next.typedNumbers,
                  [&](const TypedNumber& number) { return number.place() == place.place(); });
    return next;
}

Experiment withoutTypedNumbers(const Experiment& experiment) {
    Experiment next = experiment;
    next.typedNumbers.clear();
    return next;
}

const TypedNumber* typedNumberIn(const Experiment& experiment, const TypedNumber& place) {
    const auto found = placeIn(experiment.typedNumbers, place);
    return found != experiment.typedNumbers.end() && found->place() == place.place() ? &*found
                                                                                     : nullptr;
}

PlacelessNumbers placelessIn(const Experiment& experiment,
                             std::span<const TypedNumber> typedNumbers) {
    const SizesOfBlock sizes = sizesOf(experiment);
    PlacelessNumbers placeless;
    Index blocks = 0;
    for (const TypedNumber& number : typedNumbers) {
        const std::optional<PairSizes> block = sizes(number.scope);
        placeless.count += !hasPlace(number, experiment.config.dropout, block);
        blocks += !block;
    }
    placeless.lackBlocks = placeless.count > 0 && blocks == placeless.count;
    return placeless;
}

void releasePlaceless(Experiment& experiment) {
    if (experiment.typedNumbers.empty())
        return;
    const SizesOfBlock sizes = sizesOf(experiment);
    std::erase_if(experiment.typedNumbers, [&](const TypedNumber& number) {
        return !hasPlace(number, experiment.config.dropout, sizes(number.scope));
    });
}

} // namespace headscope
