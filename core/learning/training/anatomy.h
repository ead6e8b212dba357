// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/training.h"

namespace headscope {

/// What one step does to the parameters of one block; lengths are √Σ x².
struct BlockStep {
    std::string scope; ///< "encoder/0/self_attention", "embedding"; empty for plain attention
    Index count = 0;   ///< of its numbers
    double weights = 0;
    double gradient = 0;
    double update = 0; ///< what the optimiser adds
};

/// One training step from its data to the optimiser, looked at without being done.
struct StepAnatomy {
    std::vector<std::string> batch; ///< its sentences, the words with spaces between
    double loss = 0;                ///< of the batch, with label smoothing
    float rate = 0;                 ///< learning rate
    std::vector<BlockStep> blocks;  ///< in the order of the parameters
};

/// The step that a training does next. Nothing where it was cancelled or where its numbers are no
/// longer finite.
std::optional<StepAnatomy> anatomyOf(const Training& training, const CancellationToken& token = {});

} // namespace headscope
