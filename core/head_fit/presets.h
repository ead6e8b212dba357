// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/target.h"

#include <span>
#include <string_view>

namespace headscope {

/// What painting may begin with. The name is as in files and on the command line; the title is
/// English and the key of its translation (context "Paint").
struct PaintPreset {
    std::string_view name;
    const char* title;
    /// The weights; cells that are masked are taken out afterwards (withMask).
    PaintTarget (*make)(Index queries, Index keys);
};
std::span<const PaintPreset> paintPresets();

/// A preset under a mask.
PaintTarget presetTarget(const PaintPreset& preset, Index queries, Index keys,
                         const std::vector<std::uint8_t>& mayAttend);

/// What textbooks say of the ticket sentence, 我 请 李雷 帮 我 订了 去 北京 的 机票, one
/// relation for each word: the verb looks at its object (订了 → 机票), the motion at its place
/// (去 → 北京), the pronoun at its twin (我 ↔ 我), the others at the word that they belong to.
PaintTarget ticketRelations();
/// What the command line calls them, beside the presets.
inline constexpr std::string_view relationsPattern = "relations";

} // namespace headscope
