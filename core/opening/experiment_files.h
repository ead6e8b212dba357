// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/document_extras.h"
#include "experiment/experiment.h"
#include "opening/layers_state_dict.h"
#include "source/file_attention.h"
#include "trace/heads_off.h"

#include <span>

namespace headscope {

/// An attention that was computed elsewhere, and what was said of it.
struct AttentionFiles {
    std::string path; ///< empty: there is none
    /// A file of words (token_list.h), or words themselves: "The cat sat"; empty: those beside it,
    /// if any.
    std::string tokens;
    std::string keyTokens; ///< may be empty
    std::optional<ArrayAxes> axes;
    std::optional<bool> scores;
    bool rawPieces = false;
};
/// Reads it. Words beside it, "NAME.tokens.json", "NAME.tokens.txt", "tokens.json" or "tokens.txt",
/// are taken where they fit. The Error names the file.
Result<FileAttention> openAttention(const AttentionFiles& files);

/// The files that one experiment is made of, and how they are to be read.
struct ExperimentFiles {
    std::string experiment; ///< FILE.headscope, or the folder of a model; empty: those below
    // Of a model: what it reads, else a text of its own kind.
    std::optional<std::string> text = {};
    std::vector<Index> ids = {};
    HeadsOff off = {}; ///< heads that are switched off
    std::string query; ///< as .npy, or any format of array_file.h
    std::string key;   ///< empty: those of the file of the queries, else the queries
    std::string value; ///< empty: those of the file of the queries, else the keys
    std::string weights;
    /// What is meant of weights that have several ("layers.0.self_attn", "encoder.layers", with or
    /// without the dot behind it); nothing: that which contains all others.
    std::optional<std::string> layer;
    // Of weights that are whole layers; nothing: PyTorch's defaults, for no file says them.
    std::optional<Activation> activation = {};
    std::optional<NormPlacement> placement = {};
    /// Nothing: not said. No file of weights says it.
    std::optional<Index> heads;
    // Files of words or words themselves, as of AttentionFiles.
    std::string tokens;      ///< of the queries, and of the keys where these are the same
    std::string keyTokens;   ///< of the keys
    bool wordsFound = false; ///< tokens and keyTokens were only found beside the others
    std::vector<std::string> masks;
    std::string keyPadding; ///< may be empty
    /// Whether true means "masked" in the masks; nothing: not said, so "may attend".
    std::optional<bool> trueMeansMasked;
    bool sequenceFirst = false; ///< inputs and masks are [sequence, batch, ..]
    AttentionFiles attention;   ///< instead of all of these, an attention that is finished
};

/// What files come to.
struct OpenedExperiment {
    Experiment experiment;
    PackedTrainingPointer training = {}; ///< that it was taken from
    /// In its place: what was opened is an attention from a file, and `experiment` is nothing.
    FileAttentionPointer attention = {};
    ModelSourcePointer model = {}; ///< or it is a trained model
    bool unbatched = false;        ///< inputs were [sequence, d_model]
    std::vector<Error> questions;  ///< sentences about masks that may mean something else
    std::string content;           ///< of FILE.headscope, as it was read
    DocumentExtras extras;         ///< of FILE.headscope
    /// [batch, key], 1 = a token, as a file said it; the experiment has it in its mask.
    std::optional<Tensor> keyPadding = {};
    std::vector<Error> remarks = {}; ///< sentences about what was taken, or left out, by itself

    bool isExperiment() const { return !attention && !model; }
    Source source() const {
        return attention ? Source(attention) : model ? Source(model) : Source(experiment, training);
    }
};

/// The one door for files, of the window as of every command. Tokens of inputs that bring none
/// are called by their places, and words that name them change no number. Where the number of
/// heads was not said, it is likelyHeads(). The Error names the file, and what would be right.
/// Whether the engine can compute what comes of it, validate() says.
Result<OpenedExperiment> openExperiment(const ExperimentFiles& files);

/// What a file of weights has, of which only the header is read.
Result<std::vector<StoredWeights>> weightsInFile(const std::string& path);
/// Which of them is meant where nobody says it: the one that contains all others. nullptr: there is
/// no such one.
const StoredWeights* wholeOf(std::span<const StoredWeights> weights);
/// How many heads an attention may well have: d_k 64 where that divides it, else a power of two.
Index likelyHeads(const StoredAttention& attention);
/// Gives the words of the files to an experiment that is there already.
Status readTokens(const ExperimentFiles& files, OpenedExperiment& opened);

/// Reads the masks of the files into an experiment that is there already.
Status readMasks(const ExperimentFiles& files, OpenedExperiment& opened);

/// Where nobody named words, those that lie beside the queries, tokens.txt or .json, and of keys of
/// their own key_tokens.txt or .json, if there are any.
void findWords(ExperimentFiles& files);

/// Which file is what, as somebody dropped or named them without a word: one .headscope, or
/// inputs (any format of array_file.h) and weights (.safetensors, .pt, .bin), or one attention
/// (array_file.h) with its words. A .npy is inputs where weights are beside it, and so is a .npz
/// that calls its arrays so; of two files of tensors the weights are told by their names. Of these,
/// key.npy and value.npy are what they are called, .txt and .json beside another file are words,
/// and what is missing is looked for beside the first: query.npy, weights.safetensors, key.npy,
/// value.npy, and findWords(). An Error says what else there should be.
Result<ExperimentFiles> filesNamed(std::span<const std::string> paths);

} // namespace headscope
