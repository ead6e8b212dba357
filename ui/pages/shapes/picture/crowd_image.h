// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/element_style.h"

#include <QImage>

namespace headscope {

/// A drawing of more elements than there are pixels, or nearly so: each pixel has
/// the colour of the element in its middle, and knows with which group it moves.
struct CrowdImage {
    QImage colours;                    ///< transparent between the blocks
    std::vector<std::uint32_t> groups; ///< of each pixel, row by row; noGroup between the blocks
    static constexpr std::uint32_t noGroup = 0xffffffff;
};

/// `step` of `journey`, drawn by `blocks`; the top left pixel is its origin. Groups
/// are those of `moving`, where there is one; otherwise all pixels have group 0.
/// Where `right` is given, pixels of misplaced elements are hatched in the error colour.
CrowdImage makeCrowdImage(const Journey& journey, std::size_t step, const BlockGeometry& blocks,
                          const ElementStyle& style, const StepGroups* moving,
                          const Journey* right);

} // namespace headscope
