// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/multi_head_attention.h"
#include "checkpoint/checkpoint.h"
#include "trace/heads_off.h"
#include "transformer/layers/key_value_cache.h"

namespace headscope {

/// What a model reads: ids of words, one list for each sequence of the batch; shorter ones are
/// padded behind.
struct WordIds {
    std::vector<std::vector<Index>> words;  ///< of a translation the source
    std::vector<std::vector<Index>> target; ///< of a translation what it has so far; else empty
};

/// How many words the longest of the lists has.
Index longestOf(const std::vector<std::vector<Index>>& lists);

/// Computes the model with every stage kept, but for the scores, which are computed again for who
/// reads them: AttentionProblem::scoresLater. Scopes, in order, those in brackets where the model
/// has such: "" (the ids), "embedding", ["segment/embedding"], ["positions"], ["embedding_norm"],
/// "layers/<i>/…" as runModel() has "encoder/<i>/…", ["layers/norm"], ["prediction/transform",
/// "prediction/transform_norm"], ["prediction"]. Of a translation "source/embedding",
/// "source/positions", "encoder/<i>/…", then "embedding", "positions", "decoder/<i>/…".
/// Heads that are `off` give what appendSwitchedHeads() makes of it.
/// An Error where there are no words, where an id is none of the vocabulary, where there are more
/// words than places, where the model has no such head, where it was cancelled or the memory did
/// not suffice.
Result<Trace> runCheckpoint(const Checkpoint& checkpoint, const WordIds& ids,
                            const RunOptions& options = {}, const HeadsOff& off = {});

/// The same of a model of one stack that read sequences of one length, where a run of these with
/// other heads is there: its steps before `layer` stay, which must be those of this run too.
Result<Trace> runOn(const Checkpoint& checkpoint, const Trace& before, Index layer,
                    const HeadsOff& off, const RunOptions& options = {});

/// What went into the layer that begins with an attention, [batch, sequence, d_model].
const Tensor& streamBefore(const Trace& trace, const ModelConfig& model, const Scope& attention);
/// What the heads of an attention gave W_O, side by side [batch, word, heads·d_v].
const Tensor& contextsOf(const Trace& trace, const Scope& attention);

/// What the model of one stack would say if the heads of a layer had given something else: what
/// stands before them is taken from a run of one text, what follows is computed again.
struct OtherContexts {
    Index layer = 0;
    Tensor contexts;   ///< of the heads side by side, [variant, word, heads·d_v]
    Index place = 0;   ///< of the word whose logits are wanted
    HeadsOff off = {}; ///< in the layers behind that
};
/// What stands behind the last layer, of the asked place alone: a variant is a sequence of one
/// word. An Error where it was cancelled or the memory did not suffice.
Result<Trace> runWithContexts(const Checkpoint& checkpoint, const Trace& trace,
                              const OtherContexts& other, const RunOptions& options);

/// What stands behind the last layer, of a residual stream [batch, sequence, d_model] that somebody
/// gives: the last norm, the prediction. An Error where it was cancelled or the memory did not
/// suffice.
Result<Trace> runEnding(const Checkpoint& checkpoint, const Tensor& stream,
                        const RunOptions& options);

/// The logits of a word; nothing where nothing is predicted, and behind the last word.
std::vector<float> logitsAt(const Trace& trace, Index place, Index sequence = 0);
/// The logits of the last word of the first sequence; nothing where nothing is predicted.
std::vector<float> lastLogits(const Trace& trace);

/// Reads a text on, word by word, of a model in which no word looks at a later one: keys and values
/// of what was read are kept, so that each further word costs its own row alone; but not where
/// heads are replaced by their mean, which each word changes. The numbers are those of
/// runCheckpoint().
class TextReader {
public:
    /// `source` is what is translated, of a translation. The model must outlive the reader.
    TextReader(const Checkpoint& checkpoint, RunOptions options, std::vector<Index> source = {},
               HeadsOff off = {});

    /// Reads further words; gives the logits of what comes behind the last of them, as many as the
    /// vocabulary has words. Errors as of runCheckpoint(); after one there is no going on.
    Result<std::vector<float>> read(const std::vector<Index>& words);

private:
    const Checkpoint& m_checkpoint;
    RunOptions m_options;
    std::vector<Index> m_source;
    HeadsOff m_off;
    std::vector<Index> m_read;      ///< where the mean over all words is needed again with each
    std::optional<Tensor> m_memory; ///< what the encoder made of the source
    KeyValueCache m_cache;
};

} // namespace headscope
