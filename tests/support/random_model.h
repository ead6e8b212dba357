// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/random_problem.h"
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
        if (m_shape.config.architecture != Architecture::Attention)
            problem.attention.weights = {};
        const Index width = attention.modelDim;
        if (decoder)
            problem.attention.keyInput =
                m_maker.normal({attention.batch, m_shape.sourceTokens, width});
        if (decoder && m_shape.sourcePadding)
            problem.sourcePadding = m_maker.pairs({attention.batch, m_shape.sourceTokens});
        if (m_shape.attention.sequenceFirst)
            problem.attention = inLayout(std::move(problem.attention), Layout::SequenceFirst);
        if (m_shape.config.architecture != Architecture::Attention)
            problem.weights = weights(decoder);
        return problem;
    }

private:
    headscope::ModelWeights weights(bool decoder) {
        using namespace headscope;
        ModelWeights weights;
        for (Index layer = 0; layer < m_shape.config.layers; ++layer) {
            weights.encoder.push_back({attention(), norm(), feedForward(), norm()});
            if (decoder)
                weights.decoder.push_back(
                    {attention(), norm(), attention(), norm(), feedForward(), norm()});
        }
        if (m_shape.config.placement == NormPlacement::Pre) {
            weights.encoderNorm = norm();
            if (decoder)
                weights.decoderNorm = norm();
        }
        if (m_shape.vocabulary > 0)
            weights.prediction = {matrix(m_shape.attention.modelDim, m_shape.vocabulary),
                                  m_maker.normal({m_shape.vocabulary})};
        return weights;
    }

    headscope::Tensor matrix(headscope::Index rows, headscope::Index columns) {
        return m_maker.normal({rows, columns}, 1 / std::sqrt(static_cast<double>(rows)));
    }
    headscope::AttentionWeights attention() {
        ProblemShape shape = m_shape.attention;
        shape.cross = shape.valuesApart = shape.sequenceFirst = false;
        return m_maker.problem(shape).weights;
    }
    headscope::NormWeights norm() {
        return {m_maker.normal({m_shape.attention.modelDim}),
                m_maker.normal({m_shape.attention.modelDim})};
    }
    headscope::FeedForwardWeights feedForward() {
        const headscope::Index width = m_shape.attention.modelDim;
        const headscope::Index hidden = *headscope::feedForwardDim(m_shape.config, width);
        return {matrix(width, hidden), m_maker.normal({hidden}), matrix(hidden, width),
                m_maker.normal({width})};
    }

    ModelShape m_shape;
    ProblemMaker m_maker;
};

inline headscope::ModelProblem randomModel(const ModelShape& shape) {
    return ModelMaker(shape).problem();
}
