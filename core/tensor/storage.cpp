// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/storage.h"

#include "tensor/block_cache.h"

#include <new>

namespace headscope {

namespace {

constexpr std::align_val_t cacheLine{64};

/// Lets a large storage go; what is known of its numbers goes with it.
struct Release {
    std::size_t cached = 0; ///< the capacity of a block of the cache, else 0
    std::shared_ptr<const recipes::Recipe> recipe = {};

    void operator()(float* owned) const {
        if (cached > 0)
            block_cache::release(owned, cached);
        else
            ::operator delete(owned, cacheLine);
    }
};

} // namespace

std::shared_ptr<float[]> allocateStorage(Index count) {
    if (count == 0)
        return {};
    if (count <= smallStorage)
        return std::make_shared_for_overwrite<float[]>(static_cast<std::size_t>(count));
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    if (bytes >= block_cache::smallestBlock) {
        std::size_t capacity = 0;
        auto* memory = static_cast<float*>(block_cache::take(bytes, capacity));
        return {memory, Release{capacity}};
    }
    auto* memory = static_cast<float*>(::operator new(bytes, cacheLine));
    return {memory, Release{}};
}

std::shared_ptr<const recipes::Recipe>* recipeIn(const std::shared_ptr<float[]>& storage) {
    Release* const release = std::get_deleter<Release>(storage);
    return release ? &release->recipe : nullptr;
}

} // namespace headscope
