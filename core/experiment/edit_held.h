// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

// Numbers that a person types in the place of computed ones (trace/held.h), as edits: pure
// functions like those of edit.h. Where sizes change, a number stays at its place as a painted
// mask does, and goes where there is no such place any more.

/// An experiment holds so many at most.
inline constexpr std::size_t mostHeldNumbers = 1000;

/// Holds a number, or another one at that place. An Error where it is not finite, where there is no
/// such place, or where there would be more than mostHeldNumbers.
Result<Experiment> withHeld(const Experiment& experiment, const HeldNumber& number);
/// The computed number again at that place, whatever the value says.
Experiment withoutHeld(const Experiment& experiment, const HeldNumber& place);
/// What is wrong with a number in such an experiment, as withHeld() says it.
Status checkHeld(const Experiment& experiment, const HeldNumber& number);
/// All of them released.
Experiment withoutAnyHeld(const Experiment& experiment);
/// The number that is held at that place, whatever the value says; nullptr: the computed one.
const HeldNumber* heldIn(const Experiment& experiment, const HeldNumber& place);

/// How many of some held numbers have no place in an experiment.
struct PlacelessHeld {
    Index count = 0;
    bool lackBlocks = false; ///< of each of them the attention itself is not there
};
PlacelessHeld placelessIn(const Experiment& experiment, std::span<const HeldNumber> held);

/// Releases those that have no place in the sizes that the experiment has now.
void releasePlaceless(Experiment& experiment);

} // namespace headscope
