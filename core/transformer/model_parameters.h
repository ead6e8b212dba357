// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model.h"

#include <functional>

namespace headscope {

/// What decides which parameters a model has, and how large they are.
struct ModelDescription {
    AttentionConfig attention; ///< headSizes() and feedForwardDim() accept it
    ModelConfig model;
    // Of plain attention; elsewhere all inputs are d_model wide.
    Index keyWidth = 0;
    Index valueWidth = 0;
    Index vocabulary = 0; ///< 0: no prediction
};
ModelDescription descriptionOf(const ModelProblem& problem);

/// A parameter that a model has, or of an optional role may have.
struct ParameterPlace {
    Scope scope;
    const RoleInfo& info;
    Shape shape;
};

/// Whether the blocks of a model have this role; one that is optional they may have.
bool hasRole(const ModelConfig& model, Role role);

/// Shows the parameters of a model in the order of its blocks, until `visit` says false.
/// All that is done to every parameter is a loop of this kind. Says whether it came to the end.
bool forEachParameter(const ModelDescription& model,
                      const std::function<bool(const ParameterPlace&)>& visit);

/// The attention that plain attention turns into, and out of a stack: the first one of the model.
Scope firstAttention(const ModelConfig& config);

} // namespace headscope
