// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/recipes.h"

namespace headscope {

/// Up to this many numbers share one allocation with their count: a run on ten tokens is
/// mostly allocations.
inline constexpr Index smallStorage = 1024;

/// `count` floats with unspecified values, aligned to a cache line where there
/// are more than 1024; empty for 0.
std::shared_ptr<float[]> allocateStorage(Index count);

/// Where a storage of more than 1024 numbers remembers how they can be made again; nullptr
/// of a smaller one.
std::shared_ptr<const recipes::Recipe>* recipeIn(const std::shared_ptr<float[]>& storage);

} // namespace headscope
