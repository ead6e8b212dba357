// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

namespace headscope {

/// Two boolean masks as one that allows what both allow. Shapes as of
/// MaskOptions::mayAttend in Layout::BatchFirst, fitting one problem; the result has
/// as many axes as it needs.
Tensor allowedByBoth(const Tensor& a, const Tensor& b);

/// Two additive masks as one, likewise.
Tensor sumOfMasks(const Tensor& a, const Tensor& b);

} // namespace headscope
