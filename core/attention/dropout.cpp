// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/dropout.h"

#include "support/hashes.h"

namespace headscope {

float dropoutFactor(float probability) {
    return static_cast<float>(1.0 / (1.0 - static_cast<double>(probability)));
}

void dropout(const float* x, Index count, Index first, float probability, std::uint64_t seed,
             float* y) {
    using hashes::golden, hashes::mixed;
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
