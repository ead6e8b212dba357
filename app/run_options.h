// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "transformer/run_model.h"

#include <QCommandLineParser>
#include <QList>
#include <QTextStream>

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
    std::string keyPadding; ///< may be empty
    /// Whether true means "masked" in the files; nothing: not said, so "may attend".
    std::optional<bool> trueMeansMasked;
    // Nothing: as it is by itself, or as the example has it.
    std::optional<CausalAlignment> alignment;
    std::optional<Index> window;
    std::optional<Index> prefix;
    std::optional<FullyMasked> fullyMasked;
    std::optional<float> scale;
    std::optional<float> dropout;
    std::optional<std::uint64_t> seed; ///< of the dropout
    /// The biases that there are; nothing: those of the weights.
    std::optional<std::vector<Role>> biases;
    bool sequenceFirst = false;       ///< inputs and masks are [sequence, batch, ..]
    std::optional<Index> memoryLimit; ///< bytes
};

/// What a request comes to.
struct LoadedProblem {
    AttentionProblem problem; ///< batch-first; of a model what ModelProblem::attention is
    // What stands around it, where an example is a model.
    ModelConfig model;
    std::optional<Tensor> sourcePadding;
    /// The example with its tokens; files bring no tokens.
    std::optional<Experiment> example;
    Layout layout = Layout::BatchFirst; ///< in which the trace is wanted
    bool unbatched = false;       ///< inputs were [sequence, d_model], and so is the output wanted
    std::vector<Error> questions; ///< sentences about files that may mean something else
    std::optional<Index> memoryLimit; ///< bytes; nothing: what is free
};

/// --example, --query … --seq-first, shared by all commands that compute.
QList<QCommandLineOption> problemOptions();

/// Reads these options out of a parser that knows them. The Error is one of usage.
Result<ProblemRequest> problemRequest(const QCommandLineParser& parser);

/// "headscope: is mask.npy inverted? …", a line for each.
void printQuestions(QTextStream& err, const LoadedProblem& loaded);

/// Opens the files and checks them against each other; Errors name the files.
Result<LoadedProblem> loadProblem(const ProblemRequest& request);

/// What the engine is asked for; valid.
ModelProblem modelProblemOf(const LoadedProblem& loaded);
/// Computes it, unless that would take more memory than it may.
Result<Trace> computeProblem(const LoadedProblem& loaded);

} // namespace headscope
