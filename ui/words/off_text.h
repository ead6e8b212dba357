// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/heads_off.h"

#include <QString>

namespace headscope {

/// "layer 5, head 3"; of a model of one stack nothing else tells an attention from another.
QString headName(const HeadPlace& place);
/// "replaced by 0", "replaced by its mean over the text".
QString offWayText(OffBy by);
/// "1 head switched off, replaced by 0"; empty where all are on.
QString offText(const HeadsOff& off);
/// The legend of a crossed out head: "switched off".
QString offMarkName();

} // namespace headscope
