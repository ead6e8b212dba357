// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/origin.h"

#include "examples/examples.h"
#include "experiment/changed_weights.h"
#include "experiment/edits/edit.h"
#include "learning/history/learnt_evidence.h"
#include "learning/history/learnt_tokens.h"
#include "learning/history/taken_model.h"

#include <algorithm>
#include <tuple>

namespace headscope {

namespace {

/// Whether somebody named any token.
bool hasWords(const Experiment& experiment) {
    return !arePlaces(experiment.tokens) || !arePlaces(experiment.keySideTokens());
}

/// Whether they are the same words, in any order: a lesson lets two of them change places.
bool haveSameWords(const std::vector<TokenList>& a, const std::vector<TokenList>& b) {
    return std::ranges::equal(a, b, [](TokenList one, TokenList other) {
        std::ranges::sort(one);
        std::ranges::sort(other);
        return one == other;
    });
}

Likeness likenessOf(const Experiment& experiment) {
    const Example* example = findExample(experiment.example);
    if (!example)
        return hasWords(experiment) ? Likeness::OwnSentence : Likeness::Unknown;
    const Experiment& original = example->original();
    if (experiment == original)
        return Likeness::Example;
    return original.isCross() == experiment.isCross() &&
                   haveSameWords(original.tokens, experiment.tokens) &&
                   haveSameWords(original.keySideTokens(), experiment.keySideTokens())
               ? Likeness::Edited
               : Likeness::OwnSentence;
}

/// What the weights were before anybody changed a number: those of the example, where some of them
/// are fitted, else those of the seed.
Parameters drawnWeights(const Experiment& experiment) {
    if (const Example* example = findExample(experiment.example)) {
        const Experiment& original = example->original();
        if (original.seed == experiment.seed && original.weightSource == experiment.weightSource &&
            haveSamePlaces(original.weights, experiment.weights))
            return original.weights;
    }
    return withWeightSource(experiment, experiment.weightSource).weights;
}

/// Of a tensor without any of its numbers nobody knows whether they were drawn in another way:
/// the first layer of a stack has those of plain attention.
void countTyped(RunOrigin& origin, const Experiment& experiment) {
    const Parameters before = drawnWeights(experiment);
    if (!haveSamePlaces(experiment.weights, before))
        return;
    const ChangedNumbers numbers = changedNumbers(experiment.weights, before);
    origin.changedWeights = numbers.inPart;
    origin.weightNumbers = numbers.all;
}

/// Whether heads compute as those did that were measured; of which sentence is another matter.
bool computesAs(const Experiment& experiment, const Experiment& measured) {
    const auto settings = [](const Experiment& e) {
        AttentionConfig config = e.config;
        config.layout = {}; // how numbers lie, and what nobody sees, changes none
        config.weightLayout = {};
        config.dropoutSeed = {};
        ModelConfig model = e.model;
        model.compareNorms = false;
        return std::tuple(config, model, e.causal, e.causalAlignment, e.window, e.prefix,
                          e.mayAttend.has_value(), e.additiveMask.has_value(),
                          e.typedNumbers.empty());
    };
    return settings(experiment) == settings(measured);
}

Index wordCount(const Experiment& experiment) {
    Index count = 0;
    for (const TokenList& words : experiment.tokens)
        count += std::ssize(words);
    for (const TokenList& words : experiment.keyTokens.value_or(std::vector<TokenList>()))
        count += std::ssize(words);
    return count;
}

void addLearnt(RunOrigin& origin, const Experiment& experiment,
               const PackedTrainingPointer& training, const CancellationToken& token) {
    const std::shared_ptr<const TakenModel> model = modelOf(experiment, training);
    if (!model)
        return;
    const ChangedNumbers numbers = changedNumbers(experiment.weights, model->experiment.weights);
    origin.changedWeights = numbers.changed;
    origin.weightNumbers = numbers.all;
    origin.weights = origin.changedWeights > 0 ? WeightOrigin::Altered : WeightOrigin::Learnt;
    origin.unlearnt = unlearntOf(experiment, training);
    if (origin.changedWeights > 0)
        return;
    if (!computesAs(experiment, model->experiment))
        origin.unclaimed = Unclaimed::OtherHeads;
    else if (origin.unlearnt.count(NotLearnt::Word) == wordCount(experiment))
        origin.unclaimed = Unclaimed::OtherWords;
    else
        origin.learnt = learntEvidence(experiment, training, token);
    if (origin.learnt)
        origin.examples = learntExamples(experiment, training, *origin.learnt);
    origin.meant = meantWords(experiment, training);
}

} // namespace

RunOrigin originOf(const Experiment& experiment) {
    RunOrigin origin;
    origin.example = experiment.example;
    origin.likeness = likenessOf(experiment);
    if (const Example* example = findExample(experiment.example)) {
        origin.title = example->title;
        origin.explanation = example->explanation;
    }
    origin.seed = experiment.seed;
    if (experiment.weightSource.kind == WeightSource::Kind::Random)
        origin.weights = WeightOrigin::Drawn;
    return origin;
}

std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace,
                                 const PackedTrainingPointer& training,
                                 const CancellationToken& token) {
    RunOrigin origin = originOf(experiment);
    if (origin.weights == WeightOrigin::Drawn)
        countTyped(origin, experiment);
    else if (experiment.weightSource.kind == WeightSource::Kind::File)
        addLearnt(origin, experiment, training, token);
    return runOf(experiment, std::move(trace), std::move(origin));
}

} // namespace headscope
