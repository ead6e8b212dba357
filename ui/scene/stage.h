// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/scopes.h"

#include <span>
#include <variant>
#include <vector>

namespace headscope {

/// The stops of the pipeline strip. Every kind of block has its own row of them:
/// stagesOf().
enum class Stage : std::uint8_t {
    Input,       ///< X; what a block receives
    Projections, ///< Q·K·V before the split
    Split,       ///< Q, K, V per head
    Rotated,     ///< Q and K turned by rotary positions, where there are any
    Scores,
    Scaled,
    Masked,
    Weights, ///< after the softmax
    Dropped, ///< after dropout, where there is any
    Context, ///< · V
    Merge,
    Output,        ///< W_O
    ValueWeighted, ///< ‖w·v·W_O‖: told of the attention, no step of it
    Rollout,       ///< attention rollout up to this layer: likewise
    Encoding,      ///< P, of the positions alone
    Embedded,      ///< X + P
    Residual,      ///< x + f(x)
    Mean,
    Variance,
    MeanSquare, ///< of an RMS norm, in the place of both
    Normalised,
    NormOutput,    ///< γ · normalised + β
    Gate,          ///< x·W_G + b_G, of a gated network
    GateActivated, ///< how far it is open
    Hidden,        ///< x·W_1 + b_1
    Activated,
    FeedForward, ///< · W_2 + b_2
    Logits,
    Probabilities,
};

/// A row of the table that says what is known of a stop.
struct StageInfo {
    Stage stage;
    /// All that it can show; the first is its own, whose shape the strip writes. The views
    /// "split_query" … hold numbers once more that stand elsewhere and have no stop.
    std::span<const TensorName> tensors;
    std::span<const ScopeKind> blocks; ///< in whose strips it stands
    /// What the strip writes over it, translated in "Stage", or the operation whose formula it
    /// writes; nothing: the letter of its own tensor.
    std::variant<const char*, Operation> symbol = nullptr;
    bool namedByOperation = false; ///< where it was computed, by what happened there instead
    /// "split into heads", translated likewise; nothing: the title of its own tensor.
    const char* title = nullptr;
};
const StageInfo& infoOf(Stage stage);

inline constexpr int stageCount = static_cast<int>(Stage::Probabilities) + 1; ///< of all kinds

/// All stops of a kind of block, in the order of the computation.
std::span<const Stage> stagesOf(ScopeKind kind);
/// Those that a block has: the norm of a pre-norm layer adds nothing first, and
/// heads with weights of their own are never split.
std::vector<Stage> stagesOf(ScopeKind kind, const Trace& block);
/// The same and behind them what is told of the block beside what it computes.
std::vector<Stage> allStagesOf(ScopeKind kind, const Trace& block);
/// The stop that a kind of block is opened at.
Stage mainStage(ScopeKind kind);

/// Which tensors of the trace of a block a stage shows, those that exist.
std::vector<TensorName> tensorsOf(Stage stage, const Trace& block);
/// The stage that shows `name` where it is computed, if any does.
std::optional<Stage> stageOf(TensorName name);
/// The same in one block: what it received from another one stands at its input.
std::optional<Stage> stageOf(TensorName name, const Trace& block);
struct StageTensor {
    Stage stage = Stage::Input;
    std::size_t tensor = 0; ///< which of tensorsOf(stage)

    bool operator==(const StageTensor&) const = default;
};
/// Where a block shows `name`; nowhere if it has no such tensor.
std::optional<StageTensor> stageTensorOf(TensorName name, const Trace& block);
/// From the mean to the output of a norm: what the Norm view shows.
constexpr bool isNormStage(Stage stage) {
    return stage >= Stage::Mean && stage <= Stage::NormOutput;
}
/// What is told of an attention beside what it computes (run/analyses.h).
constexpr bool isAnalysisStage(Stage stage) {
    return stage == Stage::ValueWeighted || stage == Stage::Rollout;
}
/// Rows are queries and columns keys: scores to what dropout leaves of the weights, and what is
/// told of pairs beside that.
constexpr bool isQueryKeyStage(Stage stage) {
    return (stage >= Stage::Scores && stage <= Stage::Dropped) || isAnalysisStage(stage);
}
/// The same of every head by itself: the rollout is one for all.
constexpr bool isHeadStage(Stage stage) {
    return isQueryKeyStage(stage) && stage != Stage::Rollout;
}

} // namespace headscope
