// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/storage.h"

#include "tensor/block_cache.h"

#include <atomic>
#include <mutex>
#include <new>

namespace headscope {

namespace {

constexpr std::align_val_t cacheLine{64};

/// Numbers that nobody has read yet.
struct Unfilled {
    std::once_flag once;
    std::atomic<bool> filled = false;
    std::function<void(float*)> fill;
};

/// Lets a large storage go; what is known of its numbers goes with it.
struct Release {
    std::size_t capacity = 0; ///< of a block of block_cache, else 0
    bool fresh = false;       ///< that is given back, not kept for the next run
    std::shared_ptr<const recipes::Recipe> recipe = {};
    std::shared_ptr<Unfilled> unfilled = {}; ///< nullptr: the numbers were there from the start
    bool finite = false; ///< all of them, as somebody has seen; through isFinite()

    /// A deleter is moved, which an atomic is not.
    std::atomic_ref<bool> isFinite() { return std::atomic_ref(finite); }

    void operator()(float* owned) const {
        if (capacity > 0 && fresh)
            block_cache::giveBack(owned, capacity);
        else if (capacity > 0)
            block_cache::release(owned, capacity);
        else
            ::operator delete(owned, cacheLine);
    }
};

/// A block of its own, which no run leaves to the next. Large ones are not malloc's: what it once
/// had of them it keeps.
std::shared_ptr<float[]> allocateAlone(Index count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    if (bytes >= block_cache::smallestBlock) {
        std::size_t capacity = 0;
        auto* memory = static_cast<float*>(block_cache::takeFresh(bytes, capacity));
        return {memory, Release{capacity, true}};
    }
    auto* memory = static_cast<float*>(::operator new(bytes, cacheLine));
    return {memory, Release{}};
}

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
    return allocateAlone(count);
}

std::shared_ptr<float[]> allocateStorage(Index count, std::function<void(float*)> fill,
                                         Making making) {
    std::shared_ptr<float[]> storage =
        making == Making::Dear && count > 0 ? allocateAlone(count) : allocateStorage(count);
    if (Release* const release = std::get_deleter<Release>(storage)) {
        release->unfilled = std::make_shared<Unfilled>();
        release->unfilled->fill = std::move(fill);
    } else if (count > 0) {
        fill(storage.get());
    }
    return storage;
}

bool isFilled(const std::shared_ptr<float[]>& storage) {
    const Release* const release = std::get_deleter<Release>(storage);
    return !release || !release->unfilled ||
           release->unfilled->filled.load(std::memory_order_acquire);
}

void fillStorage(const std::shared_ptr<float[]>& storage) {
    if (isFilled(storage))
        return;
    Unfilled& unfilled = *std::get_deleter<Release>(storage)->unfilled;
    std::call_once(unfilled.once, [&] {
        unfilled.fill(storage.get());
        unfilled.fill = nullptr; // what the numbers were made of may go
        unfilled.filled.store(true, std::memory_order_release);
    });
}

bool isKnownFinite(const std::shared_ptr<float[]>& storage) {
    Release* const release = std::get_deleter<Release>(storage);
    return release && release->isFinite().load(std::memory_order_relaxed);
}

void rememberFinite(const std::shared_ptr<float[]>& storage) {
    if (Release* const release = std::get_deleter<Release>(storage))
        release->isFinite().store(true, std::memory_order_relaxed);
}

void forgetNumbers(const std::shared_ptr<float[]>& storage) {
    if (Release* const release = std::get_deleter<Release>(storage)) {
        release->recipe.reset();
        release->isFinite().store(false, std::memory_order_relaxed);
    }
}

std::shared_ptr<const recipes::Recipe>* recipeIn(const std::shared_ptr<float[]>& storage) {
    Release* const release = std::get_deleter<Release>(storage);
    return release ? &release->recipe : nullptr;
}

} // namespace headscope
