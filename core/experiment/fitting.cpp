// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/fitting.h"

#include "experiment/model_weights.h"
#include "experiment/seeded_values.h"
#include "experiment/weight_spread.h"
#include "tensor/recipes.h"

#include <algorithm>

namespace headscope {

namespace {

void fillFresh(std::span<float> values, const FreshMatrix& fresh, Index row, Index firstColumn,
               float sigma) {
    if (fresh.kind == WeightSource::Kind::Identity) {
        std::fill(values.begin(), values.end(), 0.0F);
        const Index diagonal = row - firstColumn;
        if (diagonal >= 0 && diagonal < static_cast<Index>(values.size()))
            values[static_cast<std::size_t>(diagonal)] = 1;
        return;
    }
    fillSeededNormal(values, fresh.seed, fresh.stream, static_cast<std::uint64_t>(row),
                     static_cast<std::uint64_t>(firstColumn), sigma);
}

std::span<float> rowOf(float* data, Index columns, Index row) {
    return {data + row * columns, static_cast<std::size_t>(columns)};
}

void fitBias(std::optional<Tensor>& bias, Index size, Axis axis) {
    if (bias)
        *bias = fittedVector(*bias, size, axis, 0);
}

/// Sizes of 1 in front of [query, key] serve all sequences or heads and stay 1.
void fitMask(std::optional<Tensor>& mask, Index batch, Index heads, Index queries, Index keys,
             float fresh) {
    if (!mask || mask->rank() < 2 || mask->rank() > 4)
        return;
    Shape shape = mask->shape();
    const std::size_t rank = shape.size();
    shape[rank - 1] = keys;
    shape[rank - 2] = queries;
    if (rank >= 3 && shape[0] != 1)
        shape[0] = batch;
    if (rank == 4 && shape[1] != 1)
        shape[1] = heads;
    if (shape == mask->shape())
        return;
    Tensor result = Tensor::filled(shape, mask->axes(), fresh);
    float* data = result.mutableData();
    Cell cell(rank, 0);
    do {
        bool inside = true;
        Cell source = cell;
        for (std::size_t i = 0; i < rank; ++i) {
            // Another sequence is a copy of the last one; the mask follows.
            if (i == 0 && rank >= 3)
                source[i] = std::min(source[i], mask->size(i) - 1);
            inside = inside && source[i] < mask->size(i);
        }
        if (inside)
            data[result.storageIndex(cell)] = mask->at(source);
    } while (advance(cell, shape));
    mask = result;
}

Status checkLimits(const Experiment& experiment, const HeadSizes& sizes) {
    using L = ExperimentLimits;
    const AttentionConfig& config = experiment.config;
    // The same sentences as the engine's, with the closer limits.
    if (config.modelDim > L::modelDim)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_model is %1; it must be between 1 and %2"),
                         config.modelDim, L::modelDim);
    if (config.heads > L::heads)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the number of heads is %1; it must be between 1 and %2"),
            config.heads, L::heads);
    if (sizes.keyDim > L::modelDim)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_k is %1; it must be between 1 and %2"),
                         sizes.keyDim, L::modelDim);
    if (sizes.valueDim > L::modelDim)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_v is %1; it must be between 1 and %2"),
                         sizes.valueDim, L::modelDim);
    const Index widest = std::max(sizes.keyDim, sizes.valueDim);
    Status status =
        checkTensorSize(TensorName::QueryWeight, {config.modelDim, config.heads * widest});
    if (!status)
        return status;
    if (status = checkModelSizes(experiment, sizes); !status)
        return status;
    return checkInputSize(experiment.batch(), experiment.queryLength(), config.modelDim);
}

