// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/fresh_parameters.h"

#include "learning/draw.h"

#include <cmath>

namespace headscope {

namespace {

/// How many numbers each result of the matrix is made of that a parameter belongs to.
Index rowsOfMatrix(const ParameterPlace& place, const ModelDescription& model) {
    switch (place.info.role) {
    case Role::OutputBias: {
        const HeadSizes sizes = *headSizes(model.attention);
        return model.attention.heads * sizes.valueDim;
    }
    case Role::FeedForwardBias: return *feedForwardDim(model.model, model.attention.modelDim);
    default: return place.shape.size() == 2 ? place.shape[0] : model.attention.modelDim;
    }
}

} // namespace

Tensor freshParameter(const ParameterPlace& place, bool layers, const ModelDescription& model,
                      std::uint64_t seed) {
    const RoleInfo& info = place.info;
    Tensor tensor = Tensor::filled(place.shape, info.axes, info.initial);
    const bool attention = info.block == ScopeKind::Attention;
    if (info.block == ScopeKind::Norm || (attention && layers && info.axes.size() == 1))
        return tensor;
    Draw draw(seed, "first " + pathOf(place.scope, info.role));
    const std::span<float> values(tensor.mutableData(),
                                  static_cast<std::size_t>(tensor.elementCount()));
    if (info.block == ScopeKind::Embedding || info.block == ScopeKind::Positions) {
        const double deviation =
            layers ? 1 / std::sqrt(static_cast<double>(model.attention.modelDim)) : 1;
        for (float& value : values)
            value = static_cast<float>(deviation * draw.normal());
        return tensor;
    }
    const auto rows = static_cast<double>(rowsOfMatrix(place, model));
    const double bound = attention && layers
                             ? std::sqrt(6 / (rows + static_cast<double>(place.shape[1])))
                             : 1 / std::sqrt(rows);
    for (float& value : values)
        value = static_cast<float>(bound * (2 * draw.unit() - 1));
    return tensor;
}

} // namespace headscope
