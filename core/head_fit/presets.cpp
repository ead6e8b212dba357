// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/presets.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

/// Every query looks at one key.
template <class KeyOf> PaintTarget oneKeyEach(Index queries, Index keys, const KeyOf& keyOf) {
    PaintTarget target = emptyTarget(queries, keys);
    for (Index query = 0; query < queries; ++query)
        target.weights[target.place(query, std::clamp<Index>(keyOf(query), 0, keys - 1))] = 1;
    return target;
}

PaintTarget diagonal(Index queries, Index keys) {
    return oneKeyEach(queries, keys, [](Index query) { return query; });
}

/// The first query has none before it, and looks at itself.
PaintTarget previousToken(Index queries, Index keys) {
    return oneKeyEach(queries, keys, [](Index query) { return query - 1; });
}

PaintTarget firstToken(Index queries, Index keys) {
    return oneKeyEach(queries, keys, [](Index) { return Index{0}; });
}

PaintTarget causalUniform(Index queries, Index keys) {
    PaintTarget target = emptyTarget(queries, keys);
    for (Index query = 0; query < queries; ++query) {
        const Index seen = std::min(query + 1, keys);
        for (Index key = 0; key < seen; ++key)
            target.weights[target.place(query, key)] = 1.0F / static_cast<float>(seen);
    }
    return target;
}

constexpr std::array<PaintPreset, 4> presets = {{
    {"diagonal", HEADSCOPE_MESSAGE("Paint", "diagonal"), diagonal},
    {"previous", HEADSCOPE_MESSAGE("Paint", "previous"), previousToken},
    {"first", HEADSCOPE_MESSAGE("Paint", "first token"), firstToken},
    {"causal", HEADSCOPE_MESSAGE("Paint", "causal"), causalUniform},
}};

} // namespace

std::span<const PaintPreset> paintPresets() {
    return presets;
}

PaintTarget presetTarget(const PaintPreset& preset, Index queries, Index keys,
                         const std::vector<std::uint8_t>& mayAttend) {
    return withMask(preset.make(queries, keys), mayAttend);
}

PaintTarget ticketRelations() {
    constexpr std::array<Index, 10> looksAt = {4, 2, 3, 4, 0, 9, 7, 6, 9, 5};
    return oneKeyEach(10, 10,
                      [&](Index query) { return looksAt[static_cast<std::size_t>(query)]; });
}

} // namespace headscope
