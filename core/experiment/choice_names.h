// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "attention/masks/mask.h"
#include "operations/operation_info.h"
#include "support/choice_names.h"
#include "support/language.h"
#include "trace/heads_off.h"
#include "transformer/model.h"

#include <vector>

namespace headscope {

// The choices of attention and of a model as experiment files and the command line call them.

template <> struct ChoiceNames<Layout> {
    static constexpr std::pair<std::string_view, Layout> all[] = {
        {"batch_first", Layout::BatchFirst}, {"sequence_first", Layout::SequenceFirst}};
};
template <> struct ChoiceNames<WeightLayout> {
    static constexpr std::pair<std::string_view, WeightLayout> all[] = {
        {"fused", WeightLayout::Fused}, {"per_head", WeightLayout::PerHead}};
};
template <> struct ChoiceNames<FullyMasked> {
    static constexpr std::pair<std::string_view, FullyMasked> all[] = {
        {fullyMaskedName(FullyMasked::Zeros), FullyMasked::Zeros},
        {fullyMaskedName(FullyMasked::NaN), FullyMasked::NaN},
        {fullyMaskedName(FullyMasked::Uniform), FullyMasked::Uniform}};
};
template <> struct ChoiceNames<CausalAlignment> {
    static constexpr std::pair<std::string_view, CausalAlignment> all[] = {
        {"upper_left", CausalAlignment::UpperLeft}, {"lower_right", CausalAlignment::LowerRight}};
};

template <> struct ChoiceNames<Architecture> {
    static constexpr std::pair<std::string_view, Architecture> all[] = {
        {"attention", Architecture::Attention},
        {"encoder", Architecture::Encoder},
        {"encoder_decoder", Architecture::EncoderDecoder}};
};
template <> struct ChoiceNames<NormKind> {
    static constexpr std::pair<std::string_view, NormKind> all[] = {
        {"layer", NormKind::Layer}, {"batch", NormKind::Batch}, {"rms", NormKind::Rms}};
};
template <> struct ChoiceNames<NormPlacement> {
    static constexpr std::pair<std::string_view, NormPlacement> all[] = {
        {"post", NormPlacement::Post}, {"pre", NormPlacement::Pre}};
};
template <> struct ChoiceNames<Activation> {
    inline static const std::vector<std::pair<std::string_view, Activation>> all = [] {
        std::vector<std::pair<std::string_view, Activation>> names;
        for (const ActivationInfo& info : activations())
            names.emplace_back(info.name, info.activation);
        return names;
    }();
};

template <> struct ChoiceNames<OffBy> {
    static constexpr std::pair<std::string_view, OffBy> all[] = {{"zero", OffBy::Zero},
                                                                 {"mean", OffBy::Mean}};
};

template <> struct ChoiceNames<Language> {
    static constexpr std::pair<std::string_view, Language> all[] = {{"en", Language::English},
                                                                    {"zh", Language::Chinese}};
};

} // namespace headscope
