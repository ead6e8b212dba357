// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

// Numbers that a person types in the place of computed ones (trace/typed_number.h), as edits: pure
// functions like those of edit.h. Where sizes change, a number stays at its place as a painted
// mask does, and goes where there is no such place any more.

/// An experiment holds so many at most.
inline constexpr std::size_t mostTypedNumbers = 1000;

/// A number typed at that place, or another one there. An Error where it is not finite, where there
/// is no such place, or where there would be more than mostTypedNumbers.
Result<Experiment> withTypedNumber(const Experiment& experiment, const TypedNumber& number);
/// The computed number again at that place, whatever the value says.
Experiment withoutTypedNumber(const Experiment& experiment, const TypedNumber& place);
/// What is wrong with a number in such an experiment, as withTypedNumber() says it.
Status checkTypedNumber(const Experiment& experiment, const TypedNumber& number);
/// All computed numbers again.
Experiment withoutTypedNumbers(const Experiment& experiment);
/// The number that is typed at that place, whatever the value says; nullptr: the computed one.
const TypedNumber* typedNumberIn(const Experiment& experiment, const TypedNumber& place);

/// How many of some typed numbers have no place in an experiment.
struct PlacelessNumbers {
    Index count = 0;
    bool lackBlocks = false; ///< of each of them the attention itself is not there
};
PlacelessNumbers placelessIn(const Experiment& experiment,
                             std::span<const TypedNumber> typedNumbers);

/// Releases those that have no place in the sizes that the experiment has now.
void releasePlaceless(Experiment& experiment);

} // namespace headscope
