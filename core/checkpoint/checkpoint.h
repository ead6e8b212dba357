// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_config.h"

namespace headscope {

/// A trained model of a folder, ready to be run. Its numbers are read from the files when the
/// first of a tensor is needed.
struct Checkpoint {
    ModelFolder folder;
    CheckpointConfig config;
    Parameters parameters;
    bool predicts = false;           ///< there is a matrix from d_model to the vocabulary
    std::vector<std::string> unused; ///< names of tensors that have no part in it
};

/// Opens a folder as of openModelFolder(). An Error besides says which tensor is missing, or has
/// another shape than config.json makes it.
Result<Checkpoint> openCheckpoint(const std::string& path);

} // namespace headscope
