// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/held_difference.h"

#include "experiment/edit_held.h"

#include <algorithm>

namespace headscope {

namespace {

using Kind = ExperimentChange::Kind;

} // namespace

HeldNumber heldNumberOf(const ExperimentChange& change) {
    return {change.scope,   change.tensor,  change.cell[0], change.cell[1],
            change.cell[2], change.cell[3], change.to};
}

void addHeldChanges(std::vector<ExperimentChange>& changes, const Experiment& from,
                    const Experiment& to) {
    std::vector<ExperimentChange> named;
    const auto add = [&](Kind kind, const HeldNumber& number) {
        ExperimentChange& change = named.emplace_back();
        change.kind = kind;
        change.scope = number.scope;
        change.tensor = number.name;
        change.cell = {number.batch, number.head, number.query, number.key};
        (kind == Kind::Hold ? change.to : change.from) = number.value;
    };
    for (const HeldNumber& number : from.held) {
        if (!heldIn(to, number))
            add(Kind::Release, number);
    }
    for (const HeldNumber& number : to.held) {
        const HeldNumber* const before = heldIn(from, number);
        if (!before || before->value != number.value)
            add(Kind::Hold, number);
    }
    if (static_cast<Index>(named.size()) <= mostNamedNumbers) {
        changes.insert(changes.end(), named.begin(), named.end());
        return;
    }
    ExperimentChange change;
    change.kind = Kind::HeldNumbers;
    change.count = static_cast<Index>(named.size());
    changes.push_back(change);
}

void takeHeldChange(Experiment& into, const Experiment& to, const ExperimentChange& change) {
    if (change.kind == Kind::HeldNumbers) {
        into.held = to.held;
        return;
    }
    const HeldNumber number = heldNumberOf(change);
    into = withoutHeld(into, number);
    if (change.kind == Kind::Hold)
        into.held.insert(
            std::ranges::lower_bound(into.held, number.place(), {}, &HeldNumber::place), number);
}

} // namespace headscope
