// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/learner.h"

namespace headscope {

/// How much of its weight one head gives to one relation.
struct Agreement {
    std::string scope; ///< "decoder/0/cross_attention"; empty for plain attention
    Index head = 0;    ///< from 0
    int relation = 0;  ///< in Dataset::relations
    double share = 0;  ///< mean over all queries that have the relation, 0 … 1
    double chance = 0; ///< the share of a head that looks at all keys alike
};

/// How widely one head looks: −Σ w·log₂ w in bits, mean over the queries that are asked.
struct HeadEntropy {
    std::string scope;
    Index head = 0;
    double bits = 0;
    double atMost = 0; ///< that of a head that looks at all keys alike
};

/// One word of an answer.
struct AnswerWord {
    std::string word;
    double probability = 0;
    std::string right; ///< what would be right; empty where nothing is asked
};

/// A model looked at from outside: on data that it never saw.
struct Evaluation {
    double loss = 0;      ///< mean cross-entropy in nats, without smoothing
    double words = 0;     ///< share of the right ones
    double sentences = 0; ///< share of those that are right as a whole
    double guessing = 0;  ///< loss of one who knows nothing: ln of the number of classes
    std::vector<Agreement> agreement;
    std::vector<HeadEntropy> entropy;
    /// The watched sentence: what the model answers, a translation by feeding its own words back.
    std::vector<AnswerWord> answer;

    const Agreement* find(std::string_view scope, Index head, int relation) const;
};

/// How many of the held-out samples evaluate() looks at: the first ones, at most 256.
std::size_t measuredSamples(const Dataset& data);

/// Nothing where it was cancelled.
std::optional<Evaluation> evaluate(const Learner& learner, const Parameters& parameters,
                                   const CancellationToken& token = {});

} // namespace headscope
