// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

namespace headscope {

/// A block of a run as a trace of its own, and its place in the run.
struct BlockCut {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const BlockMap> map;
};
/// The block at a path; of a run that has no other, or none such, all of it.
BlockCut cutBlock(const std::shared_ptr<const Trace>& whole, const std::vector<TraceScope>& scopes,
                  const std::string& path);

/// The same scene of the pieces that its words were merged of; nothing is prepared or asked in it.
/// `before`, such a scene, spares the cut where it is of the same block.
Scene inPieces(const Scene& scene, const std::optional<Scene>& before);

} // namespace headscope
