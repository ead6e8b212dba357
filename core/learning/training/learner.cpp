// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/learner.h"

#include "arithmetic/backward.h"
#include "experiment/edits/fitting.h"
#include "learning/draw.h"
#include "learning/training/fresh_parameters.h"
#include "support/hashes.h"
#include "transformer/layers/linear_step.h"
#include "transformer/layers/lookup.h"
#include "transformer/layers/model_steps.h"
#include "transformer/layers/residual.h"
#include "transformer/layers/rows.h"

#include <algorithm>
#include <cmath>

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

std::size_t appendParameter(TraceWriter& writer, const Parameters& parameters, const Scope& scope,
                            Role role) {
    return writer.add(tensorName(role), Operation::Parameter, parameters.at(role, scope));
}

/// Ids of one sentence, [1, tokens].
Tensor idsOf(const std::vector<int>& ids) {
    Tensor tensor =
        Tensor::uninitialized({1, static_cast<Index>(ids.size())}, {Axis::Batch, Axis::Sequence});
    std::ranges::transform(ids, tensor.mutableData(),
                           [](int id) { return static_cast<float>(id); });
    return tensor;
}

/// Appends the ids and the table in the table's scope, and the rows as `name` in `scope`.
std::size_t appendLookup(Trace& trace, const Parameters& parameters, const LookupTable& table,
                         const Tensor& ids, TensorName name, const Scope& scope) {
    const std::size_t step =
        TraceWriter(trace, table.scope.path()).add(TensorName::TokenIds, Operation::Input, ids);
    return appendLookup(trace, parameters, table, step, name, scope);
}

/// 0, 1 … of so many.
Tensor placeIds(Index count) {
    Tensor ids = Tensor::uninitialized({count}, {Axis::Sequence});
    float* const to = ids.mutableData();
    for (Index i = 0; i < count; ++i)
        to[i] = static_cast<float>(i);
    return ids;
}

/// Words, their cards and their learnt places, added up.
Step appendSummedInput(Trace& trace, const Parameters& parameters, const Batch& batch,
                       const Execution& execution) {
    Step x = appendLookup(trace, parameters, {Scope::of(ModelPart::Embedding)}, batch.tokens,
                          TensorName::QueryInput, Scope());
    if (batch.cards) {
        const Scope scope = Scope::of(ModelPart::SegmentEmbedding);
        const std::size_t card =
            appendLookup(trace, parameters, {scope}, *batch.cards, TensorName::Embedding, scope);
        TraceWriter writer(trace, scope.path());
        x = appendSum(writer, TensorName::EmbeddedInput, *x, card, execution);
    }
    const Scope scope = Scope::of(ModelPart::Positions);
    const std::size_t places =
        appendLookup(trace, parameters, {scope, Role::PositionWeight},
                     placeIds(batch.tokens.size(1)), TensorName::PositionalEncoding, scope);
    TraceWriter writer(trace, scope.path());
    return x ? appendSum(writer, TensorName::EmbeddedInput, *x, places, execution) : x;
}

