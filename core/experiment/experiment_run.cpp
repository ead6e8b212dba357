// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_run.h"

#include "run/analyses.h"
#include "run/readable_tokens.h"
#include "transformer/attention_sizes.h"

namespace headscope {

namespace {

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

RunLabels labelsOf(const Experiment& experiment) {
    // Words of a vocabulary are those that it has.
    const bool raw = experiment.rawPieces || !experiment.vocabulary.empty();
    RunLabels labels{readableTokens(experiment.tokens, raw), {}, experiment.vocabulary};
    if (experiment.keyTokens)
        labels.keyTokens = readableTokens(*experiment.keyTokens, raw);
    return labels;
}

AxisTokens tokensOf(const Experiment& experiment, const Scope& scope, const RunLabels& labels) {
    const bool translates = experiment.model.architecture == Architecture::EncoderDecoder;
    const bool looksAtItself = scope.sublayer == Sublayer::SelfAttention;
    const TokenLists& source = labels.keySideTokens();
    const TokenLists& queries = sidesOf(translates, scope).sourceQueries ? source : labels.tokens;
    return {&queries, looksAtItself ? &queries : &source, &labels.vocabulary};
}

bool holdsOwnMask(const Experiment& experiment, std::string_view scope) {
    const std::optional<Scope> block = Scope::parse(scope);
    return experiment.model.architecture != Architecture::EncoderDecoder ||
           (block && block->part == ModelPart::Decoder &&
            block->sublayer == Sublayer::SelfAttention && block->place == Scope::Place::Itself);
}

std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace,
                                 RunOrigin origin) {
    for (const TraceScope& scope : scopesOf(*trace)) {
        if (scope.kind == ScopeKind::Attention)
            origin.masks.emplace(scope.path, rulesOf(experiment, scope.path));
    }
    return withAnalyses(Run(std::move(trace), labelsOf(experiment), std::move(origin)));
}

} // namespace headscope
