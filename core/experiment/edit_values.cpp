// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit.h"
#include "experiment/fitting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

/// Where the experiment keeps the tensor of that name; nullptr for all that is
/// computed or absent.
template <class AnyExperiment>
auto editable(AnyExperiment& experiment, TensorName name) -> decltype(&experiment.queryInput) {
    const auto ifAny = [](auto& tensor) { return tensor ? &*tensor : nullptr; };
    auto& weights = experiment.weights;
    switch (name) {
    case TensorName::QueryInput:
        return &experiment.queryInput;
    case TensorName::KeyInput:
        return ifAny(experiment.keyInput);
    case TensorName::ValueInput:
        return ifAny(experiment.valueInput);
    case TensorName::QueryWeight:
        return &weights.query;
    case TensorName::KeyWeight:
        return &weights.key;
    case TensorName::ValueWeight:
        return &weights.value;
    case TensorName::OutputWeight:
        return &weights.output;
    case TensorName::QueryBias:
        return ifAny(weights.queryBias);
    case TensorName::KeyBias:
        return ifAny(weights.keyBias);
    case TensorName::ValueBias:
        return ifAny(weights.valueBias);
    case TensorName::OutputBias:
        return ifAny(weights.outputBias);
    case TensorName::MayAttend:
        return ifAny(experiment.mayAttend);
    case TensorName::AdditiveMask:
        return ifAny(experiment.additiveMask);
    default:
        return nullptr;
    }
}

std::string positionText(const Cell& cell) {
    std::string text = "[";
    for (std::size_t i = 0; i < cell.size(); ++i)
        text += (i ? ", " : "") + std::to_string(cell[i] + 1);
    return text + "]";
}

bool isInside(const Cell& cell, const Shape& shape) {
    if (cell.size() != shape.size())
        return false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i] < 0 || cell[i] >= shape[i])
            return false;
    }
    return true;
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

Status checkValue(TensorName name, const Cell& cell, float value) {
    const std::string where = std::string(snakeCase(name)) + positionText(cell);
    if (name == TensorName::MayAttend && value != 0 && value != 1)
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "%1 cannot be %2; it is 1 where the query may look at the key, "
                              "else 0"),
            where, value);
    if (name == TensorName::AdditiveMask && value == -std::numeric_limits<float>::infinity())
        return Done{};
    if (std::isnan(value))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 is not a number (NaN); it must be a finite number"),
            where);
    if (std::isinf(value))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is infinite; it must be a finite number"),
                         where);
    return Done{};
}

} // namespace

const Tensor* editableTensor(const Experiment& experiment, TensorName name) {
    return editable(experiment, name);
}

Result<Experiment> withCell(const Experiment& experiment, TensorName name, const Cell& cell,
                            float value) {
    const CellValue one{cell, value};
    return withCells(experiment, name, {&one, 1});
}

Result<Experiment> withCells(const Experiment& experiment, TensorName name,
                             std::span<const CellValue> values) {
    Experiment next = experiment;
    Tensor* tensor = editable(next, name);
    if (!tensor)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is computed and cannot be edited; edit the "
                                           "inputs, weights or masks that it is made of"),
                         std::string(snakeCase(name)));
    for (const CellValue& change : values) {
        if (!isInside(change.cell, tensor->shape()))
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no cell %2; its shape is %3"),
                             std::string(snakeCase(name)), positionText(change.cell),
                             shapeText(tensor->shape()));
        if (const Status status = checkPadding(experiment, name, change.cell); !status)
            return status.error();
        if (const Status status = checkValue(name, change.cell, change.value); !status)
            return status.error();
    }
    if (values.empty())
        return next;
    Tensor changed = tensor->withElement(values[0].cell, values[0].value);
    float* data = changed.mutableData();
    for (const CellValue& change : values)
        data[changed.storageIndex(change.cell)] = change.value;
    *tensor = changed;
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
    // A file cannot be asked again: its kind only says how parts are added later.
    if (source.kind != WeightSource::Kind::File)
        regenerateWeights(next);
    return next;
}

Experiment withCausal(const Experiment& experiment, bool causal) {
    Experiment next = experiment;
    next.causal = causal;
    return next;
}

Experiment withMaskPadding(const Experiment& experiment, bool maskPadding) {
    Experiment next = experiment;
    next.maskPadding = maskPadding;
    return next;
}

Tensor maskToPaintOn(const Experiment& experiment) {
    const Index queries = experiment.queryLength();
    const Index keys = experiment.keyLength();
    Tensor mask = Tensor::filled({experiment.batch(), queries, keys},
                                 {Axis::Batch, Axis::Query, Axis::Key}, 1);
    if (!experiment.causal)
        return mask;
    float* data = mask.mutableData();
    for (Index row = 0; row < experiment.batch() * queries; ++row) {
        for (Index key = row % queries + 1; key < keys; ++key)
            data[row * keys + key] = 0;
    }
    return mask;
}

Result<Experiment> withPair(const Experiment& experiment, Index sequence, Index query, Index key,
                            bool mayAttend) {
    const Shape pairs = {experiment.batch(), experiment.queryLength(), experiment.keyLength()};
    if (!isInside({sequence, query, key}, pairs))
        return makeError(HEADSCOPE_MESSAGE("Message", "the mask has no cell %1; its shape is %2"),
                         positionText({sequence, query, key}), shapeText(pairs));
    Experiment next = experiment;
    if (!next.mayAttend) {
        next.mayAttend = Tensor::filled(pairs, {Axis::Batch, Axis::Query, Axis::Key}, 1);
    } else if (next.mayAttend->rank() == 2 ||
               (next.mayAttend->size(0) == 1 && experiment.batch() > 1)) {
        // One mask served all sequences; from now on each has its own.
        const Tensor shared = *next.mayAttend;
        Shape shape = pairs;
        Axes axes = {Axis::Batch, Axis::Query, Axis::Key};
        if (shared.rank() == 4) {
            shape = {pairs[0], shared.size(1), pairs[1], pairs[2]};
            axes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
        }
        Tensor own = Tensor::uninitialized(shape, axes);
        float* data = own.mutableData();
        const Tensor dense = shared.contiguous();
        for (Index i = 0; i < pairs[0]; ++i)
            data = std::copy(dense.values().begin(), dense.values().end(), data);
        next.mayAttend = own;
    }
    std::vector<CellValue> changes;
    const float value = mayAttend ? 1 : 0;
    if (next.mayAttend->rank() == 3) {
        changes.push_back({{sequence, query, key}, value});
    } else {
        for (Index head = 0; head < next.mayAttend->size(1); ++head)
            changes.push_back({{sequence, head, query, key}, value});
    }
    return withCells(next, TensorName::MayAttend, changes);
}

Experiment withPaintedMask(const Experiment& experiment, std::optional<Tensor> mayAttend) {
    Experiment next = experiment;
    next.mayAttend = std::move(mayAttend);
    return next;
}

} // namespace headscope
