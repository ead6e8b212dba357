// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <vector>

namespace headscope {

/// One piece of the block strip.
struct BlockChip {
    enum class Kind : std::uint8_t {
        Group, ///< "encoder", "prediction": a part of the model
        Layer, ///< the number of a layer
        Part,  ///< "self-attention": a block of the present layer
        Mark,  ///< "▸", "→": stands between, nothing to click
    };
    Kind kind = Kind::Mark;
    QString text;
    std::string scope; ///< where a click leads; empty path: plain attention
    bool clickable = true;
    bool current = false; ///< the shown block, its layer or its group
    QRectF rect;
    QString name; ///< in words, for tool tips and screen readers
};

/// All chips in one row of the given size: in full words where they fit, else with
/// layers folded to "3 / 12", else with short words.
std::vector<BlockChip> layoutBlocks(const Scene& scene, QSizeF size);
/// The font of a chip.
QFont blockChipFont(const BlockChip& chip, double textScale);
/// The block that stands in place of `from` one layer further; empty: none.
std::optional<std::string> scopeOneLayerOn(const Scene& scene, int by);

} // namespace headscope
