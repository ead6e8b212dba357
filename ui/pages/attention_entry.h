// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

namespace headscope {

// For pages that show the weights of an attention and nothing else.

/// An Error where the run has no attention at all.
Status checkAttention(const Scene& scene);
/// The attention that is shown, else the one before the shown block, else the first behind it.
std::string nearestAttention(const Scene& scene);
/// Where such a page opens, if what is selected are no weights: those of the shown attention, else
/// of the one before the shown block, else of the first behind it. What was asked is asked there.
std::optional<Selection> weightsEntry(const Scene& scene);

} // namespace headscope
