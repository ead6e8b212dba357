// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/dropout.h"

namespace headscope {

namespace {
/// The finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", 2014), here as a hash of a counter.
std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}
} // namespace

float dropoutFactor(float probability) {
    return static_cast<float>(1.0 / (1.0 - static_cast<double>(probability)));
}

void dropout(const float* x, Index count, Index first, float probability, std::uint64_t seed,
             float* y) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
    const std::uint64_t stream = mixed(seed + golden);
    // 53 random bits against p · 2^53: the share of dropped values is p to 1e-16.
    const auto threshold =
        static_cast<std::uint64_t>(static_cast<double>(probability) * 9007199254740992.0);
    const float factor = dropoutFactor(probability);
    for (Index i = 0; i < count; ++i) {
        const auto position = static_cast<std::uint64_t>(first + i);
        const bool dropped = (mixed(stream + position * golden) >> 11) < threshold;
        y[i] = x[i] * (dropped ? 0.0F : factor);
    }
}

} // namespace headscope
