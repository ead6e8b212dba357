// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameters/role.h"

namespace headscope {

namespace {
using enum Axis;
using Kind = ScopeKind;
constexpr std::array<RoleInfo, 20> table = {
    {{Role::QueryWeight, "query_weight", Kind::Attention, {ModelDim, HeadsKeyDim}},
     {Role::KeyWeight, "key_weight", Kind::Attention, {ModelDim, HeadsKeyDim}},
     {Role::ValueWeight, "value_weight", Kind::Attention, {ModelDim, HeadsValueDim}},
     {Role::OutputWeight, "output_weight", Kind::Attention, {HeadsValueDim, ModelDim}},
     {Role::QueryBias, "query_bias", Kind::Attention, {HeadsKeyDim}, true},
     {Role::KeyBias, "key_bias", Kind::Attention, {HeadsKeyDim}, true},
     {Role::ValueBias, "value_bias", Kind::Attention, {HeadsValueDim}, true},
     {Role::OutputBias, "output_bias", Kind::Attention, {ModelDim}, true},
     {Role::NormGain, "norm_gain", Kind::Norm, {ModelDim}, false, 1},
     {Role::NormShift, "norm_shift", Kind::Norm, {ModelDim}, true},
     {Role::HiddenWeight, "hidden_weight", Kind::FeedForward, {ModelDim, HiddenDim}},
     {Role::HiddenBias, "hidden_bias", Kind::FeedForward, {HiddenDim}, true},
     {Role::GateWeight, "gate_weight", Kind::FeedForward, {ModelDim, HiddenDim}},
     {Role::GateBias, "gate_bias", Kind::FeedForward, {HiddenDim}, true},
     {Role::FeedForwardWeight, "feed_forward_weight", Kind::FeedForward, {HiddenDim, ModelDim}},
     {Role::FeedForwardBias, "feed_forward_bias", Kind::FeedForward, {ModelDim}, true},
     {Role::VocabularyWeight, "vocabulary_weight", Kind::Prediction, {ModelDim, Vocabulary}},
     {Role::VocabularyBias, "vocabulary_bias", Kind::Prediction, {Vocabulary}, true},
     {Role::EmbeddingWeight, "embedding_weight", Kind::Embedding, {Vocabulary, ModelDim}},
     {Role::PositionWeight, "position_weight", Kind::Positions, {Sequence, ModelDim}}}};
} // namespace

std::span<const RoleInfo> roles() {
    return table;
}

const RoleInfo& infoOf(Role role) {
    return table[static_cast<std::size_t>(role)];
}

std::string sizeText(Axis axis) {
    std::string text(axisName(axis));
    if (const std::size_t times = text.find('*'); times != std::string::npos)
        text.replace(times, 1, "·");
    return text;
}

std::string axesText(Role role) {
    std::string text;
    for (const Axis axis : infoOf(role).axes)
        text.append(text.empty() ? "(" : ", ").append(sizeText(axis));
    return text + ')';
}

std::string pathOf(const Scope& scope, Role role) {
    return pathWith(scope.path(), infoOf(role).name);
}

} // namespace headscope
