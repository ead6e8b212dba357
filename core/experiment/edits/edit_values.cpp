// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/number_check.h"
#include "experiment/edits/cell_place.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/model_weights.h"
#include "experiment/given_tensors.h"

#include <algorithm>
#include <limits>

namespace headscope {

namespace {

/// "encoder/0/self_attention/query_weight", as sentences call a tensor.
std::string pathOf(std::string_view scope, TensorName name) {
    return pathWith(scope, snakeCase(name));
}

Status checkPadding(const Experiment& experiment, TensorName name, const Cell& cell) {
    const bool ofKeys = name == TensorName::KeyInput || name == TensorName::ValueInput;
    if (!ofKeys && name != TensorName::QueryInput)
        return Done{};
    const auto& lists = ofKeys ? experiment.keySideTokens() : experiment.tokens;
    const auto sequence = static_cast<std::size_t>(cell[0]);
    if (sequence >= lists.size() || cell[1] < static_cast<Index>(lists[sequence].size()))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "row %1 of sequence %2 is padding behind its %3 tokens "
                                       "and stays 0; add a token to have numbers there"),
                     cell[1] + 1, cell[0] + 1, lists[sequence].size());
}

Status checkValue(std::string_view scope, TensorName name, const Cell& cell, float value) {
    const std::string where = pathOf(scope, name) + positionText(cell);
    if (name == TensorName::MayAttend && value != 0 && value != 1)
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "%1 cannot be %2; it is 1 where the query may look at the key, "
                              "else 0"),
            where, value);
    if (name == TensorName::AdditiveMask && value == -std::numeric_limits<float>::infinity())
        return Done{};
    return checkFinite(where, value);
}

} // namespace

const Tensor* editableTensor(const Experiment& experiment, std::string_view scope,
                             TensorName name) {
    const std::optional<Scope> place = Scope::parse(scope);
    if (!place)
        return nullptr;
    const std::optional<Role> role = infoOf(name).role;
    return role ? experiment.weights.find(*role, *place) : givenTensor(experiment, *place, name);
}

Result<Experiment> withCell(const Experiment& experiment, std::string_view scope, TensorName name,
                            const Cell& cell, float value) {
    const CellValue one{cell, value};
    return withCells(experiment, scope, name, {&one, 1});
}

Result<Experiment> withCells(const Experiment& experiment, std::string_view scope, TensorName name,
                             std::span<const CellValue> values) {
    const Tensor* const tensor = editableTensor(experiment, scope, name);
    if (!tensor)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is computed and cannot be edited; edit the "
                                           "inputs, weights or masks that it is made of"),
                         pathOf(scope, name));
    for (const CellValue& change : values) {
        if (!isInside(change.cell, tensor->shape()))
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no cell %2; its shape is %3"),
                             pathOf(scope, name), positionText(change.cell),
                             shapeText(tensor->shape()));
        if (const Status status = checkPadding(experiment, name, change.cell); !status)
            return status.error();
        if (const Status status = checkValue(scope, name, change.cell, change.value); !status)
            return status.error();
    }
    if (values.empty())
        return experiment;
    Tensor changed = tensor->withElement(values[0].cell, values[0].value);
    float* data = changed.mutableData();
    for (const CellValue& change : values)
        data[changed.storageIndex(change.cell)] = change.value;
    Experiment next = experiment;
    const Scope place = *Scope::parse(scope);
    if (const std::optional<Role> role = infoOf(name).role)
        next.weights.set(*role, place, std::move(changed));
    else
        *givenTensor(next, place, name) = std::move(changed);
    return next;
}

Experiment withSeed(const Experiment& experiment, std::uint64_t seed) {
    Experiment next = experiment;
    next.seed = seed;
    next.config.dropoutSeed = seed;
    if (next.weightSource.kind == WeightSource::Kind::Random)
        regenerateWeights(next);
    return next;
}

Experiment withWeightSource(const Experiment& experiment, WeightSource source) {
    Experiment next = experiment;
    next.weightSource = source;
    next.weightSource.modelDim = experiment.config.modelDim;
    // A file cannot be asked again: its kind only says how parts are added later.
    if (source.kind != WeightSource::Kind::File)
        regenerateWeights(next);
    return next;
}

} // namespace headscope
