// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"

namespace headscope {

/// The step as a pattern: "rearrange(x, 'b s (h d) -> b h s d', h=3)". A wrong way
/// that cuts across the axes takes a second pattern, which is why einops users
/// seldom meet that bug. `operand` is what is rearranged: "x".
std::vector<CodePart> einopsLine(const Journey& journey, std::size_t step, std::string operand);

} // namespace headscope
