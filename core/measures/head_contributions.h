// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// What is asked of a run that predicts: a word of its vocabulary at a place of a text.
struct LogitQuestion {
    Index place = 0;
    Index target = 0; ///< id of the word
    Index sequence = 0;

    bool operator==(const LogitQuestion&) const = default;
};

/// What each head adds to the logit of a word: z·W_O of the head at the asked place, through the
/// last norm with the mean and variance that it had, times the column of the word ("direct logit
/// attribution"; Elhage et al.: "A mathematical framework for transformer circuits", 2021); and so
/// for all else that is added up there. Exact and additive: all parts sum to the logit.
struct HeadContributions {
    LogitQuestion question;
    double logit = 0;
    /// What one attention adds and the feed-forward network behind it.
    struct Layer {
        std::string attention;     ///< path of the block
        std::vector<double> heads; ///< from head 1 on
        double feedForward = 0;    ///< of the layer that the attention is the last of; else 0
    };
    std::vector<Layer> layers; ///< in the order of the computation
    double embedding = 0;      ///< what went into the first of them
    double biases = 0;         ///< b_O of each attention, and that of the vocabulary
    double shift = 0;          ///< β of the last norm

    /// What is no head's: logit − Σ heads.
    double rest() const;
    /// Nothing where there is no such head.
    std::optional<double> of(std::string_view attention, Index head) const;
};

/// Nothing where the run predicts nothing, or where a norm stands behind each sum, which no share
/// goes through. All is computed in double of the numbers of the trace.
std::optional<HeadContributions> contributionsTo(const Trace& trace, const LogitQuestion& question);

/// What is asked of the run of a trained model: its asked place, and the token there, or the
/// likeliest that it says with all heads on. Nothing where it says nothing.
std::optional<LogitQuestion> logitQuestion(const Run& run, std::optional<Index> target);

} // namespace headscope
