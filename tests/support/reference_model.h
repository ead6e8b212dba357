// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/reference_file.h"
#include "transformer/model_parameters.h"
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
        config.activation = is("gelu")        ? Activation::Gelu
                            : is("gelu_tanh") ? Activation::GeluTanh
                            : is("silu")      ? Activation::Silu
                                              : Activation::Relu;
        config.norm = is("batch_norm") ? NormKind::Batch
                      : is("rms_norm") ? NormKind::Rms
                                       : NormKind::Layer;
        config.gated = is("gated");
        if (is("rotary_theta"))
            config.rotaryTheta = static_cast<float>(m_file.number("rotary_theta"));
        if (is("key_dim"))
            problem.attention.config.keyDim = static_cast<Index>(m_file.number("key_dim"));
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
        ModelDescription model{.attention = problem.attention.config, .model = config};
        if (m_file.has("input:prediction/vocabulary_weight"))
            model.vocabulary = input("prediction/vocabulary_weight").size(1);
        forEachParameter(model, [&](const ParameterPlace& place) {
            const std::string path = pathOf(place.scope, place.info.role);
            if (const auto tensor = optional(path))
                problem.attention.weights.set(place.info.role, place.scope, *tensor);
            return true;
        });
        return problem;
    }

private:
    /// Options that a file does not have are off.
    bool is(const char* option) const { return m_file.has(option) && m_file.number(option) != 0; }
    headscope::Tensor input(const std::string& name) const {
        return m_file.tensor("input:" + name);
    }
    std::optional<headscope::Tensor> optional(const std::string& name) const {
        if (!m_file.has("input:" + name))
            return std::nullopt;
        return input(name);
    }

    const ReferenceFile& m_file;
};
