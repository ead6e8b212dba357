// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit.h"
#include "experiment/example_parts.h"
#include "experiment/fitting.h"

#include <cmath>

namespace headscope {

Experiment crossExample() {
    Experiment experiment = blank("cross", {{"a", "cat"}}, 8, 2, 231, randomWeights(1));
    experiment.keyTokens = {{"有", "一只", "猫"}};
    experiment.keyInput = seededInput(*experiment.keyTokens, 8, experiment.seed);
    return fit(std::move(experiment));
}

Experiment encoderDecoderExample() {
    Experiment experiment = blank("encoder-decoder", {parseTokens("<Begin> I have a cat")}, 8, 2,
                                  1706, randomWeights(2));
    experiment.keyTokens = {parseTokens("我 有 一只 猫")};
    experiment.keyInput = seededInput(*experiment.keyTokens, 8, experiment.seed);
    experiment.causal = true;
    experiment.model.architecture = Architecture::EncoderDecoder;
    experiment.model.layers = 2;
    experiment.model.positions = true;
    experiment.vocabulary = parseTokens("I have a cat <end>");
    return fit(std::move(experiment));
}

Experiment stackExample() {
    Experiment experiment =
        blank("stack", {parseTokens(ticketSentence)}, 4, 12, 12, randomWeights(2));
    experiment.queryInput = ticketEmbeddings();
    experiment.config.keyDim = 4;
    experiment.model.architecture = Architecture::Encoder;
    experiment.model.layers = maximumLayers;
    return fit(std::move(experiment));
}

Experiment normsExample() {
    Experiment experiment =
        blank("norms", {parseTokens(ticketSentence)}, 4, 2, 86, randomWeights(2));
    experiment.queryInput = ticketEmbeddings();
    experiment.model.architecture = Architecture::Encoder;
    experiment.model.placement = NormPlacement::Pre;
    experiment.model.compareNorms = true;
    return fit(std::move(experiment));
}

Experiment positionsExample() {
    Experiment experiment =
        blank("positions", {parseTokens(ticketSentence)}, 16, 4, 10000, randomWeights(1));
    experiment.model.positions = true;
    return fit(std::move(experiment));
}

Experiment fullyMaskedExample() {
    Experiment experiment =
        blank("fully-masked", {parseTokens("I have a cat")}, 4, 2, 27968, randomWeights(2));
    constexpr Index masked = 2;
    Tensor mayAttend = Tensor::filled({1, 4, 4}, {Axis::Batch, Axis::Query, Axis::Key}, 1);
    for (Index key = 0; key < 4; ++key)
        mayAttend.mutableData()[masked * 4 + key] = 0;
    experiment.mayAttend = mayAttend;
    return fit(std::move(experiment));
}

Experiment wrongScaleExample() {
    constexpr Index width = 64;
    Experiment experiment = blank("wrong-scale", {parseTokens(ticketSentence)}, width, 8, 65,
                                  randomWeights(1.0F / std::sqrt(8.0F)));
    experiment.config.scale = 1.0F / std::sqrt(static_cast<float>(width));
    return fit(std::move(experiment));
}

} // namespace headscope
