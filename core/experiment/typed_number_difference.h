// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/difference.h"

namespace headscope {

// The part of changesBetween() and of withChange() that is about typed numbers.

/// The number of a change of Kind::Typed or Kind::Restored, with the value that it comes to.
TypedNumber typedNumberOf(const ExperimentChange& change);

/// One change for each number that only one of both holds, or that both hold differently, as long
/// as they are few, else one for all.
void addTypedChanges(std::vector<ExperimentChange>& changes, const Experiment& from,
                     const Experiment& to);

/// Takes over one of them from `to`. Whether a number fits is for the run to say: it was typed
/// where it fitted.
void takeTypedChange(Experiment& into, const Experiment& to, const ExperimentChange& change);

} // namespace headscope
