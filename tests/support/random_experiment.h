// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/edit.h"
#include "experiment/examples.h"

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

/// One edit out of all that a person can do; the same experiment where it is refused.
inline Experiment afterRandomEdit(const Experiment& e) {
    const auto keep = [&e](Result<Experiment> next) { return next ? std::move(next).value() : e; };
    const auto sequence = *rc::gen::inRange<Index>(0, e.batch());
    switch (*rc::gen::inRange(0, 20)) {
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
                             *rc::gen::inRange<Index>(0, e.keyLength()), false));
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
    const auto id = *rc::gen::element<std::string>("ticket", "arange", "one-row", "causal-padding");
    Experiment experiment = findExample(id)->make();
    const auto edits = *rc::gen::inRange(0, 12);
    for (int i = 0; i < edits; ++i)
        experiment = afterRandomEdit(experiment);
    return experiment;
}

} // namespace headscope::testing
