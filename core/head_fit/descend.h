// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/head_descent.h"
#include "support/execution.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace headscope {

/// How W_Q and W_K are looked for.
struct FitOptions {
    Index keyDim = 2; ///< d_k, from 1 to d_model
    Index starts = 8; ///< from so many fresh weights; the best one is kept
    Index steps = 8000;
    double rate = 0.1;
    double sigma = 1;         ///< of the fresh weights, normal around 0
    double largestWeight = 0; ///< none may grow beyond ±; 0: they may
    std::uint64_t seed = 1;
    /// Where the first start begins instead of at fresh weights.
    std::optional<HeadWeights> from;

    bool operator==(const FitOptions&) const = default;
};

/// Whether the problem and the options can be computed; the Error says what would be right.
Status validate(const FitProblem& problem, const FitOptions& options);

/// The head after so many steps.
struct FitRecord {
    Index step = 0;
    double bits = 0;
    PreciseWeights weights;
};

/// The steps that are recorded: 0, the first ten, then about 27 for each power of ten,
/// in round numbers, and the last one. On a logarithmic axis they stand evenly.
std::vector<Index> recordedSteps(Index steps);

/// What came of all starts.
struct FitDescents {
    std::vector<FitRecord> history; ///< of the best start
    Index bestStart = 0;
    std::vector<double> startBits; ///< the least of every start
    PreciseWeights best;           ///< the weights with the least loss at any step
    double bestBits = 0;
    Index bestStep = 0;
};

/// How far it is; written by the threads that compute, read by anybody.
struct FitProgress {
    std::atomic<Index> steps{0}; ///< of all starts together
};

/// All starts, side by side on execution.threads; the result depends on nothing but
/// problem and options. A start whose numbers are no longer finite ends there. Nothing
/// where it was cancelled. Of a problem that validate() accepts.
std::optional<FitDescents> descend(const FitProblem& problem, const FitOptions& options,
                                   const Execution& execution = {},
                                   FitProgress* progress = nullptr);

/// A start as it stood after so many steps, with all that Adam remembers: it goes on from there
/// bit for bit. Nothing where it was cancelled, or was at its end before. Not yet evaluated.
std::optional<HeadDescent> descentAt(const FitProblem& problem, const FitOptions& options,
                                     Index start, Index step, const Execution& execution = {});

} // namespace headscope
