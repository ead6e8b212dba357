// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/stage.h"

#include <algorithm>

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
    static constexpr TensorName turned[] = {TensorName::RotatedQuery, TensorName::RotatedKey,
                                            TensorName::RotaryCosine, TensorName::RotarySine};
    static constexpr TensorName scores[] = {TensorName::Scores};
    static constexpr TensorName scaled[] = {TensorName::ScaledScores};
    static constexpr TensorName masked[] = {TensorName::MaskedScores, TensorName::MayAttend,
                                            TensorName::AdditiveMask};
    static constexpr TensorName weights[] = {TensorName::AttentionWeights};
    static constexpr TensorName dropped[] = {TensorName::DroppedWeights};
    static constexpr TensorName context[] = {TensorName::HeadContext};
    static constexpr TensorName merge[] = {TensorName::ConcatenatedContext, TensorName::KeptContext,
                                           TensorName::OffContext, TensorName::OffMean,
                                           TensorName::SwitchedContext};
    static constexpr TensorName output[] = {TensorName::Output};
    static constexpr TensorName weighted[] = {TensorName::ValueWeighted, TensorName::ValueNorm};
    static constexpr TensorName rollout[] = {TensorName::Rollout};
    static constexpr TensorName encoding[] = {TensorName::PositionalEncoding};
    static constexpr TensorName embedded[] = {TensorName::EmbeddedInput};
    static constexpr TensorName residual[] = {TensorName::Residual};
    static constexpr TensorName mean[] = {TensorName::Mean};
    static constexpr TensorName variance[] = {TensorName::Variance};
    static constexpr TensorName meanSquare[] = {TensorName::MeanSquare};
    static constexpr TensorName normalised[] = {TensorName::Normalised};
    static constexpr TensorName normOutput[] = {TensorName::NormOutput, TensorName::NormGain,
                                                TensorName::NormShift};
    static constexpr TensorName gate[] = {TensorName::Gate};
    static constexpr TensorName open[] = {TensorName::GateActivated};
    static constexpr TensorName hidden[] = {TensorName::Hidden};
    static constexpr TensorName activated[] = {TensorName::Activated, TensorName::Pooled};
    static constexpr TensorName feedForward[] = {TensorName::FeedForwardOutput};
    static constexpr TensorName logits[] = {TensorName::Logits};
    static constexpr TensorName probabilities[] = {TensorName::Probabilities};
    switch (stage) {
    case Stage::Input: return input;
    case Stage::Projections: return projections;
    case Stage::Split: return split;
    case Stage::Rotated: return turned;
    case Stage::Scores: return scores;
    case Stage::Scaled: return scaled;
    case Stage::Masked: return masked;
    case Stage::Weights: return weights;
    case Stage::Dropped: return dropped;
    case Stage::Context: return context;
    case Stage::Merge: return merge;
    case Stage::Output: return output;
    case Stage::ValueWeighted: return weighted;
    case Stage::Rollout: return rollout;
    case Stage::Encoding: return encoding;
    case Stage::Embedded: return embedded;
    case Stage::Residual: return residual;
    case Stage::Mean: return mean;
    case Stage::Variance: return variance;
    case Stage::MeanSquare: return meanSquare;
    case Stage::Normalised: return normalised;
    case Stage::NormOutput: return normOutput;
    case Stage::Gate: return gate;
    case Stage::GateActivated: return open;
    case Stage::Hidden: return hidden;
    case Stage::Activated: return activated;
    case Stage::FeedForward: return feedForward;
    case Stage::Logits: return logits;
    case Stage::Probabilities: return probabilities;
    }
    return {};
}

/// A step that came from another block of the model and is computed there.
bool isReceived(const TraceStep& step) {
    if (step.operation != Operation::Input)
        return false;
    switch (step.name) { // what ends a block; the first operand goes by the name of an input
    case TensorName::Output:
    case TensorName::EmbeddedInput:
    case TensorName::Residual:
    case TensorName::NormOutput:
    case TensorName::FeedForwardOutput: return true;
    default: return false;
    }
}

} // namespace

