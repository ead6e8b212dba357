// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/prepared_stage.h"

namespace headscope {

/// The weights of every attention of a run, as far as drawing them costs a pass over
/// them: what the overview of the layers shows.
struct PreparedLayers {
    struct Attention {
        std::string scope;
        TensorName name = TensorName::AttentionWeights; ///< after dropout, if there is any
        std::vector<PreparedPanel> heads;               ///< without sums
        double largest = 0;                             ///< of all heads

        /// As rangeOf(block, panel, …).
        ValueRange range(std::size_t head, RangeMode mode) const;
    };
    std::shared_ptr<const Trace> whole;
    Index sequence = 0;
    std::vector<Attention> attentions; ///< in the order of the computation
};

/// Whether `layers` are those of the scene's run.
bool suits(const PreparedLayers& layers, const Scene& scene);
/// What comes of a cancelled call is of no use.
std::shared_ptr<const PreparedLayers> prepareLayers(const Scene& scene, const Execution& execution);
/// What the scene brings with it; made here where it brings nothing that suits.
std::shared_ptr<const PreparedLayers> preparedLayers(const Scene& scene);
/// How many numbers prepareLayers() has to look at.
Index layersWork(const Scene& scene);

} // namespace headscope
