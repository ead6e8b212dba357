// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/model_family.h"

namespace headscope {

namespace {

using enum ModelPart;
using enum Sublayer;
using enum ModelModule::Kind;

// The names are those of the published modules of huggingface's transformers (modeling_*.py).

constexpr ModelModule gpt2[] = {
    {"wte", Table, Embedding},
    {"wpe", Table, Positions, None, Role::PositionWeight},
    {"h.*.ln_1", Norm, Layers, SelfAttention},
    {"h.*.attn.c_attn", Fused, Layers, SelfAttention},
    {"h.*.attn.c_proj", Conv, Layers, SelfAttention, Role::OutputWeight},
    {"h.*.ln_2", Norm, Layers, FeedForward},
    {"h.*.mlp.c_fc", Conv, Layers, FeedForward, Role::HiddenWeight},
    {"h.*.mlp.c_proj", Conv, Layers, FeedForward, Role::FeedForwardWeight},
    {"ln_f", Norm, Layers},
};
constexpr ModelModule plainHead[] = {
    {"lm_head", Linear, Prediction, None, Role::VocabularyWeight},
};

constexpr ModelModule bert[] = {
    {"embeddings.word_embeddings", Table, Embedding},
    {"embeddings.position_embeddings", Table, Positions, None, Role::PositionWeight},
    {"embeddings.token_type_embeddings", Table, SegmentEmbedding},
    {"embeddings.LayerNorm", Norm, Embedding},
    {"encoder.layer.*.attention.self.query", Linear, Layers, SelfAttention, Role::QueryWeight},
    {"encoder.layer.*.attention.self.key", Linear, Layers, SelfAttention, Role::KeyWeight},
    {"encoder.layer.*.attention.self.value", Linear, Layers, SelfAttention, Role::ValueWeight},
    {"encoder.layer.*.attention.output.dense", Linear, Layers, SelfAttention, Role::OutputWeight},
    {"encoder.layer.*.attention.output.LayerNorm", Norm, Layers, SelfAttention},
    {"encoder.layer.*.intermediate.dense", Linear, Layers, FeedForward, Role::HiddenWeight},
    {"encoder.layer.*.output.dense", Linear, Layers, FeedForward, Role::FeedForwardWeight},
    {"encoder.layer.*.output.LayerNorm", Norm, Layers, FeedForward},
    {"pooler.dense", Linear, Pooler, None, Role::HiddenWeight},
};
constexpr ModelModule bertHead[] = {
    {"cls.predictions.transform.dense", Linear, PredictionTransform, None, Role::HiddenWeight},
    {"cls.predictions.transform.LayerNorm", Norm, PredictionTransform},
    {"cls.predictions.decoder", Linear, Prediction, None, Role::VocabularyWeight},
    {"cls.predictions.bias", Vector, Prediction, None, Role::VocabularyBias},
};
constexpr ModelModule robertaHead[] = {
    {"lm_head.dense", Linear, PredictionTransform, None, Role::HiddenWeight},
    {"lm_head.layer_norm", Norm, PredictionTransform},
    {"lm_head.decoder", Linear, Prediction, None, Role::VocabularyWeight},
    {"lm_head.bias", Vector, Prediction, None, Role::VocabularyBias},
};

constexpr ModelModule distilbert[] = {
    {"embeddings.word_embeddings", Table, Embedding},
    {"embeddings.position_embeddings", Table, Positions, None, Role::PositionWeight},
    {"embeddings.LayerNorm", Norm, Embedding},
    {"transformer.layer.*.attention.q_lin", Linear, Layers, SelfAttention, Role::QueryWeight},
    {"transformer.layer.*.attention.k_lin", Linear, Layers, SelfAttention, Role::KeyWeight},
    {"transformer.layer.*.attention.v_lin", Linear, Layers, SelfAttention, Role::ValueWeight},
    {"transformer.layer.*.attention.out_lin", Linear, Layers, SelfAttention, Role::OutputWeight},
    {"transformer.layer.*.sa_layer_norm", Norm, Layers, SelfAttention},
    {"transformer.layer.*.ffn.lin1", Linear, Layers, FeedForward, Role::HiddenWeight},
    {"transformer.layer.*.ffn.lin2", Linear, Layers, FeedForward, Role::FeedForwardWeight},
    {"transformer.layer.*.output_layer_norm", Norm, Layers, FeedForward},
};
constexpr ModelModule distilbertHead[] = {
    {"vocab_transform", Linear, PredictionTransform, None, Role::HiddenWeight},
    {"vocab_layer_norm", Norm, PredictionTransform},
    {"vocab_projector", Linear, Prediction, None, Role::VocabularyWeight},
};

constexpr ModelModule llama[] = {
    {"embed_tokens", Table, Embedding},
    {"layers.*.input_layernorm", Norm, Layers, SelfAttention},
    {"layers.*.self_attn.q_proj", Linear, Layers, SelfAttention, Role::QueryWeight},
    {"layers.*.self_attn.k_proj", Linear, Layers, SelfAttention, Role::KeyWeight},
    {"layers.*.self_attn.v_proj", Linear, Layers, SelfAttention, Role::ValueWeight},
    {"layers.*.self_attn.o_proj", Linear, Layers, SelfAttention, Role::OutputWeight},
    {"layers.*.self_attn.q_norm", QueryNorm, Layers, SelfAttention},
    {"layers.*.self_attn.k_norm", KeyNorm, Layers, SelfAttention},
    {"layers.*.post_attention_layernorm", Norm, Layers, FeedForward},
    {"layers.*.mlp.gate_proj", Linear, Layers, FeedForward, Role::GateWeight},
    {"layers.*.mlp.up_proj", Linear, Layers, FeedForward, Role::HiddenWeight},
    {"layers.*.mlp.down_proj", Linear, Layers, FeedForward, Role::FeedForwardWeight},
    {"norm", Norm, Layers},
};

constexpr ModelModule marian[] = {
    {"shared", Table, SourceEmbedding},
    {"shared", Table, Embedding},
    {"encoder.layers.*.self_attn.q_proj", Linear, Encoder, SelfAttention, Role::QueryWeight},
    {"encoder.layers.*.self_attn.k_proj", Linear, Encoder, SelfAttention, Role::KeyWeight},
    {"encoder.layers.*.self_attn.v_proj", Linear, Encoder, SelfAttention, Role::ValueWeight},
    {"encoder.layers.*.self_attn.out_proj", Linear, Encoder, SelfAttention, Role::OutputWeight},
    {"encoder.layers.*.self_attn_layer_norm", Norm, Encoder, SelfAttention},
    {"encoder.layers.*.fc1", Linear, Encoder, FeedForward, Role::HiddenWeight},
    {"encoder.layers.*.fc2", Linear, Encoder, FeedForward, Role::FeedForwardWeight},
    {"encoder.layers.*.final_layer_norm", Norm, Encoder, FeedForward},
    {"decoder.layers.*.self_attn.q_proj", Linear, Decoder, SelfAttention, Role::QueryWeight},
    {"decoder.layers.*.self_attn.k_proj", Linear, Decoder, SelfAttention, Role::KeyWeight},
    {"decoder.layers.*.self_attn.v_proj", Linear, Decoder, SelfAttention, Role::ValueWeight},
    {"decoder.layers.*.self_attn.out_proj", Linear, Decoder, SelfAttention, Role::OutputWeight},
    {"decoder.layers.*.self_attn_layer_norm", Norm, Decoder, SelfAttention},
    {"decoder.layers.*.encoder_attn.q_proj", Linear, Decoder, CrossAttention, Role::QueryWeight},
    {"decoder.layers.*.encoder_attn.k_proj", Linear, Decoder, CrossAttention, Role::KeyWeight},
    {"decoder.layers.*.encoder_attn.v_proj", Linear, Decoder, CrossAttention, Role::ValueWeight},
    {"decoder.layers.*.encoder_attn.out_proj", Linear, Decoder, CrossAttention, Role::OutputWeight},
    {"decoder.layers.*.encoder_attn_layer_norm", Norm, Decoder, CrossAttention},
    {"decoder.layers.*.fc1", Linear, Decoder, FeedForward, Role::HiddenWeight},
    {"decoder.layers.*.fc2", Linear, Decoder, FeedForward, Role::FeedForwardWeight},
    {"decoder.layers.*.final_layer_norm", Norm, Decoder, FeedForward},
};
constexpr ModelModule marianHead[] = {
    {"lm_head", Linear, Prediction, None, Role::VocabularyWeight},
    {"final_logits_bias", Vector, Prediction, None, Role::VocabularyBias},
};

/// Llama, and what differs from it in what config.json says alone.
constexpr ModelFamily llamaFamily(std::string_view type, std::string_view classes,
                                  bool tied = false) {
    return {.type = type,
            .classes = classes,
            .base = "model.",
            .anchor = "embed_tokens.weight",
            .modules = llama,
            .head = plainHead,
            .placement = NormPlacement::Pre,
            .causal = true,
            .places = WordPlaces::None,
            .activation = Activation::Silu,
            .epsilon = 1e-6F,
            .norm = NormKind::Rms,
            .gated = true,
            .rotary = true,
            .tied = tied};
}

constexpr ModelFamily families[] = {
    {.type = "gpt2",
     .classes = "GPT2",
     .base = "transformer.",
     .anchor = "wte.weight",
     .modules = gpt2,
     .head = plainHead,
     .placement = NormPlacement::Pre,
     .causal = true,
     .activation = Activation::GeluTanh},
    {.type = "bert",
     .classes = "Bert",
     .base = "bert.",
     .anchor = "embeddings.word_embeddings.weight",
     .modules = bert,
     .head = bertHead,
     .segments = true,
     .normsEmbedding = true,
     .transforms = true,
     .epsilon = 1e-12F},
    {.type = "roberta",
     .classes = "Roberta",
     .base = "roberta.",
     .anchor = "embeddings.word_embeddings.weight",
     .modules = bert,
     .head = robertaHead,
     .firstPlace = 2,
     .segments = true,
     .normsEmbedding = true,
     .transforms = true,
     .epsilon = 1e-12F},
    {.type = "distilbert",
     .classes = "DistilBert",
     .base = "distilbert.",
     .anchor = "embeddings.word_embeddings.weight",
     .modules = distilbert,
     .head = distilbertHead,
     .normsEmbedding = true,
     .transforms = true,
     .epsilon = 1e-12F},
    llamaFamily("llama", "Llama"),
    llamaFamily("mistral", "Mistral"),
    llamaFamily("qwen2", "Qwen2"),
    llamaFamily("qwen3", "Qwen3"),
    {.type = "marian",
     .classes = "Marian",
     .base = "model.",
     .anchor = "shared.weight",
     .modules = marian,
     .head = marianHead,
     .architecture = Architecture::EncoderDecoder,
     .places = WordPlaces::Sines},
};

} // namespace

std::span<const ModelFamily> modelFamilies() {
    return families;
}

std::string familyNames() {
    std::string names;
    for (const ModelFamily& family : families)
        names.append(names.empty() ? "" : ", ").append(family.type);
    return names;
}

} // namespace headscope
