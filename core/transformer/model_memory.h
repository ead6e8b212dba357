// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model.h"

namespace headscope {

/// How many bytes the tensors of a trace take that runModel() itself allocates (the
/// inputs and parameters exist already). Nothing where the number does not fit an Index.
/// Only of a problem that is right otherwise.
std::optional<Index> traceBytes(const ModelProblem& problem);

/// Whether so many bytes keep to `limit`, nothing being more than can be counted; how much there
/// is, only the caller knows.
Status checkMemory(std::optional<Index> bytes, Index limit);

} // namespace headscope
