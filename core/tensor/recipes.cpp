// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/recipes.h"

#include "tensor/storage.h"

namespace headscope::recipes {

Tensor make(std::shared_ptr<const Recipe> recipe) {
    Tensor tensor = (*recipe)();
    if (std::shared_ptr<const Recipe>* const known = recipeIn(tensor.storage()))
        *known = std::move(recipe);
    return tensor;
}

std::shared_ptr<const Recipe> of(const Tensor& tensor) {
    const std::shared_ptr<const Recipe>* const known = recipeIn(tensor.storage());
    const bool whole = tensor.offset() == 0 && tensor.isContiguous() &&
                       tensor.elementCount() == tensor.storageSize();
    return known && whole ? *known : nullptr;
}

} // namespace headscope::recipes
