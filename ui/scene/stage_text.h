// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/stage.h"
#include "tensor/cell_span.h"

#include <QString>

namespace headscope {

/// The stage in words: "scaled scores".
QString stageName(Stage stage);
/// What the strip writes over a stop: "÷ √8", "softmax" (markup of math_text.h). Before the
/// first trace, null, only what the stop is about.
QString stageSymbol(Stage stage, const Trace* block);
/// A tensor in words: "attention weights", "projected query".
QString tensorTitle(TensorName name);

/// "queries 3–9 × keys 1–12 of 40 × 40": a part of a matrix of so many rows and columns.
QString partText(const CellSpan& part, Index rows, Index columns, bool queryKey);

/// With a large letter first, as a title begins.
QString capitalised(const QString& text);

} // namespace headscope
