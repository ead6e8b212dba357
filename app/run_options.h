// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "transformer/run_model.h"

#include <QCommandLineParser>
#include <QList>

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// What is to be computed, as the command line says it; no file was opened yet.
struct ProblemRequest {
    std::string example; ///< id of an example that exists; empty: the files
    std::string query;
    std::string key;   ///< empty: the queries
    std::string value; ///< empty: the keys
    std::string weights;
    Index heads = 1;
    bool causal = false;
    std::vector<std::string> maskFiles;
    std::string keyPadding;     ///< may be empty
    bool sequenceFirst = false; ///< inputs are [sequence, batch, d_model]
};

/// What a request comes to.
struct LoadedProblem {
    AttentionProblem problem; ///< valid, and always batch-first
    /// The example with its tokens; files bring no tokens.
    std::optional<Experiment> example;
    bool sequenceFirst = false; ///< the output is wanted as [sequence, batch, d_model]
    bool unbatched = false;     ///< inputs were [sequence, d_model], and so is the output wanted
};

/// --example, --query … --seq-first: shared by all commands that compute.
QList<QCommandLineOption> problemOptions();

/// Reads these options out of a parser that knows them. The Error is one of usage.
Result<ProblemRequest> problemRequest(const QCommandLineParser& parser);

/// Opens the files and checks them against each other; Errors name the files.
Result<LoadedProblem> loadProblem(const ProblemRequest& request);

/// Computes it: the whole model of an example, or the attention of files.
Result<Trace> computeProblem(const LoadedProblem& loaded);

} // namespace headscope
