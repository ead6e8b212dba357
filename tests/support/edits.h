// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/edits/edit.h"

/// Edits of plain attention, as tests write them.
namespace headscope::testing {

inline Result<Experiment> withModelDim(const Experiment& experiment, Index modelDim) {
    AttentionConfig config = experiment.config;
    config.modelDim = modelDim;
    return withConfig(experiment, config);
}

inline Result<Experiment> withCell(const Experiment& experiment, TensorName name, const Cell& cell,
                                   float value) {
    return headscope::withCell(experiment, "", name, cell, value);
}

inline Result<Experiment> withCells(const Experiment& experiment, TensorName name,
                                    std::span<const CellValue> values) {
    return headscope::withCells(experiment, "", name, values);
}

inline const Tensor* editableTensor(const Experiment& experiment, TensorName name) {
    return headscope::editableTensor(experiment, "", name);
}

/// All that is computed of it.
inline AttentionProblem problemOf(const Experiment& experiment) {
    return modelProblemOf(experiment).attention;
}

} // namespace headscope::testing
