// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/block_cut.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headscope {

BlockCut cutBlock(const std::shared_ptr<const Trace>& whole, const std::vector<TraceScope>& scopes,
                  const std::string& path) {
    BlockCut cut;
    BlockMap map;
    map.whole = whole;
    map.scopes = scopes;
    if (const auto shown = std::ranges::find(scopes, path, &TraceScope::path);
        shown != scopes.end())
        map.shown = *shown;
    if (scopes.size() <= 1) { // the whole trace is the block
        cut.trace = whole;
        map.origins.resize(whole->steps().size());
        std::iota(map.origins.begin(), map.origins.end(), std::size_t{0});
    } else {
        TraceSlice part = slice(*whole, path);
        cut.trace = std::make_shared<const Trace>(std::move(part.trace));
        map.origins = std::move(part.origins);
    }
    cut.map = std::make_shared<const BlockMap>(std::move(map));
    return cut;
}

Scene inPieces(const Scene& scene, const std::optional<Scene>& before) {
    if (!scene.pieces || scene.isEmpty())
        return scene;
    const bool known =
        before && before->run == scene.pieces && before->selection.scope == scene.selection.scope;
    Scene pieces = scene;
    pieces.run = std::exchange(pieces.pieces, nullptr);
    const BlockCut cut =
        known ? BlockCut{before->trace, before->blocks}
              : cutBlock(pieces.run->trace(), pieces.run->scopes(), pieces.selection.scope);
    pieces.trace = cut.trace;
    pieces.blocks = cut.map;
    pieces.stage.reset();
    pieces.layers.reset();
    pieces.compared.reset();
    pieces.selection.hovered.reset();
    pieces.selection.locked.reset();
    return pieces;
}

} // namespace headscope
