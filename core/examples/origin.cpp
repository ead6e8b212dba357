// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/origin.h"

#include "examples/examples.h"
#include "learning/history/learnt_evidence.h"

#include <algorithm>

namespace headscope {

namespace {

/// Whether somebody named any token.
bool hasWords(const Experiment& experiment) {
    return !arePlaces(experiment.tokens) || !arePlaces(experiment.keySideTokens());
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

std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace) {
    RunOrigin origin = originOf(experiment);
    origin.learnt = learntEvidence(experiment);
    if (origin.learnt)
        origin.weights = WeightOrigin::Learnt;
    return runOf(experiment, std::move(trace), std::move(origin));
}

} // namespace headscope