/// x + attention, and the classes of that.
Step appendAnswer(Trace& trace, const Parameters& parameters, std::size_t x, std::size_t output,
                  const Execution& execution) {
    const Scope scope = Scope::of(ModelPart::Prediction);
    TraceWriter writer(trace, scope.path());
    const Step sum = appendSum(writer, TensorName::Residual, x, output, execution);
    if (!sum)
        return std::nullopt;
    const std::size_t weight = appendParameter(writer, parameters, scope, Role::VocabularyWeight);
    const std::size_t bias = appendParameter(writer, parameters, scope, Role::VocabularyBias);
    return appendLinear(writer, TensorName::Logits, {*sum, weight, bias}, execution);
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

std::optional<Learner::Pass> Learner::forward(const Parameters& parameters, const Batch& batch,
                                              float smoothing, std::optional<Index> step,
                                              const Execution& execution) const {
    Pass pass;
    pass.run.reserve(40 * (1 + parameters.entries().size() / 8));
    ModelProblem problem;
    problem.config = m_model.model;
    problem.attention.config = m_model.attention;
    problem.attention.weights = parameters;
    problem.attention.mask.causal = m_data->causal;
    problem.sourcePadding = batch.sourcePadding;
    // Behind a sentence nobody looks back from a place that counts: causal says it already.
    if (!m_data->causal)
        problem.attention.mask.keyPadding = batch.padding;
    if (step) {
        problem.attention.config.dropout = m_recipe.dropout;
        problem.attention.config.dropoutSeed =
            m_recipe.seed + hashes::golden * static_cast<std::uint64_t>(*step + 1);
    }
    const ModelRun run = {pass.run, problem, *headSizes(m_model.attention), execution};
    Step logits;
    if (m_model.model.architecture == Architecture::Attention) {
        const Step x = appendSummedInput(pass.run, parameters, batch, execution);
        const Step output = x ? appendModel(run, {.query = *x}) : x;
        if (output)
            logits = appendAnswer(pass.run, parameters, *x, *output, execution);
    } else {
        const auto input = [&](ModelPart part, const Tensor& ids, TensorName name) {
            return appendLookup(pass.run, parameters,
                                {Scope::of(part), Role::EmbeddingWeight, embeddingFactor()}, ids,
                                name, Scope());
        };
        ModelInputs inputs;
        inputs.query = input(ModelPart::Embedding, batch.tokens, TensorName::QueryInput);
        if (batch.source)
            inputs.key = input(ModelPart::SourceEmbedding, *batch.source, TensorName::KeyInput);
        if (const Step probabilities = appendModel(run, inputs))
            logits = pass.run[*probabilities].operands[0];
    }
    if (!logits)
        return std::nullopt;
    pass.logits = *logits;
    TraceWriter writer(pass.run, "loss");
    const std::size_t targets = writer.add(TensorName::Targets, Operation::Input, batch.targets);
    const double loss = arithmetic::crossEntropy(
        {rowsOf(pass.run[pass.logits].result), batch.targets.data(), m_data->groups, smoothing});
    const std::array<float, 1> value = {static_cast<float>(loss)};
    pass.loss = writer.add(TensorName::Loss, Operation::CrossEntropy,
                           Tensor::fromValues({1}, {Axis::Feature}, value), {pass.logits, targets},
                           smoothing);
    return pass;
}

float Learner::embeddingFactor() const {
    return static_cast<float>(std::sqrt(static_cast<double>(m_recipe.modelDim)));
}

Tensor Learner::embedded(const Parameters& parameters, const Sample& sample) const {
    if (m_model.model.architecture != Architecture::Attention)
        return lookedUp(idsOf(sample.tokens),
                        parameters.at(Role::EmbeddingWeight, Scope::of(ModelPart::Embedding)),
                        embeddingFactor());
    // The sum of words, cards and places: what attention projects.
    const Sample* const only = &sample;
    Trace sums;
    const Step x = appendSummedInput(sums, parameters, batchOf({&only, 1}, "watched", 0), {});
    return sums[*x].result.withAxes({Axis::Batch, Axis::Sequence, Axis::ModelDim});
}

Tensor Learner::embeddedSource(const Parameters& parameters, const Sample& sample) const {
    return lookedUp(idsOf(sample.source),
                    parameters.at(Role::EmbeddingWeight, Scope::of(ModelPart::SourceEmbedding)),
                    embeddingFactor());
}

Experiment Learner::experiment(const Parameters& parameters, const Sample& sample) const {
    Experiment experiment;
    experiment.config = m_model.attention;
    experiment.model = m_model.model;
    experiment.causal = m_data->causal;
    experiment.seed = m_recipe.seed;
    experiment.weightSource = {WeightSource::Kind::File, 1, m_recipe.modelDim};
    const auto wordsOf = [](const std::vector<int>& ids, const Vocabulary& vocabulary) {
        TokenList words;
        for (const int id : ids)
            words.push_back(vocabulary[id]);
        return words;
    };
    experiment.tokens = {wordsOf(sample.tokens, m_data->words)};
    experiment.queryInput = embedded(parameters, sample);
    if (m_model.model.architecture != Architecture::Attention)
        experiment.vocabulary = m_data->classes;
    if (m_data->isTranslation()) {
        experiment.keyTokens = {wordsOf(sample.source, m_data->sourceWords)};
        experiment.keyInput = embeddedSource(parameters, sample);
    }
    headscope::forEachParameter(m_model, [&](const ParameterPlace& place) {
        experiment.weights.set(place.info.role, place.scope,
                               parameters.at(place.info.role, place.scope));
        return true;
    });
    return experiment;
}

} // namespace headscope
