// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/scope.h"
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

/// All roles, in the order in which blocks use them.
std::span<const RoleInfo> roles();
const RoleInfo& infoOf(Role role);
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
