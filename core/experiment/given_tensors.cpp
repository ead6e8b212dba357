// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/given_tensors.h"

#include <array>

namespace headscope {

namespace {

/// Inputs and masks with their names; of an experiment that may be written or not.
template <class AnyExperiment> auto givenTensors(AnyExperiment& experiment) {
    const auto ifAny = [](auto& tensor) { return tensor ? &*tensor : nullptr; };
    using Pointer = decltype(&experiment.queryInput);
    return std::array<std::pair<TensorName, Pointer>, 5>{
        {{TensorName::QueryInput, &experiment.queryInput},
         {TensorName::KeyInput, ifAny(experiment.keyInput)},
         {TensorName::ValueInput, ifAny(experiment.valueInput)},
         {TensorName::MayAttend, ifAny(experiment.mayAttend)},
         {TensorName::AdditiveMask, ifAny(experiment.additiveMask)}}};
}

/// Whether the masks hold in a block.
bool isMasked(const Experiment& experiment, const Scope& scope) {
    const ModelPart stack = experiment.model.architecture == Architecture::EncoderDecoder
                                ? ModelPart::Decoder
                                : ModelPart::Encoder;
    return experiment.model.architecture != Architecture::Attention && scope.layer &&
           *scope.layer < layersOf(experiment.model, stack) &&
           scope == Scope::of(stack, *scope.layer, Sublayer::SelfAttention);
}

template <class AnyExperiment>
auto find(AnyExperiment& experiment, const Scope& scope, TensorName name) {
    const bool mask = name == TensorName::MayAttend || name == TensorName::AdditiveMask;
    const bool here = scope == Scope() || (mask && isMasked(experiment, scope));
    for (const auto& [known, tensor] : givenTensors(experiment)) {
        if (here && known == name)
            return tensor;
    }
    return decltype(&experiment.queryInput){};
}

} // namespace

const Tensor* givenTensor(const Experiment& experiment, const Scope& scope, TensorName name) {
    return find(experiment, scope, name);
}

Tensor* givenTensor(Experiment& experiment, const Scope& scope, TensorName name) {
    return find(experiment, scope, name);
}

void forEachTensor(Experiment& experiment, const std::function<void(Tensor&)>& visit) {
    for (const auto& [name, tensor] : givenTensors(experiment)) {
        if (tensor)
            visit(*tensor);
    }
    experiment.weights.transform(visit);
}

void forEachTensor(const Experiment& experiment, const std::function<void(const Tensor&)>& visit) {
    for (const auto& [name, tensor] : givenTensors(experiment)) {
        if (tensor)
            visit(*tensor);
    }
    for (const Parameters::Entry& entry : experiment.weights.entries())
        visit(entry.tensor);
}

} // namespace headscope
