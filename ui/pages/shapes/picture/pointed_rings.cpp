// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/pointed_rings.h"

#include "pages/shapes/picture/block_painter.h"

#include <map>

namespace headscope {

namespace {

struct RingedTensor {
    std::size_t step;
    const BlockGeometry& blocks;
};

std::vector<RingedTensor> shownTensors(const ShapesScene& scene, const ShapesGeometry& geometry) {
    const std::size_t step = scene.position().move;
    std::vector<RingedTensor> all = {{step > 0 ? step - 1 : 0, geometry.before.blocks}};
    if (geometry.after)
        all.push_back({step, geometry.after->blocks});
    return all;
}

QRectF wholeRect(const BlockGeometry& blocks) {
    const BlockArrangement& of = blocks.arrangement();
    QRectF all;
    for (Index line = 0; line < of.lines(); ++line)
        for (Index block = 0; block < of.blocks(); ++block)
            all = all.united(cellRect(blocks, PlacedBlock{line, block, 0, 0}))
                      .united(cellRect(blocks,
                                       PlacedBlock{line, block, of.rows() - 1, of.columns() - 1}));
    return all;
}

/// The numbers of some tokens and heads of a sample.
struct Homes {
    Index sample = 0;
    Index firstToken = 0;
    Index lastToken = 0;
    Index firstHead = 0;
    Index lastHead = 0;
};

/// A rectangle in each block that has some of them.
std::vector<QRectF> rectsOf(const Homes& homes, const Journey& journey, const RingedTensor& shown) {
    std::map<std::pair<Index, Index>, QRectF> blocks;
    const auto add = [&](const ElementHome& home) {
        const Cell cell = journey.cellOf(shown.step, journey.elementOf(home));
        const PlacedBlock place = shown.blocks.arrangement().placeOf(cell);
        QRectF& rect = blocks[{place.line, place.block}];
        rect = rect.united(cellRect(shown.blocks, place));
    };
    for (Index head = homes.firstHead; head <= homes.lastHead; ++head)
        for (Index token = homes.firstToken; token <= homes.lastToken; ++token) {
            add({homes.sample, token, head, 0}); // what is between lies between
            add({homes.sample, token, head, journey.sizes().headDim - 1});
        }
    std::vector<QRectF> rects;
    for (const auto& [block, rect] : blocks)
        rects.push_back(rect);
    return rects;
}

} // namespace

std::vector<QRectF> pointedRings(const ShapesScene& scene, const ShapesGeometry& geometry) {
    const Journey& journey = scene.model->right;
    const LayoutSizes& sizes = journey.sizes();
    const std::vector<RingedTensor> tensors = shownTensors(scene, geometry);
    // Their own numbers, and not those of the sentence.
    const bool isArange = scene.options.values == ShapesValues::Arange;
    const bool ofKeys = journey.path() == LayoutPath::Split && scene.options.of != SplitOf::Query;
    std::vector<QRectF> rings;
    for (const PointedAt& at : scene.pointed) {
        if (at.stage && !at.row && !at.column) {
            // Where both tensors belong to one stop, what it comes to.
            for (std::size_t i = tensors.size(); i-- > 0;) {
                if (stageOfStep(journey, tensors[i].step) != *at.stage)
                    continue;
                rings.push_back(wholeRect(tensors[i].blocks));
                break;
            }
            continue;
        }
        const std::optional<Index>& token = ofKeys ? at.column : at.row;
        if ((ofKeys ? at.row : at.column) || isArange || (!token && !at.panel))
            continue;
        if ((token && *token >= sizes.sequence) || (at.panel && *at.panel >= sizes.heads))
            continue;
        Homes homes;
        if (journey.path() != LayoutPath::SideBySide)
            homes.sample = scene.options.sequence;
        homes.firstToken = token.value_or(0);
        homes.lastToken = token.value_or(sizes.sequence - 1);
        homes.firstHead = at.panel.value_or(0);
        homes.lastHead = at.panel ? *at.panel : sizes.heads - 1;
        if (geometry.tokens.count > 0) {
            const TokenWindow& drawn = geometry.tokens;
            homes.firstToken = std::max(homes.firstToken, drawn.first);
            homes.lastToken = std::min(homes.lastToken, drawn.first + drawn.count - 1);
        }
        if (homes.sample >= sizes.batch || homes.firstToken > homes.lastToken)
            continue;
        for (const RingedTensor& shown : tensors) {
            if (!journey.follows(shown.step) ||
                (at.stage && stageOfStep(journey, shown.step) != *at.stage))
                continue;
            const std::vector<QRectF> rects = rectsOf(homes, journey, shown);
            rings.insert(rings.end(), rects.begin(), rects.end());
        }
    }
    return rings;
}

} // namespace headscope
