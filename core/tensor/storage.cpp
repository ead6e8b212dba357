// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/storage.h"

#include "tensor/block_cache.h"
#include "tensor/recipes.h"

#include <new>

namespace headscope {

namespace {
constexpr std::align_val_t cacheLine{64};
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
        return {memory, [capacity](float* owned) {
                    recipes::forget(owned);
                    block_cache::release(owned, capacity);
                }};
    }
    auto* memory = static_cast<float*>(::operator new(bytes, cacheLine));
    return {memory, [](float* owned) {
                recipes::forget(owned);
                ::operator delete(owned, cacheLine);
            }};
}

} // namespace headscope
