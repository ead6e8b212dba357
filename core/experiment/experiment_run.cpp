// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_run.h"

#include "experiment/examples.h"

#include <algorithm>

namespace headscope {

namespace {

/// Whether somebody named any token.
bool hasWords(const Experiment& experiment) {
    const auto named = [](const TokenList& list) { return list != placeTokens(std::ssize(list)); };
    return std::ranges::any_of(experiment.tokens, named) ||
           std::ranges::any_of(experiment.keySideTokens(), named);
}

Likeness likenessOf(const Experiment& experiment) {
    const Example* example = findExample(experiment.example);
    if (!example)
        return hasWords(experiment) ? Likeness::OwnSentence : Likeness::Unknown;
    const Experiment& original = example->original();
    if (experiment == original)
        return Likeness::Example;
    return original.tokens == experiment.tokens && original.keyTokens == experiment.keyTokens
               ? Likeness::Edited
               : Likeness::OwnSentence;
}

MaskRules rulesOf(const Experiment& experiment, std::string_view scope) {
    MaskRules rules;
    rules.padding = experiment.maskPadding;
    if (!holdsOwnMask(experiment, scope))
        return rules;
    rules.causal = experiment.causal;
    rules.lowerRight = experiment.causalAlignment == CausalAlignment::LowerRight;
    rules.window = experiment.window;
    rules.prefix = experiment.prefix;
    rules.painted = experiment.mayAttend;
    return rules;
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
    return origin;
}

TokenList placeTokens(Index count) {
    TokenList tokens;
    for (Index place = 1; place <= count; ++place)
        tokens.push_back(std::to_string(place));
    return tokens;
}

RunLabels labelsOf(const Experiment& experiment) {
    return {experiment.tokens, experiment.keyTokens, experiment.vocabulary};
}

bool holdsOwnMask(const Experiment& experiment, std::string_view scope) {
    const std::optional<Scope> block = Scope::parse(scope);
    return experiment.model.architecture != Architecture::EncoderDecoder ||
           (block && block->part == ModelPart::Decoder &&
            block->sublayer == Sublayer::SelfAttention && block->place == Scope::Place::Itself);
}

std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace) {
    RunOrigin origin = originOf(experiment);
    for (const TraceScope& scope : scopesOf(*trace)) {
        if (scope.kind == ScopeKind::Attention)
            origin.masks.emplace(scope.path, rulesOf(experiment, scope.path));
    }
    return std::make_shared<const Run>(std::move(trace), labelsOf(experiment), std::move(origin));
}

} // namespace headscope