/// The weights of plain attention.
void fitWeights(Experiment& experiment, const HeadSizes& sizes) {
    const AttentionConfig& config = experiment.config;
    const Index keyColumns = config.heads * sizes.keyDim;
    const Index valueColumns = config.heads * sizes.valueDim;
    const Index keyWidth =
        (experiment.keyInput ? *experiment.keyInput : experiment.queryInput).size(2);
    const Index valueWidth = experiment.valueInput ? experiment.valueInput->size(2) : keyWidth;
    AttentionWeights& weights = experiment.weights;
    const bool isNew = weights.query.rank() != 2;
    const Index formerDim = isNew ? config.modelDim : weights.query.size(0);
    FreshMatrix fresh;
    fresh.kind = experiment.weightSource.kind;
    fresh.sigma = sigmaAt(experiment.weightSource, config.modelDim);
    fresh.formerSigma = sigmaAt(experiment.weightSource, formerDim);
    fresh.seed = experiment.seed;
    const auto fit = [&fresh](Tensor& weight, TensorName name, const Shape& shape,
                              const Axes& axes) {
        fresh.shape = shape;
        fresh.axes = axes;
        fresh.stream = snakeCase(name);
        weight = fittedMatrix(weight, fresh);
    };
    fit(weights.query, TensorName::QueryWeight, {config.modelDim, keyColumns},
        {Axis::ModelDim, Axis::HeadsKeyDim});
    fit(weights.key, TensorName::KeyWeight, {keyWidth, keyColumns},
        {Axis::ModelDim, Axis::HeadsKeyDim});
    fit(weights.value, TensorName::ValueWeight, {valueWidth, valueColumns},
        {Axis::ModelDim, Axis::HeadsValueDim});
    fit(weights.output, TensorName::OutputWeight, {valueColumns, config.modelDim},
        {Axis::HeadsValueDim, Axis::ModelDim});
    fitBias(weights.queryBias, keyColumns, Axis::HeadsKeyDim);
    fitBias(weights.keyBias, keyColumns, Axis::HeadsKeyDim);
    fitBias(weights.valueBias, valueColumns, Axis::HeadsValueDim);
    fitBias(weights.outputBias, config.modelDim, Axis::ModelDim);
}

Tensor makeInput(const std::vector<TokenList>& tokens, Index width, std::uint64_t seed) {
    const Index length = longest(tokens);
    Tensor result = Tensor::filled({static_cast<Index>(tokens.size()), length, width},
                                   {Axis::Batch, Axis::Sequence, Axis::ModelDim}, 0);
    float* data = result.mutableData();
    for (std::size_t sequence = 0; sequence < tokens.size(); ++sequence) {
        for (std::size_t position = 0; position < tokens[sequence].size(); ++position) {
            float* row =
                data +
                (static_cast<Index>(sequence) * length + static_cast<Index>(position)) * width;
            for (Index column = 0; column < width; ++column)
                row[column] = seededEmbedding(seed, tokens[sequence][position],
                                              static_cast<std::uint64_t>(column));
        }
    }
    return result;
}

/// Whether numbers that the seed gave are others now.
bool followsTheSeed(const FreshMatrix& fresh) {
    return fresh.kind != WeightSource::Kind::Identity && fresh.sigma != fresh.formerSigma;
}

/// Numbers of `old` that stay, which is all of them where none follows; the rest is fresh.
Tensor filledUp(const Tensor& old, const FreshMatrix& fresh) {
    const bool follows = followsTheSeed(fresh);
    const Index rows = fresh.shape[0];
    const Index columns = fresh.shape[1];
    Tensor result = Tensor::uninitialized(fresh.shape, fresh.axes);
    float* data = result.mutableData();
    const bool usable = old.rank() == 2;
    std::vector<float> former;
    for (Index row = 0; row < rows; ++row) {
        const Index kept = usable && row < old.size(0) ? std::min(columns, old.size(1)) : 0;
        const std::span<float> values = rowOf(data, columns, row);
        const Index firstFresh = follows ? 0 : kept;
        fillFresh(values.subspan(static_cast<std::size_t>(firstFresh)), fresh, row, firstFresh,
                  fresh.sigma);
        former.resize(static_cast<std::size_t>(follows ? kept : 0));
        fillFresh(former, fresh, row, 0, fresh.formerSigma);
        for (Index column = 0; column < kept; ++column) {
            const auto i = static_cast<std::size_t>(column);
            const float number = old(row, column);
            if (!follows || number != former[i])
                values[i] = number;
        }
    }
    return result;
}

} // namespace

