// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/layers/model_run.h"

namespace headscope {

/// The steps that a model starts from, [batch, sequence, d_model] each, or in the order of the
/// layout. Keys and values are missing where they are the queries or the keys.
struct ModelInputs {
    std::size_t query = 0;
    std::optional<std::size_t> key = {}; ///< the source of a translation
    std::optional<std::size_t> value = {};
};
/// Appends the inputs of the problem as they are given.
ModelInputs appendInputs(const ModelRun& run);

/// Appends what follows the inputs of all that runModel() tells of, of a problem that is right as
/// of validate(). Gives the step of the output: the probabilities where there is a prediction.
/// Nothing where it was cancelled. May throw std::bad_alloc.
Step appendModel(const ModelRun& run, const ModelInputs& inputs);

} // namespace headscope
