// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/scope.h"
#include "support/table_order.h"
#include "tensor/tensor.h"

#include <array>

namespace headscope {

/// What a parameter does in its block. Matrices are input-major: y = x·W + b, the
/// transpose of what nn.Linear stores; those of attention hold all heads, columns
/// h·d_k … (h+1)·d_k − 1 belong to head h.
enum class Role : std::uint8_t {
    QueryWeight,
    KeyWeight,
    ValueWeight,
    OutputWeight,
    QueryBias,
    KeyBias,
    ValueBias,
    OutputBias,
    NormGain,
    NormShift,
    HiddenWeight,
    HiddenBias,
    GateWeight,
    GateBias,
    FeedForwardWeight,
    FeedForwardBias,
    VocabularyWeight,
    VocabularyBias,
    EmbeddingWeight,
    PositionWeight,
};

/// A row of the table that everything else is a loop over.
struct RoleInfo {
    Role role;
    std::string_view name; ///< "query_weight", as in files
    ScopeKind block;       ///< in which kind of block it stands
    Axes axes;             ///< of the tensor; their sizes are those of the model
    bool optional = false; ///< a block may do without it
    float initial = 0;     ///< what a vector is filled with that nobody chose
};

/// In the order in which blocks use them.
constexpr std::array<RoleInfo, 20> makeRoleTable() {
    using enum Axis;
    using Kind = ScopeKind;
    return {{
        {Role::QueryWeight, "query_weight", Kind::Attention, {ModelDim, HeadsKeyDim}},
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
        {Role::PositionWeight, "position_weight", Kind::Positions, {Sequence, ModelDim}},
    }};
}
inline constexpr std::array<RoleInfo, 20> roleTable = makeRoleTable();
static_assert(standsInOrder(roleTable, &RoleInfo::role));
/// All roles, in that order.
constexpr std::span<const RoleInfo> roles() {
    return roleTable;
}
constexpr const RoleInfo& infoOf(Role role) {
    return roleTable[static_cast<std::size_t>(role)];
}
/// "heads·d_k", as sentences call the size of an axis.
std::string sizeText(Axis axis);
/// "(d_model, d_ff)".
std::string axesText(Role role);
/// "encoder/0/feed_forward/hidden_weight", as sentences, seeds and files name a parameter.
std::string pathOf(const Scope& scope, Role role);

/// The four projections of attention, each with its weight and the bias that it may have.
struct ProjectionRoles {
    Role weight;
    Role bias;
};
inline constexpr std::array<ProjectionRoles, 4> projections = {
    {{Role::QueryWeight, Role::QueryBias},
     {Role::KeyWeight, Role::KeyBias},
     {Role::ValueWeight, Role::ValueBias},
     {Role::OutputWeight, Role::OutputBias}}};

} // namespace headscope
