// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/backward.h"
#include "experiment/fitting.h"
#include "learning/training/learner.h"
#include "support/hashes.h"
#include "trace/parameter_names.h"
#include "transformer/linear_step.h"
#include "transformer/lookup.h"
#include "transformer/model_steps.h"
#include "transformer/residual.h"
#include "transformer/rows.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

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
