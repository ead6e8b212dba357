// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"

#include <cstdint>
#include <vector>

namespace headscope {

/// The sizes of an attention that have to fit each other, as numbers that a person types.
enum class AttentionSize : std::uint8_t { Heads, ModelDim, KeyDim, ValueDim };

/// 0 where it is automatic, which d_k and d_v can be.
int sizeIn(const AttentionConfig& config, AttentionSize size);
AttentionConfig withSize(AttentionConfig config, AttentionSize size, int value);

/// What 0 stands for; where heads do not divide d_model that is not to be had, and 1 is the least.
int automaticSize(const AttentionConfig& config, AttentionSize size);

/// The size that follows `from` upwards (direction 1) or downwards (−1); `from` where there is
/// none. With an automatic d_k only heads that divide d_model, and their multiples, lead anywhere.
int nextSize(const AttentionConfig& config, AttentionSize size, int from, int direction);

/// Heads or widths near a refused one of which the heads are a divisor; empty where that is not
/// what was wrong.
std::vector<int> fittingSizes(const AttentionConfig& refused, AttentionSize size);

} // namespace headscope
