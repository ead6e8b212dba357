// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/matrix.h"
#include "attention/config.h"
#include "attention/masks/mask.h"
#include "support/execution.h"

namespace headscope {

/// How many pairs of query and key there are.
struct PairSizes {
    Index batch = 1;
    Index heads = 1;
    Index queries = 1;
    Index keys = 1;
};

/// All boolean parts of the mask as one tensor of 0 and 1: [batch, query, key],
/// or [batch, heads, query, key] where the given mask differs between heads;
/// nothing where no boolean part is set. `layout` is that of the options, which fit
/// the sizes. False if cancelled.
bool mayAttendTensor(const MaskOptions& mask, Layout layout, const PairSizes& sizes,
                     const Execution& execution, std::optional<Tensor>& result);

/// The additive part with 3 axes [batch or 1, query or 1, key] or 4
/// [batch or 1, heads or 1, query or 1, key]; nothing where none is set.
std::optional<Tensor> additiveTensor(const MaskOptions& mask, Layout layout);

/// [batch, query, key] and [batch, heads, query, key] in the order of the layout:
/// [query, key, batch] and [query, key, batch, heads] of SequenceFirst. [query, key]
/// is the same in both. No element moves.
Tensor maskInLayout(const Tensor& mask, Layout layout);
/// The way back.
Tensor batchFirstMask(const Tensor& mask, Layout layout);

/// [rows, key] of a mask with 3 or 4 axes, from `query` on; axes of size 1 stand for
/// all indices.
ConstMatrix maskRows(const Tensor& mask, Index batch, Index head, Index query, Index rows = 1);

} // namespace headscope
