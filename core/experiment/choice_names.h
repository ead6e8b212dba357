// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "attention/mask.h"

#include <string_view>
#include <utility>

namespace headscope {

/// The choices of attention as experiment files and the command line call them;
/// the latter writes '-' for '_'.
template <class Choice> struct ChoiceNames;

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

template <class Choice> constexpr std::string_view choiceName(Choice choice) {
    for (const auto& [name, value] : ChoiceNames<Choice>::all) {
        if (value == choice)
            return name;
    }
    return {};
}

} // namespace headscope
