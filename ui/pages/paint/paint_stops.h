// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"
#include "strip/stop_strip.h"

namespace headscope {

/// The stops of one step of the descent, as the strip over the Paint page shows them.
StopStripPicture paintStops(const PaintScene& scene);
/// "Q, K", markup.
QString paintStopName(PaintStop kind, const PaintScene& scene);

} // namespace headscope
