// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/scene.h"

#include <algorithm>

namespace headscope {

std::optional<TensorName> shownTensor(const Scene& scene) {
    if (scene.isEmpty())
        return std::nullopt;
    const std::vector<TensorName> tensors = tensorsOf(scene.selection.stage, *scene.trace);
    if (tensors.empty())
        return std::nullopt;
    return tensors[std::min(scene.selection.tensor, tensors.size() - 1)];
}

} // namespace headscope
