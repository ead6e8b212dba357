// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/attention_entry.h"

#include <algorithm>

namespace headscope {

Status checkAttention(const Scene& scene) {
    const auto isAttention = [](const TraceScope& scope) {
        return scope.kind == ScopeKind::Attention;
    };
    if (scene.kind() == ScopeKind::Attention ||
        (scene.blocks && std::ranges::any_of(scene.blocks->scopes, isAttention)))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "there are no attention weights to draw"));
}

std::string nearestAttention(const Scene& scene) {
    if (scene.kind() == ScopeKind::Attention || !scene.blocks)
        return scene.selection.scope;
    std::string scope;
    bool passed = false;
    for (const TraceScope& one : scene.blocks->scopes) {
        passed = passed || one.path == scene.selection.scope;
        if (passed && !scope.empty())
            break;
        if (one.kind == ScopeKind::Attention)
            scope = one.path;
    }
    return scope;
}

std::optional<Selection> weightsEntry(const Scene& scene) {
    const Stage stage = scene.selection.stage;
    if (scene.kind() == ScopeKind::Attention &&
        (stage == Stage::Weights || stage == Stage::Dropped))
        return std::nullopt;
    Selection next = scene.selection;
    next.scope = nearestAttention(scene);
    next.stage = Stage::Weights;
    next.tensor = 0;
    next.hovered = next.asked();
    next.locked.reset();
    return next;
}

} // namespace headscope
