// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_picture.h"

namespace headscope {

double PaintPicture::textScale() const {
    /// Type of 11, the smallest of the page, becomes 22 of 1920 × 1080.
    constexpr double presentedType = 2;
    return isPresented() ? presentedType * scene.display.presentedUnit() : scene.display.textScale;
}

bool PaintPicture::isOnGrid(PaintGeometry::Matrix matrix) const {
    if (matrix == PaintGeometry::Target)
        return true;
    const PaintMatrix& shown = matrices[static_cast<std::size_t>(matrix) - 1];
    return shown.rows > 0 && shown.isPairs;
}

} // namespace headscope
