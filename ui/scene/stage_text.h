// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QString>

namespace headscope {

/// What the strip writes over a stop: "÷ √d_{k}" (markup of math_text.h).
QString stageSymbol(Stage stage);
/// The stage in words: "scaled scores".
QString stageName(Stage stage);
/// A tensor in words: "attention weights", "projected query".
QString tensorTitle(TensorName name);
/// The same in the shown block: what it receives is called as where it was made.
QString tensorTitle(TensorName name, const Scene& scene);
/// How the tensor comes to be: "softmax(Q·K^{T} ÷ √d_{k})" (markup); may be empty.
QString tensorFormula(TensorName name);
/// The letter by which people know it: "Q", "W_{Q}", "X" (markup); may be empty.
QString tensorSymbol(TensorName name);

} // namespace headscope
