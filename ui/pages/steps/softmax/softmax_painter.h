// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/softmax/softmax_data.h"
#include "pages/steps/softmax/softmax_geometry.h"

class QPainter;

namespace headscope {

/// How the picture looks, whatever its numbers are.
struct SoftmaxLook {
    ThemeKind theme = ThemeKind::Light;
    double textScale = 1;
    bool locked = false; ///< the asked column stays
    bool presentation = false;
};

/// What layoutSoftmax() needs to know of the words, which depend on language and fonts.
SoftmaxGeometryInput softmaxInput(const QRectF& area, const SoftmaxData& data,
                                  const SoftmaxLook& look);

/// The row at a moment of the step, [0, 1]. A number is written when its bar is complete, and not
/// before.
void paintSoftmax(QPainter& painter, const SoftmaxGeometry& geometry, const SoftmaxData& data,
                  double progress, const SoftmaxLook& look);

} // namespace headscope
