// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Replaces the allocation functions of a test program by ones that remember the
// largest request, to see whether a reader believes a lying header. Include in
// one source of a program only.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace headscope::testing {
/// Atomic, because the watchdog of Qt Test allocates in a thread of its own.
inline std::atomic<std::size_t> largestAllocation = 0;

inline void count(std::size_t size) {
    std::size_t largest = largestAllocation;
    while (size > largest && !largestAllocation.compare_exchange_weak(largest, size)) {
    }
}

inline void* counted(void* memory, std::size_t size) {
    count(size);
    if (!memory)
        throw std::bad_alloc();
    return memory;
}
} // namespace headscope::testing

// NOLINTBEGIN(misc-definitions-in-headers): one source of a program only, see above.
void* operator new(std::size_t size) {
    return headscope::testing::counted(std::malloc(std::max<std::size_t>(size, 1)), size);
}
void* operator new[](std::size_t size) {
    return headscope::testing::counted(std::malloc(std::max<std::size_t>(size, 1)), size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return headscope::testing::counted(
        std::aligned_alloc(step, (std::max<std::size_t>(size, 1) + step - 1) / step * step), size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    headscope::testing::count(size);
    return std::malloc(std::max<std::size_t>(size, 1));
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
// NOLINTEND(misc-definitions-in-headers)
