// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/stage.h"

#include <QString>

namespace headscope {

/// The stage in words: "scaled scores".
QString stageName(Stage stage);
/// What the strip writes over a stop: "÷ √8", "softmax" (markup of math_text.h). Before the
/// first trace, null, only what the stop is about.
QString stageSymbol(Stage stage, const Trace* block);
/// A tensor in words: "attention weights", "projected query".
QString tensorTitle(TensorName name);

/// With a large letter first, as a title begins.
QString capitalised(const QString& text);

} // namespace headscope
