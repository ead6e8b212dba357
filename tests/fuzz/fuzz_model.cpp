// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/checkpoint_config.h"

#include <cstdlib>

using namespace headscope;

/// A config.json is read, or it is said why not; what is read has sizes that a model can have.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ModelFolder folder;
    folder.path = "model";
    folder.config.assign(reinterpret_cast<const char*>(data), size);
    const Result<CheckpointConfig> config = readCheckpointConfig(folder);
    if (!config) {
        if (config.error().text().empty())
            std::abort();
        return 0;
    }
    const Result<HeadSizes> sizes = headSizes(config->attention);
    if (!config->family || !sizes || sizes->keyDim < 1 || config->model.layers < 1 ||
        config->vocabulary < 1 || !feedForwardDim(config->model, config->attention.modelDim))
        std::abort();
    if (config->longest() && *config->longest() < 0)
        std::abort();
    return 0;
}
