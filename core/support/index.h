// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headscope {

/// Sizes, positions and strides; signed, so that differences need no care.
using Index = std::ptrdiff_t;

} // namespace headscope
