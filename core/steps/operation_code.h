// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"
#include "trace/trace.h"

namespace headscope {

/// The line that computes a step of a block's trace, with the actual sizes:
/// "scores = q @ k.transpose(-2, -1)  # (1, 4, 10, 10)". The comment with the shape is not
/// `current`. A view and what only rearranges it once more are one line, from the first on.
/// Python's tensors are those of the trace in their order of axes, masks of pairs are boolean;
/// dropout's `kept` is 1 or 0. Empty where nothing is computed, also of a mask that masks nothing,
/// and for the losses of a training.
std::vector<CodePart> codeLine(const Trace& block, std::size_t step, CodeDialect dialect);

/// The step whose tensor such a line starts from instead of its own first operand: what stands
/// before views and transposes, and before a mask that masks nothing.
std::size_t codeSource(const Trace& block, std::size_t step);

/// What a tensor is called in these lines: "scores", "W_q", "x".
std::string codeName(TensorName name);

} // namespace headscope
