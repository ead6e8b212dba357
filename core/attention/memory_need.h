// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"

namespace headscope {

/// How many bytes the tensors of a trace take that the run itself allocates
/// (the inputs and parameters exist already). Nothing where the number does not
/// fit an Index. Only of a problem whose shapes fit each other.
std::optional<Index> traceBytes(const AttentionProblem& problem, const HeadSizes& sizes);

} // namespace headscope
