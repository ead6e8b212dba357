// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/attention_sizes.h"

#include "experiment/edits/edit.h"

#include <algorithm>

namespace headscope {

int sizeIn(const AttentionConfig& config, AttentionSize size) {
    switch (size) {
    case AttentionSize::Heads: return static_cast<int>(config.heads);
    case AttentionSize::ModelDim: return static_cast<int>(config.modelDim);
    case AttentionSize::KeyDim: return static_cast<int>(config.keyDim.value_or(0));
    case AttentionSize::ValueDim: return static_cast<int>(config.valueDim.value_or(0));
    }
    return 0;
}

AttentionConfig withSize(AttentionConfig config, AttentionSize size, int value) {
    const auto orAutomatic = value == 0 ? std::nullopt : std::optional<Index>(value);
    switch (size) {
    case AttentionSize::Heads: config.heads = value; break;
    case AttentionSize::ModelDim: config.modelDim = value; break;
    case AttentionSize::KeyDim: config.keyDim = orAutomatic; break;
    case AttentionSize::ValueDim: config.valueDim = orAutomatic; break;
    }
    return config;
}

int automaticSize(const AttentionConfig& config, AttentionSize size) {
    const Result<HeadSizes> sizes = headSizes(withSize(config, size, 0));
    if (!sizes)
        return 1;
    return static_cast<int>(size == AttentionSize::KeyDim ? sizes->keyDim : sizes->valueDim);
}

int nextSize(const AttentionConfig& config, AttentionSize size, int from, int direction) {
    const bool divides = !config.keyDim;
    if (size == AttentionSize::Heads) {
        for (int next = from + direction; next >= 1 && (!divides || next <= config.modelDim);
             next += direction) {
            if (!divides || config.modelDim % next == 0)
                return next;
        }
        return from;
    }
    if (size == AttentionSize::ModelDim) {
        const int step = divides ? static_cast<int>(config.heads) : 1;
        const int next = direction > 0 ? (from / step + 1) * step : ((from - 1) / step) * step;
        return next >= 1 ? next : from;
    }
    return std::max(0, from + direction);
}

std::vector<int> fittingSizes(const AttentionConfig& refused, AttentionSize size) {
    std::vector<int> offers;
    if (refused.keyDim || refused.heads < 1 || refused.modelDim < 1)
        return offers;
    if (size == AttentionSize::Heads) {
        for (const Index heads : headsThatDivide(refused.modelDim, refused.heads))
            offers.push_back(static_cast<int>(heads));
    } else if (size == AttentionSize::ModelDim) {
        const Index below = refused.modelDim / refused.heads * refused.heads;
        if (below >= 1)
            offers.push_back(static_cast<int>(below));
        offers.push_back(static_cast<int>(below + refused.heads));
    }
    return offers;
}

} // namespace headscope
