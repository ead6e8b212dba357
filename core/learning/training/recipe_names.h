// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/choice_names.h"
#include "learning/optimiser/optimiser.h"

namespace headscope {

// The choices of a training as recipes and the command line call them, beside those of a model.

template <> struct ChoiceNames<OptimiserKind> {
    static constexpr std::pair<std::string_view, OptimiserKind> all[] = {
        {"sgd", OptimiserKind::Sgd},
        {"momentum", OptimiserKind::Momentum},
        {"adam", OptimiserKind::Adam}};
};
template <> struct ChoiceNames<Decay> {
    static constexpr std::pair<std::string_view, Decay> all[] = {
        {"none", Decay::None}, {"linear", Decay::Linear}, {"cosine", Decay::Cosine}};
};

} // namespace headscope
