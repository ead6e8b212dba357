// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random_problem.h"
#include "transformer/model_parameters.h"
#include "transformer/run_model.h"

/// What a random model looks like; the numbers come from the seed.
struct ModelShape {
    headscope::ModelConfig config = encoder();
    /// Sizes, mask of the self-attention, layout. `cross` and `valuesApart` count for
    /// Architecture::Attention alone.
    ProblemShape attention;
    headscope::Index sourceTokens = 5; ///< EncoderDecoder
    bool sourcePadding = false;        ///< EncoderDecoder
    headscope::Index vocabulary = 0;   ///< 0: no prediction

    static headscope::ModelConfig encoder() {
        headscope::ModelConfig config;
        config.architecture = headscope::Architecture::Encoder;
        return config;
    }
};

class ModelMaker {
public:
    explicit ModelMaker(const ModelShape& shape)
        : m_shape(shape)
        , m_maker(shape.attention.seed + 1000) {}

    headscope::ModelProblem problem() {
        using namespace headscope;
        ModelProblem problem;
        problem.config = m_shape.config;
        const bool decoder = m_shape.config.architecture == Architecture::EncoderDecoder;
        ProblemShape attention = m_shape.attention;
        if (m_shape.config.architecture != Architecture::Attention)
            attention.cross = attention.valuesApart = false;
        attention.sequenceFirst = false;
        problem.attention = randomProblem(attention);
        const Index width = attention.modelDim;
        if (decoder)
            problem.attention.keyInput =
                m_maker.normal({attention.batch, m_shape.sourceTokens, width});
        if (decoder && m_shape.sourcePadding)
            problem.sourcePadding = m_maker.pairs({attention.batch, m_shape.sourceTokens});
        if (m_shape.attention.sequenceFirst)
            problem.attention = inLayout(std::move(problem.attention), Layout::SequenceFirst);
        if (m_shape.config.architecture != Architecture::Attention)
            problem.attention.weights = weights(problem.attention.config);
        return problem;
    }

private:
    headscope::Parameters weights(const headscope::AttentionConfig& config) {
        using namespace headscope;
        Parameters weights;
        ModelDescription model;
        model.attention = config;
        model.model = m_shape.config;
        model.vocabulary = m_shape.vocabulary;
        forEachParameter(model, [&](const ParameterPlace& place) {
            if (place.info.optional && !m_shape.attention.biases)
                return true;
            const double deviation =
                place.shape.size() == 2 ? 1 / std::sqrt(static_cast<double>(place.shape[0])) : 1;
            weights.set(place.info.role, place.scope, m_maker.normal(place.shape, deviation));
            return true;
        });
        return weights;
    }

    ModelShape m_shape;
    ProblemMaker m_maker;
};

inline headscope::ModelProblem randomModel(const ModelShape& shape) {
    return ModelMaker(shape).problem();
}
