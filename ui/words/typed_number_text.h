// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"
#include "scene/scene.h"
#include "tensor/axis.h"
#include "trace/trace.h"
#include "trace/typed_number.h"

#include <QString>
#include <QStringList>

namespace headscope {

// Typed numbers in words (trace/typed_number.h).

/// "score", "masked score", "weight": one number of a stage that can be typed.
QString typedStageName(TensorName name);
/// "head 2", "机票 → 订了", before them the block where it has a name and the sequence where there
/// are several. `tokens` are those of its block.
QStringList typedPlaces(const TypedNumber& number, const AxisTokens& tokens, Index batch);
/// "head 2, 机票 → 订了"
QString joinedPlaces(const QStringList& places);
/// The same of all of them.
QString typedPlaceText(const TypedNumber& number, const AxisTokens& tokens, Index batch);
/// "typed, would be 1.889"
QString typedText(float wouldBe);
/// Why nothing can be typed into any number of the scene; empty where that is not so.
QString readOnlyText(const Scene& scene);
/// "2 numbers typed", in all blocks of a computation; empty where none is.
QString typedCountText(const Trace& whole);

} // namespace headscope
