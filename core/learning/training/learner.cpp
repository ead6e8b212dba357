// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/learner.h"

#include "learning/draw.h"
#include "learning/training/fresh_parameters.h"

#include <algorithm>

namespace headscope {

namespace {

ModelDescription descriptionOf(const TrainingRecipe& recipe, const Dataset& data) {
    ModelDescription model;
    model.attention.modelDim = recipe.modelDim;
    model.attention.heads = recipe.heads;
    model.attention.keyDim = recipe.keyDim;
    model.model.feedForwardDim = recipe.hiddenDim.value_or(2 * recipe.modelDim);
    model.model.activation = recipe.activation;
    model.model.norm = recipe.norm;
    model.model.placement = recipe.placement;
    model.model.layers = recipe.encoderLayers;
    model.keyWidth = model.valueWidth = recipe.modelDim;
    if (infoOf(data.task).data == DataKind::Relations)
        return model;
    model.model.architecture =
        data.isTranslation() ? Architecture::EncoderDecoder : Architecture::Encoder;
    if (data.isTranslation() && recipe.decoderLayers != recipe.encoderLayers)
        model.model.decoderLayers = recipe.decoderLayers;
    model.model.positions = true;
    model.vocabulary = static_cast<Index>(data.classes.size());
    return model;
}

/// Ids of some sequences, padded behind with 0.
Tensor idsOf(std::span<const Sample* const> samples, std::vector<int> Sample::*which,
             Index longest) {
    const auto batch = static_cast<Index>(samples.size());
    Tensor ids = Tensor::filled({batch, longest}, {Axis::Batch, Axis::Sequence}, 0);
    float* to = ids.mutableData();
    for (const Sample* const sample : samples) {
        std::ranges::transform(sample->*which, to, [](int id) { return static_cast<float>(id); });
        to += longest;
    }
    return ids;
}

Index longestOf(std::span<const Sample* const> samples, std::vector<int> Sample::*which) {
    Index longest = 0;
    for (const Sample* const sample : samples)
        longest = std::max(longest, static_cast<Index>((sample->*which).size()));
    return longest;
}

/// 1 where a token is; nothing where all are full.
std::optional<Tensor> paddingOf(std::span<const Sample* const> samples,
                                std::vector<int> Sample::*which, Index longest) {
    const auto isFull = [&](const Sample* s) {
        return static_cast<Index>((s->*which).size()) == longest;
    };
    if (std::ranges::all_of(samples, isFull))
        return std::nullopt;
    const auto batch = static_cast<Index>(samples.size());
    Tensor padding = Tensor::filled({batch, longest}, {Axis::Batch, Axis::Key}, 0);
    float* to = padding.mutableData();
    for (const Sample* const sample : samples) {
        std::fill_n(to, (sample->*which).size(), 1.0F);
        to += longest;
    }
    return padding;
}

} // namespace

Learner::Learner(const TrainingRecipe& recipe, std::shared_ptr<const Dataset> data)
    : m_recipe(recipe)
    , m_data(std::move(data))
    , m_model(descriptionOf(recipe, *m_data)) {}

Result<Learner> Learner::create(const TrainingRecipe& recipe, std::shared_ptr<const Dataset> data) {
    Learner learner(recipe, std::move(data));
    if (const Result<HeadSizes> sizes = headSizes(learner.m_model.attention); !sizes)
        return sizes.error();
    if (const Result<Index> hidden = feedForwardDim(learner.m_model.model, recipe.modelDim);
        !hidden)
        return hidden.error();
    return learner;
}

Result<Learner> Learner::create(const TrainingRecipe& recipe) {
    Result<Dataset> data = makeDataset(datasetRequestOf(recipe));
    if (!data)
        return data.error();
    return create(recipe, std::make_shared<const Dataset>(std::move(*data)));
}

bool Learner::forEachParameter(const std::function<bool(const ParameterPlace&)>& visit) const {
    const Index width = m_recipe.modelDim;
    const auto table = [&](ModelPart part, Role role, Index rows) {
        return visit({Scope::of(part), infoOf(role), {rows, width}});
    };
    if (!table(ModelPart::Embedding, Role::EmbeddingWeight, m_data->words.size()))
        return false;
    if (m_data->isTranslation() &&
        !table(ModelPart::SourceEmbedding, Role::EmbeddingWeight, m_data->sourceWords.size()))
        return false;
    if (!headscope::forEachParameter(m_model, visit))
        return false;
    if (m_model.model.architecture != Architecture::Attention)
        return true;
    const Scope answer = Scope::of(ModelPart::Prediction);
    const Index classes = m_data->groups * static_cast<Index>(m_data->classes.size());
    return (m_data->cards == 0 ||
            table(ModelPart::SegmentEmbedding, Role::EmbeddingWeight, m_data->cards)) &&
           table(ModelPart::Positions, Role::PositionWeight, m_data->longest) &&
           visit({answer, infoOf(Role::VocabularyWeight), {width, classes}}) &&
           visit({answer, infoOf(Role::VocabularyBias), {classes}});
}

Parameters Learner::initialParameters() const {
    Parameters parameters;
    const bool layers = m_model.model.architecture != Architecture::Attention;
    forEachParameter([&](const ParameterPlace& place) {
        parameters.set(place.info.role, place.scope,
                       freshParameter(place, layers, m_model, m_recipe.seed));
        return true;
    });
    return parameters;
}

Batch Learner::batchAt(Index step) const {
    const auto count = static_cast<Index>(m_data->train.size());
    const Index ofEpoch = std::max<Index>(1, count / m_recipe.batch);
    const auto epoch = static_cast<std::uint64_t>(step / ofEpoch);
    const std::vector<Index> order = Draw(m_recipe.seed, "epoch", epoch).order(count);
    std::vector<const Sample*> samples;
    const Index first = step % ofEpoch * m_recipe.batch;
    for (Index i = first; i < std::min(count, first + m_recipe.batch); ++i)
        samples.push_back(
            &m_data->train[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    return batchOf(samples, "step", static_cast<std::uint64_t>(step));
}

Batch Learner::batchOf(std::span<const Sample* const> samples, std::string_view stream,
                       std::uint64_t number) const {
    Batch batch;
    batch.samples.assign(samples.begin(), samples.end());
    const Index longest = longestOf(samples, &Sample::tokens);
    batch.tokens = idsOf(samples, &Sample::tokens, longest);
    batch.padding = paddingOf(samples, &Sample::tokens, longest);
    if (m_data->isTranslation()) {
        const Index source = longestOf(samples, &Sample::source);
        batch.source = idsOf(samples, &Sample::source, source);
        batch.sourcePadding = paddingOf(samples, &Sample::source, source);
    }
    const auto count = static_cast<Index>(samples.size());
    const Index groups = m_data->groups;
    batch.targets =
        Tensor::filled({count, longest, groups}, {Axis::Batch, Axis::Sequence, Axis::Feature}, -1);
    float* targets = batch.targets.mutableData();
    if (m_data->cards == 0) {
        for (const Sample* const sample : samples) {
            std::ranges::transform(sample->targets, targets,
                                   [](int target) { return static_cast<float>(target); });
            targets += longest * groups;
        }
        return batch;
    }
    Draw draw(m_recipe.seed, stream, number);
    Tensor cards = Tensor::filled({count, longest}, {Axis::Batch, Axis::Sequence}, 0);
    float* card = cards.mutableData();
    for (const Sample* const sample : samples) {
        for (std::size_t i = 0; i < sample->tokens.size(); ++i)
            card[i] = static_cast<float>(draw.below(m_data->cards));
        std::ranges::transform(sample->holders, targets, [&](int holder) {
            return holder < 0 ? static_cast<float>(m_data->cards) : card[holder];
        });
        card += longest;
        targets += longest * groups;
    }
    batch.cards = cards;
    return batch;
}

} // namespace headscope
