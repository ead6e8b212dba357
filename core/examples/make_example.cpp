// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/make_example.h"

#include "examples/fitted_prediction.h"
#include "examples/learnt_example.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/seeded_values.h"
#include "experiment/experiment_run.h"

#include <numeric>

namespace headscope {

namespace {

/// Every sentence once for each of the words in that place.
std::vector<TokenList> eachWith(const std::vector<TokenList>& sentences,
                                const ExampleWords::Instead& instead) {
    if (instead.words.empty())
        return sentences;
    std::vector<TokenList> all;
    for (const TokenList& sentence : sentences) {
        for (const char* word : instead.words)
            all.emplace_back(sentence)[instead.place] = word;
    }
    return all;
}

std::vector<TokenList> sequencesOf(const ExampleWords& words) {
    if (words.counted > 0)
        return {placeTokens(words.counted)};
    std::vector<TokenList> sentences;
    for (const char* sentence : words.sentences) {
        if (sentence)
            sentences.push_back(parseTokens(sentence));
    }
    for (const ExampleWords::Instead& instead : words.instead)
        sentences = eachWith(sentences, instead);
    return sentences;
}

/// [batch, sequence, width].
Tensor inputOf(const ExampleNumbers& numbers, const std::vector<TokenList>& sequences, Index width,
               std::uint64_t seed) {
    using enum ExampleNumbers::Kind;
    Tensor input = seededInput(sequences, width, seed);
    if (numbers.kind == Seeded)
        return input;
    if (numbers.kind == Listed)
        return Tensor::fromValues(input.shape(), input.axes(), numbers.list);
    float* row = input.mutableData();
    if (numbers.kind == Counted) {
        std::iota(row, row + input.elementCount(), 0.0F);
        return input;
    }
    for (const TokenList& sentence : sequences) {
        for (const std::string& token : sentence) {
            fillSeededNormal({row, static_cast<std::size_t>(width)}, seed, token, 0, 0, 1);
            row += width;
        }
    }
    return input;
}

/// All may look at all, but one query at no key.
Tensor maskWithout(Index query, const Experiment& experiment) {
    Tensor mayAttend =
        Tensor::filled({experiment.batch(), experiment.queryLength(), experiment.keyLength()},
                       {Axis::Batch, Axis::Query, Axis::Key}, 1);
    float* const row = mayAttend.mutableData() + query * experiment.keyLength();
    std::fill_n(row, experiment.keyLength(), 0.0F);
    return mayAttend;
}

} // namespace

Source makeExample(const ExampleData& example, Language language) {
    const bool english = language == Language::English && !example.englishId.empty();
    const std::string_view id = english ? example.englishId : example.id;
    if (example.learnt) {
        const LearntModel model = readLearntModel(learntData(id)).value();
        Experiment learnt = model.experiment();
        learnt.example = id;
        return {std::move(learnt), model.training()};
    }
    const Index width = example.config.modelDim;
    Experiment experiment;
    experiment.example = id;
    experiment.tokens = sequencesOf(english ? example.english : example.words);
    experiment.queryInput = inputOf(example.numbers, experiment.tokens, width, example.seed);
    if (example.keyWords) {
        experiment.keyTokens = sequencesOf(*example.keyWords);
        experiment.keyInput =
            inputOf(example.keyNumbers, *experiment.keyTokens, width, example.seed);
    }
    experiment.vocabulary = parseTokens(example.vocabulary);
    experiment.config = example.config;
    experiment.config.dropoutSeed = example.seed;
    experiment.seed = example.seed;
    experiment.weightSource = example.weights;
    experiment.weightSource.modelDim = width;
    experiment.model = example.model;
    experiment.causal = example.causal;
    if (example.maskedQuery)
        experiment.mayAttend = maskWithout(*example.maskedQuery, experiment);
    experiment = fitted(std::move(experiment)).value();
    if (example.fittedLogit)
        experiment.weights.set(Role::VocabularyWeight, Scope::of(ModelPart::Prediction),
                               fittedPrediction(experiment, *example.fittedLogit));
    return experiment;
}

} // namespace headscope
