// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <string>

namespace headscope {

/// The tensor as PyTorch prints a float32 tensor with its default options:
/// precision 4, lines of 80 characters, above 1000 elements three at each edge,
/// integers as "3.", exponent form where the largest is above 1e8, or more than
/// 1000 times the smallest, or the smallest below 1e-4 and not whole. Without a
/// line feed at the end. Any strides.
std::string torchText(const Tensor& tensor);

} // namespace headscope
