// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/masks/mask_tensors.h"
#include "support/result.h"
#include "trace/typed_number.h"

#include <functional>
#include <optional>
#include <span>

namespace headscope {

/// How many sequences, heads, queries and keys a block has; nothing where it is no attention.
using SizesOfBlock = std::function<std::optional<PairSizes>(const Scope&)>;

/// Whether an attention of these sizes has the stage and the place; without dropout there are no
/// dropped weights.
bool hasPlace(const TypedNumber& number, float dropout, const std::optional<PairSizes>& sizes);

/// Whether each number stands at a place that is there, once, and is finite.
Status checkTypedNumbers(std::span<const TypedNumber> typedNumbers, float dropout,
                         const SizesOfBlock& sizesOf);

} // namespace headscope
