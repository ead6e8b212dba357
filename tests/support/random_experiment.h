// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "support/edits.h"
#include "support/random_activation.h"
#include "transformer/attention_sizes.h"

#include <rapidcheck.h>

namespace headscope::testing {

inline TokenList randomTokens() {
    const auto words =
        std::vector<std::string>{"我", "请", "New York", "a", "[CLS]", "b\\c", "[", "é"};
    const auto count = *rc::gen::inRange<std::size_t>(1, 7);
    return *rc::gen::container<TokenList>(count, rc::gen::elementOf(words));
}

inline std::optional<Index> sizeOrAutomatic() {
    const auto size = *rc::gen::inRange<Index>(0, 6);
    return size == 0 ? std::nullopt : std::optional<Index>(size);
}

inline ModelConfig randomModelConfig() {
    ModelConfig model;
    model.architecture = *rc::gen::element(Architecture::Attention, Architecture::Encoder,
                                           Architecture::EncoderDecoder);
    model.layers = *rc::gen::inRange<Index>(1, 4);
    model.feedForwardDim = sizeOrAutomatic();
    model.activation = randomActivation();
    model.gated = *rc::gen::arbitrary<bool>();
    model.norm = *rc::gen::element(NormKind::Layer, NormKind::Batch, NormKind::Rms);
    model.placement = *rc::gen::element(NormPlacement::Post, NormPlacement::Pre);
    model.epsilon = *rc::gen::element(1e-5F, 1e-12F, 0.0F, 1.0F);
    model.residual = *rc::gen::arbitrary<bool>();
    model.positions = *rc::gen::arbitrary<bool>();
    model.compareNorms = *rc::gen::arbitrary<bool>();
    return model;
}

/// A number for one of the attentions of an experiment; it may have no place there.
inline TypedNumber randomTypedNumber(const Experiment& e) {
    TypedNumber number;
    number.scope = *Scope::parse(
        *rc::gen::element<std::string>("", "encoder/0/self_attention", "encoder/1/self_attention",
                                       "decoder/0/self_attention", "decoder/0/cross_attention"));
    number.name =
        *rc::gen::elementOf(std::vector<TensorName>(stagesToType().begin(), stagesToType().end()));
    const PairSizes whole = {e.batch(), e.config.heads, e.queryLength(), e.keyLength()};
    const PairSizes sizes = attentionSizes(e.model, number.scope, whole).value_or(whole);
    number.batch = *rc::gen::inRange<Index>(0, sizes.batch);
    number.head = *rc::gen::inRange<Index>(0, sizes.heads);
    number.query = *rc::gen::inRange<Index>(0, sizes.queries);
    number.key = *rc::gen::inRange<Index>(0, sizes.keys);
    number.value = *rc::gen::element(0.0F, 0.5F, -3.25F, 1e-30F, 7.0F);
    return number;
}

/// One edit out of all that a person can do; the same experiment where it is refused.
inline Experiment afterRandomEdit(const Experiment& e) {
    const auto keep = [&e](Result<Experiment> next) { return next ? std::move(next).value() : e; };
    const auto sequence = *rc::gen::inRange<Index>(0, e.batch());
    switch (*rc::gen::inRange(0, 28)) {
    case 0: return keep(withHeads(e, *rc::gen::inRange<Index>(0, 7)));
    case 1: return keep(withModelDim(e, *rc::gen::inRange<Index>(0, 13)));
    case 2: return keep(withKeyDim(e, sizeOrAutomatic()));
    case 3: return keep(withValueDim(e, sizeOrAutomatic()));
    case 4: return keep(withBatch(e, *rc::gen::inRange<Index>(0, 4)));
    case 5: return keep(withTokens(e, TokenSide::Query, sequence, randomTokens()));
    case 6: return keep(withTokens(e, TokenSide::Key, sequence, randomTokens()));
    case 7: return withBiases(e, *rc::gen::arbitrary<bool>());
    case 8: return withCausal(e, *rc::gen::arbitrary<bool>());
    case 9: return withSeed(e, *rc::gen::arbitrary<std::uint64_t>());
    case 10:
        return keep(withPair(e, sequence, *rc::gen::inRange<Index>(0, e.queryLength()),
                             *rc::gen::inRange<Index>(0, e.maskKeyLength()), false));
    case 11: return keep(withDropout(e, .25F));
    case 12: return withMaskPadding(e, *rc::gen::arbitrary<bool>());
    case 13: return withWeightSource(e, {WeightSource::Kind::Identity, 1});
    case 14: return keep(withWindow(e, sizeOrAutomatic()));
    case 15: return keep(withPrefix(e, sizeOrAutomatic()));
    case 16:
        return withCausalAlignment(
            e, *rc::gen::element(CausalAlignment::UpperLeft, CausalAlignment::LowerRight));
    case 17:
        return withFullyMasked(
            e, *rc::gen::element(FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform));
    case 18:
        return withLayout(
            withWeightLayout(e, *rc::gen::element(WeightLayout::Fused, WeightLayout::PerHead)),
            *rc::gen::element(Layout::BatchFirst, Layout::SequenceFirst));
    case 19: return keep(withModel(e, randomModelConfig()));
    case 20: {
        ModelConfig model = e.model;
        model.layers = *rc::gen::inRange<Index>(0, 5);
        return keep(withModel(e, model));
    }
    case 21:
        return keep(withVocabulary(e, *rc::gen::arbitrary<bool>() ? randomTokens() : TokenList()));
    case 22: {
        const auto scope = *rc::gen::element<std::string>(
            "encoder/0/self_attention", "encoder/1/feed_forward_norm", "decoder/0/cross_attention",
            "decoder/0/feed_forward", "encoder/norm", "prediction");
        const auto name = *rc::gen::element(TensorName::QueryWeight, TensorName::OutputBias,
                                            TensorName::NormGain, TensorName::HiddenWeight,
                                            TensorName::VocabularyBias, TensorName::MayAttend);
        const Tensor* tensor = editableTensor(e, scope, name);
        if (!tensor)
            return e;
        Cell cell;
        for (const Index size : tensor->shape())
            cell.push_back(*rc::gen::inRange<Index>(0, size));
        return keep(withCell(e, scope, name, cell, *rc::gen::arbitrary<float>()));
    }
    case 23:
    case 24: return keep(withTypedNumber(e, randomTypedNumber(e)));
    case 25:
        return e.typedNumbers.empty() ? e
                                      : withoutTypedNumber(e, *rc::gen::elementOf(e.typedNumbers));
    default: {
        const auto name = *rc::gen::element(TensorName::QueryInput, TensorName::KeyInput,
                                            TensorName::QueryWeight, TensorName::OutputWeight,
                                            TensorName::ValueBias, TensorName::MayAttend);
        const Tensor* tensor = editableTensor(e, name);
        if (!tensor)
            return e;
        Cell cell;
        for (const Index size : tensor->shape())
            cell.push_back(*rc::gen::inRange<Index>(0, size));
        return keep(withCell(e, name, cell, *rc::gen::arbitrary<float>()));
    }
    }
}

/// A small example after up to a dozen edits.
inline Experiment randomExperiment() {
    const auto id = *rc::gen::element<std::string>("ticket", "arange", "one-row", "causal-padding",
                                                   "norms", "encoder-decoder");
    Experiment experiment = findExample(id)->make();
    const auto edits = *rc::gen::inRange(0, 12);
    for (int i = 0; i < edits; ++i)
        experiment = afterRandomEdit(experiment);
    return experiment;
}

} // namespace headscope::testing
