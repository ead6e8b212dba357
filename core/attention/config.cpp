// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/config.h"

#include <cmath>

namespace headscope {

namespace {

/// Far beyond any model, and small enough that products of two never overflow.
constexpr Index maximumSize = Index{1} << 24;

/// The divisors of `modelDim` next below and next above `heads`.
std::pair<Index, std::optional<Index>> nearestDivisors(Index modelDim, Index heads) {
    Index below = std::min(heads, modelDim);
    while (modelDim % below != 0)
        --below;
    if (heads >= modelDim)
        return {below, std::nullopt};
    Index above = heads + 1;
    while (modelDim % above != 0)
        ++above;
    return {below, above};
}

} // namespace

Status checkSizes(const AttentionConfig& config, Index largest, Index mostHeads) {
    const auto outside = [](Index size, Index most) { return size < 1 || size > most; };
    if (outside(config.modelDim, largest))
        return makeError(HEADSCOPE_MESSAGE("Message", "d_model is %1; it must be between 1 and %2"),
                         config.modelDim, largest);
    if (outside(config.heads, mostHeads))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the number of heads is %1; it must be between 1 and %2"),
            config.heads, mostHeads);
    if (config.keyDim && outside(*config.keyDim, largest))
        return makeError(HEADSCOPE_MESSAGE("Message", "d_k is %1; it must be between 1 and %2"),
                         *config.keyDim, largest);
    if (config.valueDim && outside(*config.valueDim, largest))
        return makeError(HEADSCOPE_MESSAGE("Message", "d_v is %1; it must be between 1 and %2"),
                         *config.valueDim, largest);
    return Done{};
}

Result<HeadSizes> headSizes(const AttentionConfig& config) {
    if (const Status fits = checkSizes(config, maximumSize, maximumSize); !fits)
        return fits.error();
    if (!config.keyDim && config.modelDim % config.heads != 0) {
        const auto [below, above] = nearestDivisors(config.modelDim, config.heads);
        if (!above)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 heads do not divide d_model %2 evenly; "
                                               "use %3 heads, or give d_k a value"),
                             config.heads, config.modelDim, below);
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 heads do not divide d_model %2 evenly; "
                                                      "use %3 or %4 heads, or give d_k a value"),
                         config.heads, config.modelDim, below, *above);
    }
    if (config.scale && !std::isfinite(*config.scale))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the scale is %1; it must be a finite number"),
            *config.scale);
    if (!(config.dropout >= 0 && config.dropout < 1))
        return makeError(HEADSCOPE_MESSAGE("Message", "the dropout probability is %1; it must be "
                                                      "at least 0 and below 1"),
                         config.dropout);

    HeadSizes sizes;
    sizes.keyDim = config.keyDim.value_or(config.modelDim / config.heads);
    sizes.valueDim = config.valueDim.value_or(sizes.keyDim);
    sizes.scale = config.scale.value_or(
        static_cast<float>(1.0 / std::sqrt(static_cast<double>(sizes.keyDim))));
    return sizes;
}

} // namespace headscope
