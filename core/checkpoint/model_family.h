// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/role.h"
#include "transformer/model.h"

#include <span>

namespace headscope {

/// A part of a model as its files name it; `*` stands for the number of the layer.
struct ModelModule {
    enum class Kind : std::uint8_t {
        Table,     ///< NAME.weight [rows, d_model]
        Norm,      ///< NAME.weight and NAME.bias: gain and shift; of an RMS norm NAME.weight alone
        QueryNorm, ///< NAME.weight, of the heads of the queries of an attention, where there is one
        KeyNorm,
        Linear, ///< NAME.weight [out, in], and NAME.bias where the file has it
        Conv,   ///< the same as GPT-2 keeps it, [in, out]
        Fused,  ///< a Conv of query, key and value side by side in its columns
        Vector, ///< NAME itself, of one role
    };
    std::string_view name; ///< "h.*.ln_1"
    Kind kind = Kind::Table;
    ModelPart part = ModelPart::Layers;
    Sublayer sublayer = Sublayer::None;
    Role role = Role::EmbeddingWeight; ///< of its weight; a norm's and a fused one's say themselves
};

/// How a model knows where in a text a word stands.
enum class WordPlaces : std::uint8_t {
    None,   ///< or within attention, as rotary ones
    Learnt, ///< a table of them
    Sines,  ///< computed: all sines of a place, then all cosines (Marian)
};

/// A kind of model folder, a row of the table: the names of its tensors, and what config.json
/// leaves out.
struct ModelFamily {
    std::string_view type;    ///< as config.json calls it, "gpt2"
    std::string_view classes; ///< what the names of its classes begin with, "GPT2"
    std::string_view base;    ///< prefix of the bare model in one with a head, "transformer."
    std::string_view anchor;  ///< a tensor that each has: by it the prefix of a file is found
    std::span<const ModelModule> modules; ///< behind the base
    std::span<const ModelModule> head;    ///< beside it
    Architecture architecture = Architecture::Encoder;
    NormPlacement placement = NormPlacement::Post;
    bool causal = false;
    WordPlaces places = WordPlaces::Learnt;
    Index firstPlace = 0;  ///< row of the first word's place
    bool segments = false; ///< each word has one, from a table
    bool normsEmbedding = false;
    /// What comes out goes through one more layer before the prediction; without that there is no
    /// head. Else there is one wherever the matrix is.
    bool transforms = false;
    Activation activation = Activation::Gelu;
    float epsilon = 1e-5F;
    NormKind norm = NormKind::Layer;
    bool gated = false;  ///< its feed-forward network
    bool rotary = false; ///< queries and keys are turned by their places
    bool tied = true;    ///< the prediction multiplies by the table of the words
};

std::span<const ModelFamily> modelFamilies();
/// "gpt2, bert, …", for sentences.
std::string familyNames();

} // namespace headscope
