// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <span>
#include <vector>

namespace headscope {

/// The stops of the pipeline strip, in the order of the computation.
enum class Stage : std::uint8_t {
    Input,       ///< X
    Projections, ///< Q·K·V before the split
    Split,       ///< Q, K, V per head
    Scores,
    Scaled,
    Masked,
    Weights, ///< after the softmax
    Context, ///< · V
    Merge,
    Output, ///< W_O
};
inline constexpr int stageCount = static_cast<int>(Stage::Output) + 1;

/// Which tensors of the trace a stage shows, those that exist; the first is the
/// stage's own, whose shape the strip writes.
std::vector<TensorName> tensorsOf(Stage stage, const Trace& trace);
/// The stage that shows `name`, if any does.
std::optional<Stage> stageOf(TensorName name);
/// Rows are queries and columns keys: scores to weights.
bool isQueryKeyStage(Stage stage);

} // namespace headscope
