// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/block_cache.h"

#include "tensor/unmapping.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <new>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size)
#define ASAN_UNPOISON_MEMORY_REGION(address, size)
#endif

namespace headscope::block_cache {

namespace {

constexpr std::size_t granularity = std::size_t{64} << 10;
/// A block that this many others were preferred to is not waited for any more. A run of attention
/// takes about twenty, one of GPT-2's twelve layers 340.
constexpr std::uint64_t patience = 768;
/// Blocks from this size on are made of large pages.
constexpr std::size_t largeBlock = std::size_t{4} << 20;

struct Block {
    void* memory = nullptr;
    std::size_t capacity = 0;
    std::uint64_t keptSince = 0;
};

/// Room for the blocks of one step of a training of a dozen layers.
struct Cache {
    std::mutex mutex;
    std::array<Block, 1024> blocks;
    std::size_t count = 0;
    std::size_t bytes = 0;
    std::uint64_t taken = 0;  ///< the cache's clock: how many blocks were asked for
    std::size_t used = 0;     ///< bytes that were taken and not released
    std::size_t mostUsed = 0; ///< at once, since the first of the Rounds began
    int rounds = 0;

    std::size_t mayKeep() const {
        return rounds > 0 ? std::max(mostKept, mostUsed) - used : mostKept;
    }
};

/// Never destroyed: tensors of static lifetime may be released after it would be.
Cache& cache() {
    static Cache& instance = *new Cache;
    return instance;
}

void unmap(const Block& block) noexcept {
    ASAN_UNPOISON_MEMORY_REGION(block.memory, block.capacity);
    unmapping::unmap(block.memory, block.capacity);
}

/// Fresh memory of the system. A model's run over 1024 tokens writes 4 GB, more than is kept for
/// the next one: of small pages it took 17 s in a virtual machine, of large ones 6 s.
void* map(Cache& c, std::size_t capacity) {
    const auto mapped = [capacity] {
        return mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    };
    void* memory = mapped();
    if (memory == MAP_FAILED) { // what nobody needs any more may be enough
        trim();
        memory = mapped();
    }
    if (memory == MAP_FAILED) {
        const std::lock_guard lock(c.mutex);
        c.used -= capacity;
        throw std::bad_alloc();
    }
    if (capacity >= largeBlock)
        preferLargePages(memory, capacity);
    return memory;
}

Block removeAt(Cache& c, std::size_t i) {
    const Block block = c.blocks[i];
    c.blocks[i] = c.blocks[--c.count];
    c.bytes -= block.capacity;
    return block;
}

/// Removes the oldest block if `wanted` holds for it.
template <class Wanted> bool removeOldest(Cache& c, Block& removed, const Wanted& wanted) {
    std::size_t oldest = 0;
    for (std::size_t i = 1; i < c.count; ++i) {
        if (c.blocks[i].keptSince < c.blocks[oldest].keptSince)
            oldest = i;
    }
    if (c.count == 0 || !wanted(c.blocks[oldest]))
        return false;
    removed = removeAt(c, oldest);
    return true;
}

/// The smallest kept block that fits without wasting more than an eighth.
bool removeFitting(Cache& c, std::size_t capacity, Block& removed) {
    std::size_t best = c.count;
    for (std::size_t i = 0; i < c.count; ++i) {
        const std::size_t size = c.blocks[i].capacity;
        if (size >= capacity && size - capacity <= capacity / 8 &&
            (best == c.count || size < c.blocks[best].capacity))
            best = i;
    }
    if (best == c.count)
        return false;
    removed = removeAt(c, best);
    return true;
}

/// What may no longer be kept, and what nobody waits for.
void giveBackStale() noexcept {
    Cache& c = cache();
    for (;;) {
        Block removed;
        {
            const std::lock_guard lock(c.mutex);
            const bool stale = removeOldest(c, removed, [&](const Block& oldest) {
                return c.bytes > c.mayKeep() ||
                       (c.rounds == 0 && c.taken - oldest.keptSince > patience);
            });
            if (!stale)
                return;
        }
        unmap(removed);
    }
}

std::size_t roundedUp(std::size_t bytes) {
    if (bytes > SIZE_MAX - granularity)
        throw std::bad_alloc();
    return (bytes + granularity - 1) / granularity * granularity;
}

} // namespace

void* take(std::size_t bytes, std::size_t& capacity) {
    capacity = roundedUp(bytes);
    Cache& c = cache();
    Block found;
    {
        const std::lock_guard lock(c.mutex);
        ++c.taken;
        if (removeFitting(c, capacity, found))
            capacity = found.capacity;
        c.used += capacity;
        c.mostUsed = std::max(c.mostUsed, c.used);
    }
    giveBackStale();
    if (!found.memory)
        return map(c, capacity);
    ASAN_UNPOISON_MEMORY_REGION(found.memory, bytes);
    return found.memory;
}

void release(void* memory, std::size_t capacity) noexcept {
    Cache& c = cache();
    ASAN_POISON_MEMORY_REGION(memory, capacity);
    {
        const std::lock_guard lock(c.mutex);
        c.used -= capacity;
    }
    for (;;) {
        Block removed = {memory, capacity, 0};
        {
            const std::lock_guard lock(c.mutex);
            const std::size_t room = c.mayKeep();
            if (c.bytes + capacity <= room && c.count < c.blocks.size()) {
                c.blocks[c.count++] = {memory, capacity, c.taken};
                c.bytes += capacity;
                return;
            }
            if (capacity <= room)
                removeOldest(c, removed, [](const Block&) { return true; });
        }
        unmap(removed);
        if (removed.memory == memory)
            return;
    }
}

void* takeFresh(std::size_t bytes, std::size_t& capacity) {
    capacity = roundedUp(bytes);
    Cache& c = cache();
    {
        const std::lock_guard lock(c.mutex);
        c.used += capacity;
        c.mostUsed = std::max(c.mostUsed, c.used);
    }
    return map(c, capacity);
}

void giveBack(void* memory, std::size_t capacity) noexcept {
    {
        const std::lock_guard lock(cache().mutex);
        cache().used -= capacity;
    }
    unmapping::unmap(memory, capacity);
}

Rounds::Rounds() noexcept {
    Cache& c = cache();
    const std::lock_guard lock(c.mutex);
    if (c.rounds++ == 0)
        c.mostUsed = c.used;
}

Rounds::~Rounds() {
    {
        const std::lock_guard lock(cache().mutex);
        --cache().rounds;
    }
    giveBackStale();
}

void trim() noexcept {
    Cache& c = cache();
    for (bool more = true; more;) {
        Block removed;
        {
            const std::lock_guard lock(c.mutex);
            more = removeOldest(c, removed, [](const Block&) { return true; });
        }
        if (more)
            unmap(removed);
    }
    unmapping::settle();
}

void preferLargePages(void* memory, std::size_t bytes) noexcept {
    constexpr std::uintptr_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = (address + page - 1) / page * page;
    const std::uintptr_t end = (address + bytes) / page * page;
    if (begin < end) // it need not succeed
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

std::size_t kept() noexcept {
    Cache& c = cache();
    const std::lock_guard lock(c.mutex);
    return c.bytes;
}

} // namespace headscope::block_cache
