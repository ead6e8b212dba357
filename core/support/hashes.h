// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace headscope::hashes {

// Random numbers as hashes of counters: what comes out depends on no order of asking.

/// What the counter of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014) is increased by: 2^64 over the golden ratio, odd.
inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

/// Its finaliser: every bit of the input changes each bit of the output with
/// probability one half.
constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/// FNV-1a; `hash`: of what stands before the text.
constexpr std::uint64_t ofText(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325U) {
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

} // namespace headscope::hashes
