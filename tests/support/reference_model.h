// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/reference_file.h"
#include "transformer/run_model.h"

/// The problem of a file that tests/reference/make_reference_model.py wrote.
class ReferenceModel {
public:
    explicit ReferenceModel(const ReferenceFile& file)
        : m_file(file) {}

    headscope::ModelProblem problem() const {
        using namespace headscope;
        ModelProblem problem;
        const bool decoder = m_file.number("decoder") != 0;
        ModelConfig& config = problem.config;
        config.architecture = decoder ? Architecture::EncoderDecoder : Architecture::Encoder;
        config.layers = static_cast<Index>(m_file.number("layers"));
        config.feedForwardDim = static_cast<Index>(m_file.number("d_ff"));
        config.activation = m_file.number("gelu") != 0 ? Activation::Gelu : Activation::Relu;
        config.norm = m_file.number("batch_norm") != 0 ? NormKind::Batch : NormKind::Layer;
        config.placement =
            m_file.number("norm_first") != 0 ? NormPlacement::Pre : NormPlacement::Post;
        config.epsilon = static_cast<float>(m_file.number("epsilon"));
        config.positions = m_file.number("positions") != 0;
        problem.attention.config.modelDim = static_cast<Index>(m_file.number("d_model"));
        problem.attention.config.heads = static_cast<Index>(m_file.number("heads"));
        problem.attention.queryInput = input("query_input");
        problem.attention.keyInput = optional("key_input");
        problem.attention.mask.causal = m_file.number("causal") != 0;
        problem.attention.mask.keyPadding = optional("key_padding");
        problem.attention.mask.additive = optional("additive_mask");
        problem.sourcePadding = optional("source_padding");
        ModelWeights& weights = problem.weights;
        for (Index i = 0; i < config.layers; ++i) {
            const std::string number = std::to_string(i);
            weights.encoder.push_back(encoderLayer("encoder/" + number));
            if (decoder)
                weights.decoder.push_back(decoderLayer("decoder/" + number));
        }
        if (config.placement == NormPlacement::Pre) {
            weights.encoderNorm = norm("encoder/norm");
            if (decoder)
                weights.decoderNorm = norm("decoder/norm");
        }
        if (m_file.has("input:prediction/vocabulary_weight"))
            weights.prediction = {input("prediction/vocabulary_weight"),
                                  input("prediction/vocabulary_bias")};
        return problem;
    }

private:
    headscope::Tensor input(const std::string& name) const {
        return m_file.tensor("input:" + name);
    }
    std::optional<headscope::Tensor> optional(const std::string& name) const {
        if (!m_file.has("input:" + name))
            return std::nullopt;
        return input(name);
    }
    headscope::AttentionWeights attention(const std::string& scope) const {
        return {input(scope + "/query_weight"), input(scope + "/key_weight"),
                input(scope + "/value_weight"), input(scope + "/output_weight"),
                input(scope + "/query_bias"),   input(scope + "/key_bias"),
                input(scope + "/value_bias"),   input(scope + "/output_bias")};
    }
    headscope::NormWeights norm(const std::string& scope) const {
        return {input(scope + "/norm_gain"), input(scope + "/norm_shift")};
    }
    headscope::FeedForwardWeights feedForward(const std::string& scope) const {
        return {input(scope + "/hidden_weight"), input(scope + "/hidden_bias"),
                input(scope + "/feed_forward_weight"), input(scope + "/feed_forward_bias")};
    }
    headscope::EncoderLayerWeights encoderLayer(const std::string& scope) const {
        return {attention(scope + "/self_attention"), norm(scope + "/self_attention_norm"),
                feedForward(scope + "/feed_forward"), norm(scope + "/feed_forward_norm")};
    }
    headscope::DecoderLayerWeights decoderLayer(const std::string& scope) const {
        return {attention(scope + "/self_attention"),  norm(scope + "/self_attention_norm"),
                attention(scope + "/cross_attention"), norm(scope + "/cross_attention_norm"),
                feedForward(scope + "/feed_forward"),  norm(scope + "/feed_forward_norm")};
    }

    const ReferenceFile& m_file;
};
