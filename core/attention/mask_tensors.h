// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/mask.h"
#include "support/execution.h"

namespace headscope {

/// All boolean parts of the mask as one tensor of 0 and 1: [batch, query, key],
/// or [batch, heads, query, key] where the given mask differs between heads;
/// nothing where no boolean part is set. The options fit the sizes. False if cancelled.
bool mayAttendTensor(const MaskOptions& mask, Index batch, Index heads, Index queryLength,
                     Index keyLength, const Execution& execution, std::optional<Tensor>& result);

/// The additive part with 3 axes [batch or 1, query, key] or 4
/// [batch or 1, heads or 1, query, key]; nothing where none is set.
std::optional<Tensor> additiveTensor(const MaskOptions& mask);

/// Where the row (batch, head, query) of a mask with 3 or 4 axes starts; axes
/// of size 1 stand for all indices.
const float* maskRow(const Tensor& mask, Index batch, Index head, Index query);

} // namespace headscope
