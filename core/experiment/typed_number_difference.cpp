// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/typed_number_difference.h"

#include "experiment/edits/edit_typed_numbers.h"

#include <algorithm>

namespace headscope {

namespace {

using Kind = ExperimentChange::Kind;

} // namespace

TypedNumber typedNumberOf(const ExperimentChange& change) {
    return {change.scope,   change.tensor,  change.cell[0], change.cell[1],
            change.cell[2], change.cell[3], change.to};
}

void addTypedChanges(std::vector<ExperimentChange>& changes, const Experiment& from,
                     const Experiment& to) {
    std::vector<ExperimentChange> named;
    const auto add = [&](Kind kind, const TypedNumber& number) {
        ExperimentChange& change = named.emplace_back();
        change.kind = kind;
        change.scope = number.scope;
        change.tensor = number.name;
        change.cell = {number.batch, number.head, number.query, number.key};
        (kind == Kind::Typed ? change.to : change.from) = number.value;
    };
    for (const TypedNumber& number : from.typedNumbers) {
        if (!typedNumberIn(to, number))
            add(Kind::Restored, number);
    }
    for (const TypedNumber& number : to.typedNumbers) {
        const TypedNumber* const before = typedNumberIn(from, number);
        if (!before || before->value != number.value)
            add(Kind::Typed, number);
    }
    if (static_cast<Index>(named.size()) <= mostNamedNumbers) {
        changes.insert(changes.end(), named.begin(), named.end());
        return;
    }
    ExperimentChange change;
    change.kind = Kind::TypedNumbers;
    change.count = static_cast<Index>(named.size());
    changes.push_back(change);
}

void takeTypedChange(Experiment& into, const Experiment& to, const ExperimentChange& change) {
    if (change.kind == Kind::TypedNumbers) {
        into.typedNumbers = to.typedNumbers;
        return;
    }
    const TypedNumber number = typedNumberOf(change);
    into = withoutTypedNumber(into, number);
    if (change.kind == Kind::Typed)
        into.typedNumbers.insert(
            std::ranges::lower_bound(into.typedNumbers, number.place(), {}, &TypedNumber::place),
            number);
}

} // namespace headscope
