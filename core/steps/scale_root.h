// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

namespace headscope {

/// The d_k whose root a Scale step divides by; nothing where its factor is another number.
std::optional<Index> rootOfScale(const Trace& block, std::size_t step);

} // namespace headscope
