// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/layers/layers_figure.h"
#include "scene/prepared_layers.h"

namespace headscope {

/// The layers of a figure, from top to bottom.
using DrawnLayers = std::vector<std::shared_ptr<const PreparedLayers::Attention>>;

/// Those of a picture where several heads of them are shown, which have a mean; else none.
DrawnLayers layersWithMean(const LayersPicture& picture);

/// The figure with the mean of the heads of every layer in the place of these. What stood under
/// the heads is the mean of that, not a measure of the mean. Costs a pass over all heads.
LayersFigure withMeanOfHeads(LayersFigure figure, const DrawnLayers& layers,
                             const DisplayOptions& display);

} // namespace headscope
