// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/picture/train_arrangement.h"
#include "plots/curve_plot.h"

namespace headscope {

/// Where the axis of the loss ends: 1, 2, 4, 6 or 8 times a power of ten, not below any loss.
double lossTop(const TrainingMoment& moment);

/// Of the batches, and of what is held out.
CurvePicture lossCurves(const TrainArrangement& layout);
/// Of what is held out: words, and whole sentences.
CurvePicture accuracyCurves(const TrainArrangement& layout);

} // namespace headscope
