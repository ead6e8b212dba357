// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headscope {

/// Large blocks of memory that are kept for the next run instead of being given
/// back: a run that follows another needs the same sizes, and fresh pages cost
/// more than the arithmetic. One thread with this, with malloc, and with malloc told by
/// mallopt() to map nothing and to give nothing back, in one round: 512 tokens of 8 heads
/// 18.7, 26.4, 16.6 ms; 2048 tokens 169, 313, 218 ms; 8 x 512 with two threads 90, 138, 95 ms.
/// And mallopt() has no bound: memory that a large run took would never be free again.
/// Thread-safe. What is kept is bounded, and what no run asks for any more goes
/// back to the system as others are taken.
namespace block_cache {

/// Blocks from this size on are worth keeping; smaller ones are malloc's business.
inline constexpr std::size_t smallestBlock = std::size_t{128} << 10;
/// At most this many bytes are kept where no Rounds live.
inline constexpr std::size_t mostKept = std::size_t{1} << 30;

/// At least `bytes`, aligned to a page, values unspecified. Throws std::bad_alloc.
/// `capacity` becomes what release() has to be told.
void* take(std::size_t bytes, std::size_t& capacity);
void release(void* block, std::size_t capacity) noexcept;
/// The same, but none that waits, whose pages would take memory before somebody writes into it; and
/// given back to the system by giveBack().
void* takeFresh(std::size_t bytes, std::size_t& capacity);
void giveBack(void* block, std::size_t capacity) noexcept;

/// While one lives the same work is done again and again, as the steps of a training, and all that
/// one round lets go waits for the next: a step may take more than mostKept, and more blocks than
/// others are waited for. What is used and kept together is never more than the most that was used
/// at once meanwhile, or mostKept: the peak of memory is that of one round. Several may live, in
/// any thread.
class Rounds {
public:
    Rounds() noexcept;
    ~Rounds();
    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;
};

/// Gives everything that is kept back to the system, and waits until it has it.
void trim() noexcept;
/// Asks for large pages for a fresh block that is written at once, and waited for: a mask of
/// 64 MB is copied in 15 ms instead of 48.
void preferLargePages(void* memory, std::size_t bytes) noexcept;
/// How many bytes are kept now.
std::size_t kept() noexcept;

} // namespace block_cache

} // namespace headscope