Index longest(const std::vector<TokenList>& tokens) {
    std::size_t most = 0;
    for (const TokenList& list : tokens)
        most = std::max(most, list.size());
    return static_cast<Index>(most);
}

Status checkTensorSize(TensorName name, const Shape& shape) {
    Index count = 0;
    if (checkedElementCount(shape, count) && count <= ExperimentLimits::elements)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 would have shape %2; at most %3 numbers fit into "
                                       "one tensor, so make one of the sizes smaller"),
                     std::string(snakeCase(name)), shapeText(shape), ExperimentLimits::elements);
}

Status checkInputSize(Index batch, Index tokens, Index width) {
    Index count = 0;
    if (checkedElementCount({batch, tokens, width}, count) && count <= ExperimentLimits::elements)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 tokens of width %2 in %3 sequences are more "
                                                  "numbers than the %4 that fit into one tensor"),
                     tokens, width, batch, ExperimentLimits::elements);
}

Tensor fittedMatrix(const Tensor& old, const FreshMatrix& fresh) {
    if (old.shape() == fresh.shape && !followsTheSeed(fresh))
        return old;
    if (old.rank() == 2 && !old.isEmpty())
        return filledUp(old, fresh);
    // Undo drops what the seed makes again.
    return recipes::make(
        std::make_shared<const recipes::Recipe>([fresh] { return filledUp(Tensor(), fresh); }));
}

Tensor fittedVector(const Tensor& old, Index size, Axis axis, float fresh) {
    if (old.shape() == Shape{size})
        return old;
    Tensor result = Tensor::filled({size}, {axis}, fresh);
    const Index kept = old.rank() == 1 ? std::min(size, old.size(0)) : 0;
    for (Index i = 0; i < kept; ++i)
        result.mutableData()[i] = old(i);
    return result;
}

Tensor seededInput(const std::vector<TokenList>& tokens, Index width, std::uint64_t seed) {
    return recipes::make(std::make_shared<const recipes::Recipe>(
        [tokens, width, seed] { return makeInput(tokens, width, seed); }));
}

Tensor fittedInput(const Tensor& input, const std::vector<TokenList>& tokens, Index width,
                   std::uint64_t seed) {
    if (input.size(2) == width)
        return input;
    Tensor result = seededInput(tokens, width, seed);
    float* data = result.mutableData();
    const Index kept = std::min(width, input.size(2));
    for (Index sequence = 0; sequence < input.size(0); ++sequence) {
        for (Index position = 0; position < input.size(1); ++position) {
            for (Index column = 0; column < kept; ++column)
                data[result.storageIndex({sequence, position, column})] =
                    input(sequence, position, column);
        }
    }
    return result;
}

Result<Experiment> fitted(Experiment experiment) {
    const AttentionConfig& config = experiment.config;
    const Result<HeadSizes> sizes = headSizes(config);
    if (!sizes)
        return sizes.error();
    if (Status status = checkLimits(experiment, *sizes); !status)
        return status.error();

    experiment.queryInput =
        fittedInput(experiment.queryInput, experiment.tokens, config.modelDim, experiment.seed);
    if (experiment.model.architecture == Architecture::Attention)
        fitWeights(experiment, *sizes);
    fitModelWeights(experiment, *sizes);

    const Index batch = experiment.batch();
    const Index queries = experiment.queryLength();
    const Index keys = experiment.maskKeyLength();
    if (experiment.mayAttend || experiment.additiveMask) {
        Status status =
            checkTensorSize(TensorName::MayAttend, {batch, config.heads, queries, keys});
        if (!status)
            return status.error();
    }
    fitMask(experiment.mayAttend, batch, config.heads, queries, keys, 1);
    fitMask(experiment.additiveMask, batch, config.heads, queries, keys, 0);
    return experiment;
}

void regenerateWeights(Experiment& experiment) {
    if (experiment.model.architecture != Architecture::Attention) {
        regenerateModelWeights(experiment);
        return;
    }
    AttentionWeights& weights = experiment.weights;
    weights.query = weights.key = weights.value = weights.output = Tensor();
    fitWeights(experiment, *headSizes(experiment.config));
}

} // namespace headscope
