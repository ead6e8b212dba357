// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"

#include <algorithm>
#include <stdexcept>
#include <string>

/// The block of that path, which must be one.
inline headscope::Scope scopeAt(std::string_view path) {
    return headscope::Scope::parse(path).value();
}

/// A parameter by its path, "encoder/0/feed_forward/hidden_weight".
struct ParameterPath {
    headscope::Scope scope;
    headscope::Role role;

    ParameterPath(const std::string& path) {
        const std::size_t slash = path.rfind('/');
        const std::string name = path.substr(slash + 1);
        const auto info = std::ranges::find(headscope::roles(), name, &headscope::RoleInfo::name);
        if (info == headscope::roles().end())
            throw std::logic_error("no parameter is called " + path);
        role = info->role;
        scope = scopeAt(slash == std::string::npos ? "" : path.substr(0, slash));
    }
    ParameterPath(const char* path)
        : ParameterPath(std::string(path)) {}
};

inline const headscope::Tensor* find(const headscope::Parameters& weights,
                                     const ParameterPath& path) {
    return weights.find(path.role, path.scope);
}

/// One that must be there.
inline const headscope::Tensor& at(const headscope::Parameters& weights,
                                   const ParameterPath& path) {
    const headscope::Tensor* const tensor = find(weights, path);
    if (!tensor)
        throw std::logic_error("the parameter is missing");
    return *tensor;
}

inline void set(headscope::Parameters& weights, const ParameterPath& path,
                const headscope::Tensor& tensor) {
    weights.set(path.role, path.scope, tensor);
}

/// The weights of one block alone, as if it were the only one.
inline headscope::Parameters blockOf(const headscope::Parameters& weights, std::string_view path) {
    headscope::Parameters block;
    for (const headscope::Parameters::Entry& entry : weights.entries()) {
        if (entry.scope == scopeAt(path))
            block.set(entry.role, entry.tensor);
    }
    return block;
}

/// How many layers of "encoder" or "decoder" the weights have.
inline std::size_t layersOf(const headscope::Parameters& weights, headscope::ModelPart stack) {
    headscope::Index layers = 0;
    for (const headscope::Parameters::Entry& entry : weights.entries()) {
        if (entry.scope.part == stack && entry.scope.layer)
            layers = std::max(layers, *entry.scope.layer + 1);
    }
    return static_cast<std::size_t>(layers);
}
