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

/// The same, whose numbers `fill` writes when they are first wanted; cheap ones at once where there
/// are no more than 1024. Dear ones take no block that waits for the next run: as long as nobody
/// reads them they cost no memory.
std::shared_ptr<float[]> allocateStorage(Index count, std::function<void(float*)> fill,
                                         Making making);
/// Whether the numbers are there; else fillStorage has to be called before they are read.
bool isFilled(const std::shared_ptr<float[]>& storage);
/// From any thread, and from several: the others wait.
void fillStorage(const std::shared_ptr<float[]>& storage);

/// Whether all numbers of a storage were looked through and are finite; only one of more than 1024
/// remembers it, until somebody writes into it. From any thread.
bool isKnownFinite(const std::shared_ptr<float[]>& storage);
void rememberFinite(const std::shared_ptr<float[]>& storage);
/// Somebody writes into it: nothing is known any more of what is in it.
void forgetNumbers(const std::shared_ptr<float[]>& storage);

/// Where a storage of more than 1024 numbers remembers how they can be made again; nullptr
/// of a smaller one.
std::shared_ptr<const recipes::Recipe>* recipeIn(const std::shared_ptr<float[]>& storage);

} // namespace headscope
