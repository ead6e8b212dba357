// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_family.h"
#include "checkpoint/model_folder.h"

#include <optional>

namespace headscope {

/// What the config.json of a model says, with what its family says where it is silent.
struct CheckpointConfig {
    const ModelFamily* family = nullptr;
    std::string className;     ///< "GPT2LMHeadModel"; empty where nobody said it
    AttentionConfig attention; ///< of a translation its encoder's
    ModelConfig model;
    // What the decoder of a translation has of its own.
    std::optional<Index> decoderHeads;
    std::optional<Index> decoderHiddenDim; ///< d_ff
    bool causal = false;
    /// In each layer a word sees so many words, itself among them; empty: all in every layer.
    std::vector<std::optional<Index>> windows = {};
    Index vocabulary = 1;      ///< rows of the table of the words
    Index places = 0;          ///< rows of the table of places; how many words fit, 0: any number
    Index firstPlace = 0;      ///< row of the first word
    Index segments = 0;        ///< rows of the table of segments
    float embeddingFactor = 1; ///< that the words' rows are multiplied by
    bool tied = true;          ///< the prediction multiplies by the table of the words
    // Ids of words that mean something to the model, where it has such.
    std::optional<Index> padding;
    std::optional<Index> beginning;    ///< that a text starts with
    std::optional<Index> decoderStart; ///< that a translation starts with
    std::vector<Index> ends;           ///< that end a text
    std::vector<Index> never;          ///< that never come next, such as the padding of Marian

    /// How many words fit into one text; nothing: any number.
    std::optional<Index> longest() const;
    /// How the attentions of a part are made.
    AttentionConfig attentionOf(ModelPart part) const;
    /// d_ff of the layers of a part.
    Index hiddenDimOf(ModelPart part) const;
    /// "4"; of a translation "2 + 3".
    std::string layersText() const;
    /// "8"; "8 + 4" where the decoder has another number.
    std::string headsText() const;
};

/// Reads it; an Error says which field is missing, is no such thing, or asks for what is not known
/// here (another architecture, packed numbers, another activation).
Result<CheckpointConfig> readCheckpointConfig(const ModelFolder& folder);

} // namespace headscope
