// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/recipes.h"

#include "tensor/storage.h"

namespace headscope::recipes {

Tensor make(std::shared_ptr<const Recipe> recipe, Making making) {
    Tensor tensor = Tensor::madeLater(
        recipe->shape, recipe->axes, [recipe](float* numbers) { recipe->fill(numbers); }, making);
    if (std::shared_ptr<const Recipe>* const known = recipeIn(tensor.storage()))
        *known = std::move(recipe);
    return tensor;
}

Tensor makeOnce(Recipe recipe) {
    return Tensor::madeLater(recipe.shape, recipe.axes, std::move(recipe.fill));
}

std::shared_ptr<const Recipe> of(const Tensor& tensor) {
    const std::shared_ptr<const Recipe>* const known = recipeIn(tensor.storage());
    return known && tensor.isWholeStorage() ? *known : nullptr;
}

Tensor Anew::unmade(const Tensor& tensor) {
    const std::shared_ptr<const Recipe>* const known = recipeIn(tensor.storage());
    if (!known || !*known)
        return tensor;
    auto found = m_storages.find(tensor.storage());
    if (found == m_storages.end())
        found = m_storages.emplace(tensor.storage(), make(*known, Making::Dear)).first;
    return tensor.on(found->second);
}

Tensor Anew::letGo(const Tensor& tensor) {
    return isFilled(tensor.storage()) ? unmade(tensor) : tensor;
}

Tensor forOneReader(const Tensor& tensor) {
    return bytesToMake(tensor) > 0 ? Anew().unmade(tensor) : tensor;
}

bool haveOneOrigin(const Tensor& a, const Tensor& b) {
    const std::shared_ptr<const Recipe> left = of(a);
    const std::shared_ptr<const Recipe> right = left ? of(b) : nullptr;
    return right && !left->origin.empty() && left->origin == right->origin;
}

bool comparingMakes(const Tensor& a, const Tensor& b) {
    return a.shape() == b.shape() && !a.sharesStorageWith(b) && !haveOneOrigin(a, b) &&
           !(isFilled(a.storage()) && isFilled(b.storage()));
}

Index bytesToMake(const Tensor& tensor) {
    return isFilled(tensor.storage()) ? 0 : tensor.storageSize() * Index{sizeof(float)};
}

} // namespace headscope::recipes
