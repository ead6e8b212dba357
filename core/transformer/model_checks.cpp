// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/model_checks.h"

#include "arithmetic/arithmetic.h"
#include "trace/tensor_name.h"

#include <cmath>

namespace headscope {

namespace {

/// A tensor of the weights and what is expected of it.
struct Expected {
    const Tensor& tensor;
    TensorName name;
    Shape shape;
    const char* meaning; ///< "(d_model, d_ff)"
};

std::string pathOf(const std::string& scope, TensorName name) {
    return scope + '/' + std::string(snakeCase(name));
}

Status checkFinite(const std::string& path, const Tensor& tensor, const CancellationToken& token) {
    const Tensor dense = tensor.contiguous();
    const Index count = dense.elementCount();
    constexpr Index part = 1 << 20;
    for (Index first = 0; first < count && !token.isCancelled(); first += part) {
        const Index size = std::min(part, count - first);
        const Index broken = arithmetic::findNonFinite(dense.data() + first, size);
        if (broken == size)
            continue;
        const Index position = first + broken;
        const Index columns = dense.shape().back();
        const std::string where =
            path +
            (dense.rank() == 2 ? "[i=" + std::to_string(position / columns) + ", j="
                               : std::string("[j=")) +
            std::to_string(position % columns) + ']';
        if (std::isnan(dense.data()[position]))
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 is not a number (NaN); it must be a "
                                                          "finite number"),
                             where);
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is infinite; it must be a finite number"),
                         where);
    }
    return Done{};
}

Status check(const std::string& scope, std::initializer_list<Expected> all,
             const CancellationToken& token) {
    for (const Expected& expected : all) {
        const std::string path = pathOf(scope, expected.name);
        if (!(expected.tensor.shape() == expected.shape))
            return makeError(
                HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have shape %3 %4"), path,
                shapeText(expected.tensor.shape()), shapeText(expected.shape), expected.meaning);
        if (Status status = checkFinite(path, expected.tensor, token); !status)
            return status;
    }
    return Done{};
}

} // namespace

Result<Index> feedForwardDim(const ModelConfig& config, Index modelDim) {
    Index size = config.feedForwardDim.value_or(0);
    if (config.feedForwardDim ? size < 1 : __builtin_mul_overflow(modelDim, Index{4}, &size))
        return makeError(HEADSCOPE_MESSAGE("Message", "d_ff is %1; it must be at least 1"), size);
    return size;
}

Error within(const std::string& scope, const Error& error) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1: %2"), scope, error.text());
}

Status checkNorm(const ModelProblem& problem, const std::string& scope,
                 const NormWeights& weights) {
    const Shape shape = {problem.attention.config.modelDim};
    return check(scope,
                 {{weights.gain, TensorName::NormGain, shape, "(d_model)"},
                  {weights.shift, TensorName::NormShift, shape, "(d_model)"}},
                 {});
}

Status checkFeedForward(const ModelProblem& problem, const std::string& scope,
                        const FeedForwardWeights& weights, const CancellationToken& token) {
    const Index width = problem.attention.config.modelDim;
    const Result<Index> hidden = feedForwardDim(problem.config, width);
    if (!hidden)
        return hidden.error();
    return check(
        scope,
        {{weights.hidden, TensorName::HiddenWeight, {width, *hidden}, "(d_model, d_ff)"},
         {weights.hiddenBias, TensorName::HiddenBias, {*hidden}, "(d_ff)"},
         {weights.output, TensorName::FeedForwardWeight, {*hidden, width}, "(d_ff, d_model)"},
         {weights.outputBias, TensorName::FeedForwardBias, {width}, "(d_model)"}},
        token);
}

Status checkPrediction(const ModelProblem& problem, const PredictionWeights& weights,
                       const CancellationToken& token) {
    const Index width = problem.attention.config.modelDim;
    const Index words = weights.bias.rank() == 1 ? weights.bias.size(0) : 0;
    if (words < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have one number "
                                                      "for each word of the vocabulary"),
                         pathOf("prediction", TensorName::VocabularyBias),
                         shapeText(weights.bias.shape()));
    return check(
        "prediction",
        {{weights.weight, TensorName::VocabularyWeight, {width, words}, "(d_model, vocabulary)"},
         {weights.bias, TensorName::VocabularyBias, {words}, "(vocabulary)"}},
        token);
}

} // namespace headscope
