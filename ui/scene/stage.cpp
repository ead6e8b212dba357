// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/stage.h"

#include "support/table_order.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <map>

namespace headscope {

namespace {

/// Rows of the table point at lists that stay.
template <auto first, decltype(first)... others>
constexpr std::array<decltype(first), 1 + sizeof...(others)> fixedList = {first, others...};

constexpr std::array<StageInfo, stageCount> makeStageTable() {
    using enum TensorName;
    using Kind = ScopeKind;
    constexpr std::span<const Kind> nowhere; // behind all others
    constexpr std::span<const Kind> everywhere =
        fixedList<Kind::Attention, Kind::Positions, Kind::Norm, Kind::Residual, Kind::FeedForward,
                  Kind::Prediction, Kind::Embedding>;
    constexpr std::span<const Kind> attention = fixedList<Kind::Attention>;
    constexpr std::span<const Kind> positions = fixedList<Kind::Positions>;
    constexpr std::span<const Kind> norm = fixedList<Kind::Norm>;
    constexpr std::span<const Kind> sums = fixedList<Kind::Norm, Kind::Residual>;
    constexpr std::span<const Kind> feedForward = fixedList<Kind::FeedForward>;
    constexpr std::span<const Kind> prediction = fixedList<Kind::Prediction>;
    return {{
        {Stage::Input, fixedList<QueryInput, KeyInput, ValueInput>, everywhere, nullptr, false,
         QT_TRANSLATE_NOOP("Stage", "input")},
        {Stage::Projections, fixedList<ProjectedQuery, ProjectedKey, ProjectedValue>, attention,
         "Q·K·V", false, QT_TRANSLATE_NOOP("Stage", "projections")},
        {Stage::Split, fixedList<Query, Key, Value>, attention, QT_TRANSLATE_NOOP("Stage", "split"),
         false, QT_TRANSLATE_NOOP("Stage", "split into heads")},
        {Stage::Rotated, fixedList<RotatedQuery, RotatedKey, RotaryCosine, RotarySine>, attention,
         QT_TRANSLATE_NOOP("Stage", "rotate"), false,
         QT_TRANSLATE_NOOP("Stage", "turned by their positions")},
        {Stage::Scores, fixedList<Scores>, attention, QT_TRANSLATE_NOOP("Stage", "scores")},
        {Stage::Scaled, fixedList<ScaledScores>, attention, "÷ √d_{k}", true},
        {Stage::Masked, fixedList<MaskedScores, MayAttend, AdditiveMask>, attention,
         QT_TRANSLATE_NOOP("Stage", "mask"), true},
        {Stage::Weights, fixedList<AttentionWeights>, attention, Operation::Softmax, true},
        {Stage::Dropped, fixedList<DroppedWeights>, attention, Operation::Dropout, true},
        {Stage::Context, fixedList<HeadContext>, attention, "· V", true},
        {Stage::Merge,
         fixedList<ConcatenatedContext, KeptContext, OffContext, OffMean, SwitchedContext>,
         attention, QT_TRANSLATE_NOOP("Stage", "merge")},
        {Stage::Output, fixedList<Output>, attention, "W_{O}", true},
        {Stage::ValueWeighted, fixedList<ValueWeighted, ValueNorm>, nowhere, nullptr, true},
        {Stage::Rollout, fixedList<Rollout>, nowhere, QT_TRANSLATE_NOOP("Stage", "rollout"), false,
         QT_TRANSLATE_NOOP("Stage", "attention rollout")},
        {Stage::Encoding, fixedList<PositionalEncoding>, positions},
        {Stage::Embedded, fixedList<EmbeddedInput>, positions, "X + P", true},
        {Stage::Residual, fixedList<Residual>, sums, Operation::Add, true},
        {Stage::Mean, fixedList<Mean>, norm},
        {Stage::Variance, fixedList<Variance>, norm},
        {Stage::MeanSquare, fixedList<MeanSquare>, norm},
        {Stage::Normalised, fixedList<Normalised>, norm, Operation::Normalise, true},
        {Stage::NormOutput, fixedList<NormOutput, NormGain, NormShift>, norm, "· γ + β", true},
        {Stage::Gate, fixedList<Gate>, feedForward, "· W_{G}", true},
        {Stage::GateActivated, fixedList<GateActivated>, feedForward,
         QT_TRANSLATE_NOOP("Stage", "gate"), true},
        {Stage::Hidden, fixedList<Hidden>, feedForward, "· W_{1}", true},
        {Stage::Activated, fixedList<Activated, Pooled>, feedForward,
         QT_TRANSLATE_NOOP("Stage", "activation"), true},
        {Stage::FeedForward, fixedList<FeedForwardOutput>, feedForward, "· W_{2}", true},
        {Stage::Logits, fixedList<Logits>, prediction, QT_TRANSLATE_NOOP("Stage", "logits")},
        {Stage::Probabilities, fixedList<Probabilities>, prediction, Operation::Softmax, true},
    }};
}
constexpr std::array<StageInfo, stageCount> stageTable = makeStageTable();
static_assert(standsInOrder(stageTable, &StageInfo::stage));

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

const StageInfo& infoOf(Stage stage) {
    return stageTable[static_cast<std::size_t>(stage)];
}

std::span<const Stage> stagesOf(ScopeKind kind) {
    static const std::map<ScopeKind, std::vector<Stage>> all = [] {
        std::map<ScopeKind, std::vector<Stage>> stages;
        for (const StageInfo& info : stageTable) {
            for (const ScopeKind block : info.blocks)
                stages[block].push_back(info.stage);
        }
        return stages;
    }();
    return all.at(kind);
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
    for (const TensorName name : infoOf(stage).tensors) {
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
    for (const StageInfo& info : stageTable) {
        if (std::ranges::find(info.tensors, name) != info.tensors.end())
            return info.stage;
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

} // namespace headscope
