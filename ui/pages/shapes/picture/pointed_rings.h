// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/shapes_geometry.h"

namespace headscope {

/// Where the words beside the picture point: around a whole tensor where they mean its stop of the
/// strip, else around the numbers of a head, of a token, or of both in each tensor that is shown.
/// What none of these tensors has, such as a pair of tokens, has no ring here.
std::vector<QRectF> pointedRings(const ShapesScene& scene, const ShapesGeometry& geometry);

} // namespace headscope
