// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/prepared_stage.h"

namespace headscope {

/// What the overview of the layers shows of every attention of a run, as far as drawing
/// it costs a pass over matrices.
struct PreparedLayers {
    struct Attention {
        std::string scope;
        TensorName name = TensorName::AttentionWeights;
        std::vector<PreparedPanel> heads;     ///< without sums
        std::map<TensorName, double> largest; ///< as PreparedStage::largest
        /// As scaleOf(block, panel, …).
        ValueScale range(std::size_t head, const RangeChoice& choice) const {
            return range(heads[head], choice);
        }
        /// The same of preparedMean().
        ValueScale range(const PreparedPanel& panel, const RangeChoice& choice) const;
    };
    std::shared_ptr<const Trace> whole;
    Index sequence = 0;
    Stage stage = Stage::Weights;      ///< that the heads are shown at
    std::vector<Attention> attentions; ///< in the order of the computation
};

/// The mean of the heads of an attention, prepared as they are.
PreparedPanel preparedMean(const PreparedLayers::Attention& attention);

/// What the overview shows where the strip marks a stage: queries by keys, or the weights.
Stage stageInLayers(const Selection& selection);
/// Whether `layers` are those of the scene's run.
bool suits(const PreparedLayers& layers, const Scene& scene);
/// What comes of a cancelled call is of no use.
std::shared_ptr<const PreparedLayers> prepareLayers(const Scene& scene, const Execution& execution);
/// What the scene brings with it; made here where it brings nothing that suits.
std::shared_ptr<const PreparedLayers> preparedLayers(const Scene& scene);
/// How many numbers prepareLayers() has to look at.
Index layersWork(const Scene& scene);

} // namespace headscope
