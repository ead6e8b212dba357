// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"
#include "examples/origin.h"
#include "opening/experiment_files.h"

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
    ExperimentFiles files;
    bool causal = false;
    bool rawPieces = false;
    bool words = false; ///< pieces are merged to words
    // Nothing: as it is by itself, or as the example or the file has it.
    std::optional<CausalAlignment> alignment;
    std::optional<Index> window;
    std::optional<Index> prefix;
    std::optional<FullyMasked> fullyMasked;
    std::optional<float> scale;
    std::optional<float> dropout;
    std::optional<std::uint64_t> seed; ///< of the dropout
    /// The biases that there are; nothing: those of the weights.
    std::optional<std::vector<Role>> biases;
    std::vector<TypedNumber> typedNumbers; ///< beside those that the file has
    std::optional<Index> memoryLimit;      ///< bytes
};

/// "ticket, arange, …".
std::string exampleNames();
/// What the window opens with in the language that --language names, English without it: the
/// example of commands to which nobody named one.
std::string openingExample(const QCommandLineParser& parser);
/// A whole number from 1 on; the Error is about the option.
Result<Index> positiveNumber(const QString& text, const char* option);

/// --example, --query … --seq-first, shared by all commands that compute.
QList<QCommandLineOption> problemOptions();

/// --tokens and --key-tokens: the words of inputs, or of an attention from a file.
QList<QCommandLineOption> wordsOptions();

/// --attention and what is said of it, but for its words.
QList<QCommandLineOption> attentionOptions();
/// All of these, of commands that take both.
QList<QCommandLineOption> sourceOptions();

/// --words: pieces are merged to words.
QCommandLineOption mergeOption();

/// FILE.headscope, an attention's file, inputs and weights together as the window takes them, or
/// --example of a parser that knows the latter; nothing where none is given. How many heads those
/// weights have is not asked yet.
/// The Error is one of usage.
Result<std::optional<ProblemRequest>> wholeRequest(const QCommandLineParser& parser);

/// Reads these options, and FILE.headscope, out of a parser that knows them. The Error is one of
/// usage.
/// Where nothing at all is named, it is the example `otherwise`, if one is given.
Result<ProblemRequest> problemRequest(const QCommandLineParser& parser,
                                      std::string_view otherwise = {});

/// Whether any of --query, --key, --value and --weights is given.
bool hasInputOptions(const QCommandLineParser& parser);
/// Whether inputs and weights are named, by these or as files together.
bool namesInputs(const QCommandLineParser& parser);
/// Which of several files is what, or of one that is called as inputs are and has weights beside
/// it; nothing where there is another one alone, or none, or they do not go together.
ExperimentFiles filesTogether(const QCommandLineParser& parser);

/// "headscope: is mask.npy inverted? …", a line for each question and remark.
void printQuestions(QTextStream& err, const OpenedExperiment& opened);

/// Opens the example or the files and makes the choices in it; what comes of it is valid. Its
/// layout is the one that the trace is wanted in. Errors name the files. An attention that was
/// computed elsewhere may come of it, with a question for each thing that is in doubt.
Result<OpenedExperiment> openSource(const ProblemRequest& request);
/// What commands say of such an attention that need what it was computed of.
Error needsOperands(const std::string& attention);
/// The same for commands that need what an attention is computed of, an experiment or a trained
/// model: else an Error says that.
Result<OpenedExperiment> openComputed(const ProblemRequest& request);
/// The same for commands that need an experiment: else an Error says that.
Result<OpenedExperiment> openProblem(const ProblemRequest& request);

/// Whether the run of it keeps to the limit: `limit` bytes, else what is free. An attention is
/// there already.
Status checkMemory(const OpenedExperiment& opened, std::optional<Index> limit);

/// Computes it, unless that would take more memory than it may: `limit` bytes, else what is free.
/// `training`: that it was taken from, of which the run says what was learnt.
Result<std::shared_ptr<const Run>> computeRun(const Experiment& experiment,
                                              std::optional<Index> limit,
                                              const PackedTrainingPointer& training = {});
/// The same, of which also the key padding of the files is known; of an attention, its run.
Result<std::shared_ptr<const Run>> computeRun(const OpenedExperiment& opened,
                                              std::optional<Index> limit,
                                              WeightsRead read = WeightsRead::Often);
/// The same within the limit of the request, in words where it asks for them.
Result<std::shared_ptr<const Run>> computeRun(const OpenedExperiment& opened,
                                              const ProblemRequest& request,
                                              WeightsRead read = WeightsRead::Often);
/// What is said where --words finds nothing to merge.
Error nothingToMerge();

} // namespace headscope
