// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_tensors.h"

namespace headscope {

namespace {

class Visitor {
public:
    explicit Visitor(const std::function<void(Tensor&)>& visit)
        : m_visit(visit) {}

    void operator()(Tensor& tensor) const { m_visit(tensor); }
    template <class T> void operator()(std::optional<T>& part) const {
        if (part)
            (*this)(*part);
    }
    void operator()(AttentionWeights& weights) const {
        all(weights.query, weights.key, weights.value, weights.output, weights.queryBias,
            weights.keyBias, weights.valueBias, weights.outputBias);
    }
    void operator()(NormWeights& weights) const { all(weights.gain, weights.shift); }
    void operator()(FeedForwardWeights& weights) const {
        all(weights.hidden, weights.hiddenBias, weights.output, weights.outputBias);
    }
    void operator()(PredictionWeights& weights) const { all(weights.weight, weights.bias); }
    void operator()(EncoderLayerWeights& layer) const {
        all(layer.selfAttention, layer.selfAttentionNorm, layer.feedForward, layer.feedForwardNorm);
    }
    void operator()(DecoderLayerWeights& layer) const {
        all(layer.selfAttention, layer.selfAttentionNorm, layer.crossAttention,
            layer.crossAttentionNorm, layer.feedForward, layer.feedForwardNorm);
    }
    template <class Layer> void operator()(std::vector<Layer>& layers) const {
        for (Layer& layer : layers)
            (*this)(layer);
    }
    template <class... Parts> void all(Parts&... parts) const { ((*this)(parts), ...); }

private:
    const std::function<void(Tensor&)>& m_visit;
};

} // namespace

void forEachTensor(Experiment& experiment, const std::function<void(Tensor&)>& visit) {
    ModelWeights& model = experiment.modelWeights;
    Visitor(visit).all(experiment.queryInput, experiment.keyInput, experiment.valueInput,
                       experiment.weights, experiment.mayAttend, experiment.additiveMask,
                       model.encoder, model.decoder, model.encoderNorm, model.decoderNorm,
                       model.prediction);
}

void forEachTensor(const Experiment& experiment, const std::function<void(const Tensor&)>& visit) {
    // Only shown here, never written.
    forEachTensor(const_cast<Experiment&>(experiment), [&visit](Tensor& tensor) { visit(tensor); });
}

} // namespace headscope
