// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_run.h"
#include "checkpoint/next_word.h"
#include "run/run.h"
#include "tokenizers/tokenizer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace headscope {

/// A trained model of a folder with what cuts texts into its words; without that it reads ids.
struct OpenModel {
    Checkpoint checkpoint;
    std::optional<Tokenizer> tokenizer;
    std::optional<Tokenizer> targetTokenizer; ///< of a model that translates; else as the other
    TokenList vocabulary;                     ///< every word as it is shown
    std::string fingerprint;                  ///< fingerprintOf() its folder
};
/// Errors as of openCheckpoint() and openTokenizer().
Result<std::shared_ptr<const OpenModel>> openModel(const std::string& folder);

/// What a document shows of a trained model: the model, which copies share, and what it reads.
struct ModelSource {
    std::shared_ptr<const OpenModel> model;
    std::string text;       ///< of a model without a tokenizer ids such as "15, 3, 7"
    std::vector<Index> ids; ///< unless there are none, in the place of the text
    std::string target;     ///< of a translation: what it has so far, without its first token
    HeadsOff off = {};      ///< heads that are switched off
    std::string saved = {}; ///< fingerprint of the model with which it was saved; empty: it was not

    bool operator==(const ModelSource&) const = default;
};

/// Whether the folder has another model now than the one with which it was saved, in a sentence.
std::optional<Error> remarkOnChange(const ModelSource& source);

/// A model as it is first shown: with a short text of its kind.
ModelSource modelSource(std::shared_ptr<const OpenModel> model);

/// A text as the model reads it.
struct ModelWords {
    WordIds ids;
    RunLabels labels;
    std::vector<Error> remarks; ///< what had to be changed in the text
};
/// An Error where there are none, too many of them, or ids that are no numbers.
Result<ModelWords> wordsOf(const ModelSource& source);

/// The same with more words behind its text, of a translation behind what that has so far: as text
/// where it is cut into just these tokens, else as ids.
ModelSource continued(const ModelSource& source, std::span<const Index> words);

/// What a model is asked about: the last word of the text, behind which another one comes, or the
/// first one that is masked; nothing where it says nothing.
std::optional<Index> askedPlace(const CheckpointConfig& config, const RunLabels& labels);

/// Bytes that its run keeps, with the scores of one attention, which is looked at, or of all; at
/// least.
Index memoryNeed(const OpenModel& model, const WordIds& ids, bool allScores,
                 const RunOptions& options);

/// How the attention weights of all layers are read: by who goes on looking at them, or once, so
/// that they need not be there together (recipes::forOneReader).
enum class WeightsRead : std::uint8_t { Often, Once };

/// The options with which more and more is let go of a run and computed again for who reads it,
/// until memoryNeed() fits; what needs least where nothing does.
RunOptions leanOptions(const OpenModel& model, const WordIds& ids, bool allScores, WeightsRead read,
                       RunOptions options, const std::function<bool(Index)>& fits);

/// A run that is there already, and what it is of.
struct KnownRun {
    std::shared_ptr<const ModelSource> source;
    std::shared_ptr<const Run> run;
};
/// Whether the same words go through the same model, whichever heads are off.
bool readsAlike(const ModelSource& a, const ModelSource& b);

/// The run that every view shows, of words that were cut by wordsOf(). Where `known` reads them
/// too, what it has in common with this run is not computed again. Where heads are off and it does
/// not, the model is run as it is first, so that it can be said what they did. Errors as of
/// runCheckpoint().
Result<std::shared_ptr<const Run>> runOf(const ModelSource& source, ModelWords words,
                                         const RunOptions& options, const KnownRun& known = {});

/// What a run says at its asked place, from the likeliest word on; empty where it says nothing.
std::vector<NextWord> saidWords(const Run& run);
/// The same with all heads; empty where none is switched off.
std::vector<NextWord> saidWithAllHeads(const Run& run);

/// "gpt2, 4 layers × 4 heads, d_model 128", in the words of its files.
std::string sizesText(const CheckpointConfig& config);

} // namespace headscope
