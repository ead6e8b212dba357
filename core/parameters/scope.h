// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headscope {

/// The parts of a model in the order of the computation.
enum class ModelPart : std::uint8_t {
    Attention,        ///< plain attention, and what stands in no block: the path is empty
    Embedding,        ///< the table of the words
    SourceEmbedding,  ///< of the other side's words, as of a translation the source
    SegmentEmbedding, ///< what is added to the words: which segment a token is of, or its card
    Positions,
    SourcePositions,
    Layers, ///< of a model of one stack, or of one of which nobody knows whether it encodes
    Encoder,
    Decoder,
    Pooler,              ///< what stands behind the first word of the last layer of BERT
    PredictionTransform, ///< what stands before the prediction of a masked word
    Prediction,
};
/// What a layer is made of, in the order of the computation.
enum class Sublayer : std::uint8_t { None, SelfAttention, CrossAttention, FeedForward };

/// What a block does.
enum class ScopeKind : std::uint8_t {
    Attention,
    Positions,
    Norm,
    Residual,
    FeedForward,
    Prediction,
    Embedding
};

/// Where a block stands in a model. People, files and seeds know it by its path,
/// "encoder/0/self_attention", which is read and written here alone.
struct Scope {
    /// A block, or what stands around it.
    enum class Place : std::uint8_t {
        Itself,
        Norm,
        Residual,
        QueryNorm, ///< of an attention's queries, every head by itself
        KeyNorm
    };
    /// A norm beside the chosen one, of the same matrix.
    enum class ComparedNorm : std::uint8_t { None, BatchNorm, LayerNorm };

    ModelPart part = ModelPart::Attention;
    std::optional<Index> layer =
        {}; ///< from 0; of an encoder or decoder, nothing: behind the last one
    Sublayer sublayer = Sublayer::None;
    Place place = Place::Itself;
    ComparedNorm comparedNorm = ComparedNorm::None;

    static Scope of(ModelPart part) { return {.part = part}; }
    static Scope of(ModelPart stack, Index layer, Sublayer sublayer) {
        return {.part = stack, .layer = layer, .sublayer = sublayer};
    }
    /// "layers/norm", behind the last layer.
    static Scope lastNorm(ModelPart stack) { return {.part = stack, .place = Place::Norm}; }
    /// Nothing where no block has such a path.
    static std::optional<Scope> parse(std::string_view path);

    Scope norm() const { return at(Place::Norm); }
    Scope residual() const { return at(Place::Residual); }
    Scope queryNorm() const { return at(Place::QueryNorm); }
    Scope keyNorm() const { return at(Place::KeyNorm); }
    Scope compared(ComparedNorm with) const;

    /// "encoder/0/self_attention_norm/batch"; empty for plain attention.
    std::string path() const;
    /// Within its layer, "self_attention_norm"; of a block in no layer the path.
    std::string nameInLayer() const;
    ScopeKind kind() const;

    auto operator<=>(const Scope&) const = default;

private:
    Scope at(Place where) const;
};

/// "encoder/0/feed_forward/hidden": the name of a tensor behind the path of its block.
std::string pathWith(std::string_view scope, std::string_view name);

/// What a layer of a stack is made of; nothing of parts that are none.
std::span<const Sublayer> sublayersOf(ModelPart stack);

} // namespace headscope
