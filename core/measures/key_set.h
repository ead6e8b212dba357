// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <span>
#include <vector>

namespace headscope {

/// The keys of a row of weights from the largest to the smallest, of equal ones the earlier first;
/// keys without any weight are left out. None where the row holds a NaN.
std::vector<Index> keysByWeight(std::span<const float> row);

/// The smallest set of keys that holds `percent` % (1 to 100) of a row: so many of keysByWeight().
/// The whole is the sum of the row, which need not be 1. 100: all that have any weight.
std::size_t keysHolding(std::span<const float> row, std::span<const Index> keysByWeight,
                        int percent);

/// The least percent of a row at which a key is in that set: keysHolding(…) that many or more
/// includes it. 101: never. The same without an order of the others, for who asks of many rows
/// about one key.
int heldFrom(std::span<const float> row, Index key);

} // namespace headscope
