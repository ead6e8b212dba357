// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/multi_head_attention.h"
#include "checkpoint/checkpoint.h"
#include "transformer/key_value_cache.h"

namespace headscope {

/// What a model reads: ids of words, one list for each sequence of the batch; shorter ones are
/// padded behind.
struct WordIds {
    std::vector<std::vector<Index>> words;  ///< of a translation the source
    std::vector<std::vector<Index>> target; ///< of a translation what it has so far; else empty
};

/// How many words the longest of the lists has.
Index longestOf(const std::vector<std::vector<Index>>& lists);

/// Computes the model with every stage kept. Scopes, in order, those in brackets where the model
/// has such: "" (the ids), "embedding", ["segment/embedding"], ["positions"], ["embedding_norm"],
/// "layers/<i>/…" as runModel() has "encoder/<i>/…", ["layers/norm"], ["prediction/transform",
/// "prediction/transform_norm"], ["prediction"]. Of a translation "source/embedding",
/// "source/positions", "encoder/<i>/…", then "embedding", "positions", "decoder/<i>/…".
/// An Error where there are no words, where an id is none of the vocabulary, where there are more
/// words than places, where it was cancelled or the memory did not suffice.
Result<Trace> runCheckpoint(const Checkpoint& checkpoint, const WordIds& ids,
                            const RunOptions& options = {});

/// What the model of one stack would say if the heads of a layer had given something else: what
/// stands before them is taken from a run of one text, what follows is computed again.
struct OtherContexts {
    Index layer = 0;
    Tensor contexts; ///< of the heads side by side, [variant, word, heads·d_v]
    Index place = 0; ///< of the word whose logits are wanted
};
/// What stands behind the last layer, of the asked place alone: a variant is a sequence of one
/// word. An Error where it was cancelled or the memory did not suffice.
Result<Trace> runWithContexts(const Checkpoint& checkpoint, const Trace& trace,
                              const OtherContexts& other, const RunOptions& options);

/// The logits of a word; nothing where nothing is predicted, and behind the last word.
std::vector<float> logitsAt(const Trace& trace, Index place, Index sequence = 0);
/// The logits of the last word of the first sequence; nothing where nothing is predicted.
std::vector<float> lastLogits(const Trace& trace);

/// Reads a text on, word by word, of a model in which no word looks at a later one: keys and values
/// of what was read are kept, so that each further word costs its own row alone. The numbers are
/// those of runCheckpoint().
class TextReader {
public:
    /// `source` is what is translated, of a translation. The model must outlive the reader.
    TextReader(const Checkpoint& checkpoint, RunOptions options, std::vector<Index> source = {});

    /// Reads further words; gives the logits of what comes behind the last of them, as many as the
    /// vocabulary has words. Errors as of runCheckpoint(); after one there is no going on.
    Result<std::vector<float>> read(const std::vector<Index>& words);

private:
    const Checkpoint& m_checkpoint;
    RunOptions m_options;
    std::vector<Index> m_source;
    std::optional<Tensor> m_memory; ///< what the encoder made of the source
    KeyValueCache m_cache;
};

} // namespace headscope
