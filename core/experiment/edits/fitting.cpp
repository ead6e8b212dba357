// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/fitting.h"

#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/edits/model_weights.h"
#include "experiment/edits/seeded_values.h"
#include "tensor/recipes.h"

#include <algorithm>

namespace headscope {

namespace {

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
    const auto fill = [old = *mask, shape, rank, fresh](float* number) {
        Cell cell(rank, 0);
        do {
            bool inside = true;
            Cell source = cell;
            for (std::size_t i = 0; i < rank; ++i) {
                // Another sequence is a copy of the last one; the mask follows.
                if (i == 0 && rank >= 3)
                    source[i] = std::min(source[i], old.size(i) - 1);
                inside = inside && source[i] < old.size(i);
            }
            *number++ = inside ? old.at(source) : fresh;
        } while (advance(cell, shape));
    };
    mask = recipes::makeOnce({shape, mask->axes(), fill});
}

Status checkLimits(const Experiment& experiment, const HeadSizes& sizes) {
    using L = ExperimentLimits;
    const AttentionConfig& config = experiment.config;
    if (const Status fits = checkSizes(config, L::modelDim, L::heads); !fits)
        return fits;
    const Index widest = std::max(sizes.keyDim, sizes.valueDim);
    Status status =
        checkTensorSize(TensorName::QueryWeight, {config.modelDim, config.heads * widest});
    if (!status)
        return status;
    if (status = checkModelSizes(experiment, sizes); !status)
        return status;
    return checkInputSize(experiment.batch(), experiment.queryLength(), config.modelDim);
}

/// Shorter sequences end with zeros.
void fillInput(float* data, const std::vector<TokenList>& tokens, Index width, std::uint64_t seed) {
    const Index length = longest(tokens);
    std::fill_n(data, static_cast<Index>(tokens.size()) * length * width, 0.0F);
    for (std::size_t sequence = 0; sequence < tokens.size(); ++sequence) {
        for (std::size_t position = 0; position < tokens[sequence].size(); ++position) {
            float* row =
                data +
                (static_cast<Index>(sequence) * length + static_cast<Index>(position)) * width;
            fillSeededEmbedding({row, static_cast<std::size_t>(width)}, seed,
                                tokens[sequence][position]);
        }
    }
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

Tensor seededInput(const std::vector<TokenList>& tokens, Index width, std::uint64_t seed) {
    return recipes::make(std::make_shared<const recipes::Recipe>(recipes::Recipe{
        {static_cast<Index>(tokens.size()), longest(tokens), width},
        {Axis::Batch, Axis::Sequence, Axis::ModelDim},
        [tokens, width, seed](float* data) { fillInput(data, tokens, width, seed); }}));
}

Tensor fittedInput(const Tensor& input, const std::vector<TokenList>& tokens, Index width,
                   std::uint64_t seed) {
    if (input.size(2) == width)
        return input;
    return recipes::makeOnce(
        {{static_cast<Index>(tokens.size()), longest(tokens), width},
         {Axis::Batch, Axis::Sequence, Axis::ModelDim},
         [input, tokens, width, seed](float* data) {
             fillInput(data, tokens, width, seed);
             const Index kept = std::min(width, input.size(2));
             for (Index sequence = 0; sequence < input.size(0); ++sequence) {
                 for (Index position = 0; position < input.size(1); ++position) {
                     float* row = data + (sequence * longest(tokens) + position) * width;
                     for (Index column = 0; column < kept; ++column)
                         row[column] = input(sequence, position, column);
                 }
             }
         }});
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
    fitWeights(experiment);

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
    releasePlaceless(experiment);
    return experiment;
}

} // namespace headscope
