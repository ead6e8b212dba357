// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "support/result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// What of a run is shown.
struct ChosenBlock {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const BlockMap> blocks; ///< null where the run is one block
};

/// Why --scope cannot be that path; names some blocks that there are.
Error noSuchBlock(const std::string& path, const std::vector<TraceScope>& scopes);

/// The block of that path, or by itself the first one that has the tensor, such as the first
/// attention; the whole run where none has it. An Error of usage where there is no such
/// block; it names those that there are.
Result<ChosenBlock> chooseBlock(std::shared_ptr<const Trace> run, TensorName tensor,
                                const std::optional<std::string>& path);

} // namespace headscope
