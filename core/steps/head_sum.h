// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"
#include "operations/explanation.h"
#include "trace/trace.h"

#include <vector>

namespace headscope {

// The product with W_O as what it also is: a sum over the heads. The columns of what was laid side
// by side are those of head 1, then of head 2 …; each head's columns meet rows of W_O of their own.

/// How many heads the columns of the left operand of a product are of; 0 where they are not those
/// of several heads.
Index headsOfProduct(const Trace& block, std::size_t step);

/// What each head adds to a cell of such a product, in double; without the bias.
std::vector<double> headParts(const Explanation& cell, Index heads);

/// codeLine() of such a product as that sum; empty of others.
std::vector<CodePart> headSumLine(const Trace& block, std::size_t step, CodeDialect dialect);

} // namespace headscope
