// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <functional>
#include <memory>

/// How the numbers of a storage can be made again, bit for bit: the storage itself knows it
/// until somebody writes into it.
namespace headscope::recipes {

using Recipe = std::function<Tensor()>;

/// What the recipe makes, a whole storage of its own. Small ones are made without a word:
/// they are smaller than what there would be to remember.
Tensor make(std::shared_ptr<const Recipe> recipe);
/// nullptr where nobody said it, and where the tensor is only a part of the storage.
std::shared_ptr<const Recipe> of(const Tensor& tensor);

} // namespace headscope::recipes
