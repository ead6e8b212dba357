// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit_held.h"

#include "attention/held_check.h"
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
template <class Numbers> auto placeIn(Numbers& held, const HeldNumber& number) {
    return std::ranges::lower_bound(held, number.place(), {}, &HeldNumber::place);
}

} // namespace

Status checkHeld(const Experiment& experiment, const HeldNumber& number) {
    return checkHeld({&number, 1}, experiment.config.dropout, sizesOf(experiment));
}

Result<Experiment> withHeld(const Experiment& experiment, const HeldNumber& number) {
    if (const Status status = checkHeld(experiment, number); !status)
        return status.error();
    Experiment next = experiment;
    const auto found = placeIn(next.held, number);
    if (found != next.held.end() && found->place() == number.place()) {
        *found = number;
        return next;
    }
    if (next.held.size() >= mostHeldNumbers)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 numbers are held already; release one "
                                                      "before another is typed"),
                         next.held.size());
    next.held.insert(found, number);
    return next;
}

Experiment withoutHeld(const Experiment& experiment, const HeldNumber& place) {
    Experiment next = experiment;
    std::erase_if(next.held,
                  [&](const HeldNumber& number) { return number.place() == place.place(); });
    return next;
}

Experiment withoutAnyHeld(const Experiment& experiment) {
    Experiment next = experiment;
    next.held.clear();
    return next;
}

const HeldNumber* heldIn(const Experiment& experiment, const HeldNumber& place) {
    const auto found = placeIn(experiment.held, place);
    return found != experiment.held.end() && found->place() == place.place() ? &*found : nullptr;
}

PlacelessHeld placelessIn(const Experiment& experiment, std::span<const HeldNumber> held) {
    const SizesOfBlock sizes = sizesOf(experiment);
    PlacelessHeld placeless;
    Index blocks = 0;
    for (const HeldNumber& number : held) {
        const std::optional<PairSizes> block = sizes(number.scope);
        placeless.count += !hasPlace(number, experiment.config.dropout, block);
        blocks += !block;
    }
    placeless.lackBlocks = placeless.count > 0 && blocks == placeless.count;
    return placeless;
}

void releasePlaceless(Experiment& experiment) {
    if (experiment.held.empty())
        return;
    const SizesOfBlock sizes = sizesOf(experiment);
    std::erase_if(experiment.held, [&](const HeldNumber& number) {
        return !hasPlace(number, experiment.config.dropout, sizes(number.scope));
    });
}

} // namespace headscope
