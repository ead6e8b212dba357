// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/recipes.h"

#include "tensor/storage.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace headscope::recipes {

namespace {

struct Known {
    std::mutex mutex;
    std::unordered_map<const float*, std::shared_ptr<const Recipe>> recipes;
    std::atomic<std::size_t> count{0}; ///< spares the lock where nothing is known
};

/// Never destroyed: storages of static tensors are released later than any static.
Known& known() {
    static Known* const all = new Known;
    return *all;
}

} // namespace

Tensor make(std::shared_ptr<const Recipe> recipe) {
    Tensor tensor = (*recipe)();
    if (tensor.storageSize() <= smallStorage)
        return tensor;
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    all.recipes.insert_or_assign(tensor.data(), std::move(recipe));
    all.count = all.recipes.size();
    return tensor;
}

std::shared_ptr<const Recipe> of(const Tensor& tensor) {
    Known& all = known();
    if (all.count == 0 || tensor.offset() != 0 || !tensor.isContiguous() ||
        tensor.elementCount() != tensor.storageSize())
        return nullptr;
    const std::lock_guard lock(all.mutex);
    const auto found = all.recipes.find(tensor.data());
    return found == all.recipes.end() ? nullptr : found->second;
}

void forget(const float* storage) noexcept {
    Known& all = known();
    if (all.count == 0)
        return;
    std::shared_ptr<const Recipe> forgotten; // let go behind the lock: it may own tensors
    const std::lock_guard lock(all.mutex);
    const auto found = all.recipes.find(storage);
    if (found == all.recipes.end())
        return;
    forgotten = std::move(found->second);
    all.recipes.erase(found);
    all.count = all.recipes.size();
}

} // namespace headscope::recipes
