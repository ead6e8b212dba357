// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/head_effects.h"
#include "checkpoint/logit_lens.h"
#include "checkpoint/model_source.h"
#include "measures/head_contributions.h"
#include "pages/lens/model_grid.h"
#include "scene/scene.h"

#include <optional>

namespace headscope {

/// What each layer would say, as a table of layers by tokens.
ModelGrid lensGrid(const Scene& scene, const LogitLens& lens);

/// What the parts of a model did for a token: their shares of its logit, or how its probability
/// changed with each head off.
struct HeadParts {
    std::optional<LogitQuestion> question;
    std::optional<HeadContributions> shares;
    std::optional<HeadEffects> effects; ///< of that question
};
enum class PartsBy : std::uint8_t { Share, Off };

/// As a table of layers by heads; empty where nothing is known.
ModelGrid partsGrid(const Scene& scene, const HeadParts& parts, PartsBy by);

/// One head of it.
struct RatedHead {
    HeadPlace place;
    double value = 0; ///< share of the logit, or the change of the probability
    QString text;     ///< "+0.48", "−.103"
};
/// From the largest share on, or from what lowers the probability most.
std::vector<RatedHead> ratedHeads(const HeadParts& parts, PartsBy by);

/// A head of a model of one stack; both from 0.
HeadPlace headOf(Index layer, Index head);

/// "“moses”", as lists show it.
QString quotedToken(const OpenModel& model, Index id);

} // namespace headscope
