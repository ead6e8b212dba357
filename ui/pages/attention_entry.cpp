// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/attention_entry.h"

#include <algorithm>

namespace headscope {

bool hasAttention(const Scene& scene) {
    const auto isAttention = [](const TraceScope& scope) {
        return scope.kind == ScopeKind::Attention;
    };
    return scene.kind() == ScopeKind::Attention ||
           (scene.blocks && std::ranges::any_of(scene.blocks->scopes, isAttention));
}

Selection weightsEntry(const Scene& scene) {
    Selection next = scene.selection;
    if (scene.kind() != ScopeKind::Attention && scene.blocks) {
        // The attention before the block, else the first one behind it.
        std::string scope;
        bool passed = false;
        for (const TraceScope& one : scene.blocks->scopes) {
            passed = passed || one.path == next.scope;
            if (passed && !scope.empty())
                break;
            if (one.kind == ScopeKind::Attention)
                scope = one.path;
        }
        next.scope = scope;
    }
    next.stage = Stage::Weights;
    next.tensor = 0;
    next.hovered = next.asked();
    next.locked.reset();
    return next;
}

} // namespace headscope
