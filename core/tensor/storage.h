// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <memory>

namespace headscope {

/// Up to this many numbers share one allocation with their count: a run on ten tokens is
/// mostly allocations.
inline constexpr Index smallStorage = 1024;

/// `count` floats with unspecified values, aligned to a cache line where there
/// are more than 1024; empty for 0.
std::shared_ptr<float[]> allocateStorage(Index count);

} // namespace headscope
