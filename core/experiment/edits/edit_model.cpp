// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/weight_spread.h"
#include "transformer/run_model.h"

namespace headscope {

namespace {

bool readsTwoSequences(Architecture architecture) {
    return architecture == Architecture::EncoderDecoder;
}

/// The inputs that the new architecture reads: a source comes to be as a copy of
/// the tokens, and what no layer could read goes.
void changeInputs(Experiment& next, Architecture before) {
    const Architecture now = next.model.architecture;
    if (now == Architecture::Attention) {
        // The source that came to be as a copy goes; any other one stays, as keys.
        if (readsTwoSequences(before) && next.keyTokens == next.tokens && next.keyInput &&
            *next.keyInput == next.queryInput) {
            next.keyTokens.reset();
            next.keyInput.reset();
        }
        return;
    }
    next.valueInput.reset();
    if (!readsTwoSequences(now)) {
        next.keyTokens.reset();
        next.keyInput.reset();
        return;
    }
    if (!next.keyTokens || !next.keyInput) {
        next.keyTokens = next.tokens;
        next.keyInput = next.queryInput;
    }
    next.keyInput = fittedInput(*next.keyInput, *next.keyTokens, next.config.modelDim, next.seed);
}

/// Every norm adds a β again, where a kind that has none gave way to one that has.
void addShifts(Experiment& next) {
    std::vector<Scope> norms;
    for (const Parameters::Entry& entry : next.weights.entries()) {
        if (entry.role == Role::NormGain)
            norms.push_back(entry.scope);
    }
    const RoleInfo& shift = infoOf(Role::NormShift);
    for (const Scope& norm : norms)
        next.weights.set(shift.role, norm,
                         Tensor::filled({next.config.modelDim}, shift.axes, shift.initial));
}

Status checkVocabulary(const TokenList& vocabulary) {
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
        const std::string& word = vocabulary[i];
        if (word.empty() || word.size() > ExperimentLimits::tokenBytes)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "word %1 of the vocabulary is %2 bytes long; "
                                               "from 1 to %3 are possible"),
                             i + 1, word.size(), ExperimentLimits::tokenBytes);
    }
    return Done{};
}

} // namespace

Result<Experiment> withModel(const Experiment& experiment, const ModelConfig& model) {
    Experiment next = experiment;
    next.model = model;
    if (model.architecture != experiment.model.architecture) {
        changeInputs(next, experiment.model.architecture);
        // In a stack sigma stands beside what suits each shape; what suited one
        // attention alone would make every head of the others a spike.
        const bool toStack = experiment.model.architecture == Architecture::Attention;
        if (toStack || model.architecture == Architecture::Attention) {
            next.weightSource.sigma = suitableSigma(next);
            next.weightSource.modelDim = next.config.modelDim;
        }
    }
    if (experiment.model.norm == NormKind::Rms && model.norm != NormKind::Rms)
        addShifts(next);
    Result<Experiment> result = fitted(std::move(next));
    if (!result)
        return result;
    // The engine's own limits: ε, memory for all stages.
    if (const Status valid = validate(modelProblemOf(*result)); !valid)
        return valid.error();
    return result;
}

Result<Experiment> withVocabulary(const Experiment& experiment, const TokenList& vocabulary) {
    if (const Status status = checkVocabulary(vocabulary); !status)
        return status.error();
    Experiment next = experiment;
    next.vocabulary = vocabulary;
    return fitted(std::move(next));
}

} // namespace headscope
