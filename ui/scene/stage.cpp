// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/stage.h"

namespace headscope {

namespace {
/// All that a stage can show; the views "split_query" … hold the numbers of the
/// projections and of Q, K, V once more and have no stop of their own.
std::span<const TensorName> candidates(Stage stage) {
    static constexpr TensorName input[] = {TensorName::QueryInput, TensorName::KeyInput,
                                           TensorName::ValueInput};
    static constexpr TensorName projections[] = {
        TensorName::ProjectedQuery, TensorName::ProjectedKey, TensorName::ProjectedValue};
    static constexpr TensorName split[] = {TensorName::Query, TensorName::Key, TensorName::Value};
    static constexpr TensorName scores[] = {TensorName::Scores};
    static constexpr TensorName scaled[] = {TensorName::ScaledScores};
    static constexpr TensorName masked[] = {TensorName::MaskedScores, TensorName::MayAttend,
                                            TensorName::AdditiveMask};
    static constexpr TensorName weights[] = {TensorName::AttentionWeights,
                                             TensorName::DroppedWeights};
    static constexpr TensorName context[] = {TensorName::HeadContext};
    static constexpr TensorName merge[] = {TensorName::ConcatenatedContext};
    static constexpr TensorName output[] = {TensorName::Output};
    switch (stage) {
    case Stage::Input: return input;
    case Stage::Projections: return projections;
    case Stage::Split: return split;
    case Stage::Scores: return scores;
    case Stage::Scaled: return scaled;
    case Stage::Masked: return masked;
    case Stage::Weights: return weights;
    case Stage::Context: return context;
    case Stage::Merge: return merge;
    case Stage::Output: return output;
    }
    return {};
}
} // namespace

std::vector<TensorName> tensorsOf(Stage stage, const Trace& trace) {
    std::vector<TensorName> found;
    for (const TensorName name : candidates(stage)) {
        if (trace.find(name))
            found.push_back(name);
    }
    return found;
}

std::optional<Stage> stageOf(TensorName name) {
    for (int i = 0; i < stageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        for (const TensorName candidate : candidates(stage)) {
            if (candidate == name)
                return stage;
        }
    }
    return std::nullopt;
}

bool isQueryKeyStage(Stage stage) {
    return stage >= Stage::Scores && stage <= Stage::Weights;
}

} // namespace headscope
