// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_config.h"
#include "checkpoint/file_parameters.h"

namespace headscope {

/// A trained model of a folder, ready to be run.
struct Checkpoint {
    ModelFolder folder;
    CheckpointConfig config;
    std::shared_ptr<const FileParameters> parameters;
    bool predicts = false; ///< there is a matrix from d_model to the vocabulary
    /// Names of learnt tensors that have no part in it, such as a classifier's; not what is stored
    /// twice or computed, as masks and places are.
    std::vector<std::string> unused;
};

/// Opens a folder as of openModelFolder(). An Error besides says which tensor is missing, or has
/// another shape than config.json makes it.
Result<Checkpoint> openCheckpoint(const std::string& path);

/// One sentence about what is `unused`; nothing where all numbers have a part.
std::optional<Error> remarkOnUnused(const Checkpoint& checkpoint);

} // namespace headscope
