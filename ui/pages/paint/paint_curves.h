// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"
#include "plots/descent_plot.h"

namespace headscope {

/// The ways of all descents that are known, with the limit and the playhead.
DescentCurves paintCurves(const PaintScene& scene);

} // namespace headscope