std::span<const Stage> stagesOf(ScopeKind kind) {
    static constexpr Stage attention[] = {Stage::Input,   Stage::Projections, Stage::Split,
                                          Stage::Rotated, Stage::Scores,      Stage::Scaled,
                                          Stage::Masked,  Stage::Weights,     Stage::Dropped,
                                          Stage::Context, Stage::Merge,       Stage::Output};
    static constexpr Stage positions[] = {Stage::Input, Stage::Encoding, Stage::Embedded};
    static constexpr Stage norm[] = {Stage::Input,     Stage::Residual,   Stage::Mean,
                                     Stage::Variance,  Stage::MeanSquare, Stage::Normalised,
                                     Stage::NormOutput};
    static constexpr Stage residual[] = {Stage::Input, Stage::Residual};
    static constexpr Stage feedForward[] = {Stage::Input,  Stage::Gate,      Stage::GateActivated,
                                            Stage::Hidden, Stage::Activated, Stage::FeedForward};
    static constexpr Stage embedding[] = {Stage::Input};
    static constexpr Stage prediction[] = {Stage::Input, Stage::Logits, Stage::Probabilities};
    switch (kind) {
    case ScopeKind::Attention: return attention;
    case ScopeKind::Positions: return positions;
    case ScopeKind::Norm: return norm;
    case ScopeKind::Residual: return residual;
    case ScopeKind::FeedForward: return feedForward;
    case ScopeKind::Prediction: return prediction;
    case ScopeKind::Embedding: return embedding;
    }
    return {};
}

std::vector<Stage> stagesOf(ScopeKind kind, const Trace& block) {
    std::vector<Stage> stages;
    for (const Stage stage : stagesOf(kind)) {
        if (!tensorsOf(stage, block).empty())
            stages.push_back(stage);
    }
    return stages;
}

std::vector<Stage> allStagesOf(ScopeKind kind, const Trace& block) {
    std::vector<Stage> stages = stagesOf(kind, block);
    for (const Stage stage : {Stage::ValueWeighted, Stage::Rollout}) {
        if (!tensorsOf(stage, block).empty())
            stages.push_back(stage);
    }
    return stages;
}

Stage mainStage(ScopeKind kind) {
    return kind == ScopeKind::Attention ? Stage::Weights : stagesOf(kind).back();
}

std::vector<TensorName> tensorsOf(Stage stage, const Trace& block) {
    std::vector<TensorName> found;
    for (const TensorName name : candidates(stage)) {
        const TraceStep* step = block.find(name);
        if (step && !isReceived(*step))
            found.push_back(name);
    }
    if (stage == Stage::Input) {
        for (const TraceStep& step : block.steps()) {
            if (isReceived(step))
                found.push_back(step.name);
        }
    }
    return found;
}

std::optional<Stage> stageOf(TensorName name) {
    for (int i = 0; i < stageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (std::ranges::find(candidates(stage), name) != candidates(stage).end())
            return stage;
    }
    return std::nullopt;
}

std::optional<Stage> stageOf(TensorName name, const Trace& block) {
    const TraceStep* step = block.find(name);
    return step && isReceived(*step) ? Stage::Input : stageOf(name);
}

std::optional<StageTensor> stageTensorOf(TensorName name, const Trace& block) {
    const std::optional<Stage> stage = stageOf(name, block);
    if (!stage)
        return std::nullopt;
    const std::vector<TensorName> tensors = tensorsOf(*stage, block);
    const auto found = std::ranges::find(tensors, name);
    if (found == tensors.end())
        return std::nullopt;
    return StageTensor{*stage, static_cast<std::size_t>(found - tensors.begin())};
}

bool isNormStage(Stage stage) {
    switch (stage) {
    case Stage::Mean:
    case Stage::Variance:
    case Stage::MeanSquare:
    case Stage::Normalised:
    case Stage::NormOutput: return true;
    default: return false;
    }
}

bool isQueryKeyStage(Stage stage) {
    switch (stage) {
    case Stage::Scores:
    case Stage::Scaled:
    case Stage::Masked:
    case Stage::Weights:
    case Stage::Dropped:
    case Stage::ValueWeighted:
    case Stage::Rollout: return true;
    default: return false;
    }
}

bool isHeadStage(Stage stage) {
    return isQueryKeyStage(stage) && stage != Stage::Rollout;
}

bool isAnalysisStage(Stage stage) {
    return stage == Stage::ValueWeighted || stage == Stage::Rollout;
}

} // namespace headscope
