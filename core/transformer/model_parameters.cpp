// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/model_parameters.h"

namespace headscope {

namespace {

class Walk {
public:
    Walk(const ModelDescription& model, const std::function<bool(const ParameterPlace&)>& visit)
        : m_model(model)
        , m_sizes(*headSizes(model.attention))
        , m_visit(visit) {}

    bool block(const Scope& scope) const {
        for (const RoleInfo& info : roles()) {
            if (info.block == scope.kind() && hasRole(m_model.model, info.role) &&
                !m_visit({scope, info, shapeOf(scope, info)}))
                return false;
        }
        return true;
    }

    bool stack(ModelPart part) const {
        for (Index layer = 0; layer < layersOf(m_model.model, part); ++layer) {
            for (const Sublayer sublayer : sublayersOf(part)) {
                const Scope scope = Scope::of(part, layer, sublayer);
                if (!block(scope) || !block(scope.norm()))
                    return false;
            }
        }
        // A decoder may be all there is: nothing stands before it.
        return layersOf(m_model.model, part) == 0 || !hasLastNorm(m_model.model) ||
               block(Scope::lastNorm(part));
    }

private:
    Shape shapeOf(const Scope& scope, const RoleInfo& info) const {
        Shape shape;
        for (const Axis axis : info.axes)
            shape.push_back(sizeOf(axis));
        // Keys and values of plain attention may come from a space of their own.
        if (scope.part == ModelPart::Attention && info.role == Role::KeyWeight)
            shape[0] = m_model.keyWidth;
        if (scope.part == ModelPart::Attention && info.role == Role::ValueWeight)
            shape[0] = m_model.valueWidth;
        return shape;
    }

    Index sizeOf(Axis axis) const {
        switch (axis) {
        case Axis::HeadsKeyDim: return m_model.attention.heads * m_sizes.keyDim;
        case Axis::HeadsValueDim: return m_model.attention.heads * m_sizes.valueDim;
        case Axis::HiddenDim: return *feedForwardDim(m_model.model, m_model.attention.modelDim);
        case Axis::Vocabulary: return m_model.vocabulary;
        default: return m_model.attention.modelDim;
        }
    }

    const ModelDescription& m_model;
    HeadSizes m_sizes;
    const std::function<bool(const ParameterPlace&)>& m_visit;
};

} // namespace

bool hasLastNorm(const ModelConfig& config) {
    return config.lastNorm.value_or(config.placement == NormPlacement::Pre);
}

Index layersOf(const ModelConfig& config, ModelPart stack) {
    const bool translates = config.architecture == Architecture::EncoderDecoder;
    if (stack == ModelPart::Decoder && translates)
        return config.decoderLayers.value_or(config.layers);
    if (stack == ModelPart::Layers && config.architecture == Architecture::Encoder)
        return config.layers;
    const bool encodes = translates || config.architecture == Architecture::Encoder;
    return stack == ModelPart::Encoder && encodes ? config.layers : 0;
}

Result<Index> feedForwardDim(const ModelConfig& config, Index modelDim) {
    Index size = config.feedForwardDim.value_or(0);
    if (config.feedForwardDim ? size < 1 : __builtin_mul_overflow(modelDim, Index{4}, &size))
        return makeError(HEADSCOPE_MESSAGE("Message", "d_ff is %1; it must be at least 1"), size);
    return size;
}

ModelDescription descriptionOf(const ModelProblem& problem) {
    const AttentionProblem& attention = problem.attention;
    const auto widthOf = [](const Tensor& input) { return input.rank() == 3 ? input.size(2) : 0; };
    const Tensor* const words =
        attention.weights.find(Role::VocabularyWeight, Scope::of(ModelPart::Prediction));
    return {.attention = attention.config,
            .model = problem.config,
            .keyWidth = widthOf(attention.keys()),
            .valueWidth = widthOf(attention.values()),
            .vocabulary = words && words->rank() == 2 ? words->size(1) : 0};
}

bool hasRole(const ModelConfig& model, Role role) {
    switch (role) {
    case Role::NormShift: return model.norm != NormKind::Rms;
    case Role::GateWeight:
    case Role::GateBias: return model.gated;
    default: return true;
    }
}

bool forEachParameter(const ModelDescription& model,
                      const std::function<bool(const ParameterPlace&)>& visit) {
    const Walk walk(model, visit);
    const Architecture architecture = model.model.architecture;
    if (architecture == Architecture::Attention)
        return walk.block(Scope());
    return walk.stack(ModelPart::Encoder) &&
           (architecture == Architecture::Encoder || walk.stack(ModelPart::Decoder)) &&
           (model.vocabulary == 0 || walk.block(Scope::of(ModelPart::Prediction)));
}

Scope firstAttention(const ModelConfig& config) {
    if (config.architecture == Architecture::Attention)
        return {};
    const bool encoder = layersOf(config, ModelPart::Encoder) > 0;
    return Scope::of(encoder ? ModelPart::Encoder : ModelPart::Decoder, 0, Sublayer::SelfAttention);
}

} // namespace headscope
