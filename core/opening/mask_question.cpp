// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/mask_question.h"

#include <algorithm>

namespace headscope {

namespace {

/// Whether a matrix [query, key] forbids its diagonal and allows all on one side of it.
bool isTurnedTriangle(const Tensor& matrix) {
    const Index queries = matrix.size(0);
    const Index keys = matrix.size(1);
    if (std::min(queries, keys) < 2)
        return false;
    bool before = true;
    bool after = true;
    for (Index query = 0; query < queries; ++query) {
        for (Index key = 0; key < keys; ++key) {
            const bool allowed = matrix(query, key) != 0;
            if (query == key && allowed)
                return false;
            if (key < query && !allowed)
                before = false;
            if (key > query && !allowed)
                after = false;
        }
    }
    return before || after;
}

/// Every matrix [query, key] of the mask.
bool allAreTurnedTriangles(const Tensor& mask) {
    if (mask.rank() == 2)
        return isTurnedTriangle(mask);
    for (Index i = 0; i < mask.size(0); ++i) {
        if (!allAreTurnedTriangles(mask.selected(0, i)))
            return false;
    }
    return true;
}

Error question(const char* pattern, const std::string& path) {
    return makeError(pattern, path);
}

} // namespace

std::optional<Error> questionAboutMask(const std::string& path, const Tensor& mask) {
    if (!allAreTurnedTriangles(mask))
        return std::nullopt;
    return question(
        HEADSCOPE_MESSAGE("Message",
                          "is %1 inverted? As read, true means \"may attend\", and no token "
                          "may look at itself. If true means \"masked\" there, as in "
                          "nn.MultiheadAttention, add --mask-means masked; if not, "
                          "--mask-means may-attend ends this question"),
        path);
}

std::optional<Error> questionAboutPadding(const std::string& path, const Tensor& padding) {
    bool anyTokens = false;
    for (Index sequence = 0; sequence < padding.size(0); ++sequence) {
        const auto isReal = [&](Index key) { return padding(sequence, key) != 0; };
        Index key = 0;
        while (key < padding.size(1) && !isReal(key))
            ++key;
        if (key == 0)
            return std::nullopt; // begins with a token
        anyTokens = anyTokens || key < padding.size(1);
        for (; key < padding.size(1); ++key) {
            if (!isReal(key))
                return std::nullopt;
        }
    }
    if (!anyTokens)
        return std::nullopt;
    return question(
        HEADSCOPE_MESSAGE("Message",
                          "is %1 inverted? As read, true means \"a real token\", and every "
                          "sequence begins with padding. If true means \"masked\" there, as in "
                          "nn.MultiheadAttention, add --mask-means masked; if not, "
                          "--mask-means may-attend ends this question"),
        path);
}

std::optional<Error> questionAboutAdditive(const std::string& path, const Tensor& mask) {
    const Tensor dense = mask.contiguous();
    const auto values = dense.values();
    const bool flags = std::ranges::all_of(values, [](float v) { return v == 0 || v == 1; });
    if (!flags || std::ranges::find(values, 1.0F) == values.end())
        return std::nullopt;
    return question(
        HEADSCOPE_MESSAGE("Message",
                          "does %1 say who may attend? It holds floats, which are added to the "
                          "scores, but nothing except 0 and 1. Save it as bool if so"),
        path);
}

} // namespace headscope
