// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "steps/scale_root.h"
#include "trace/trace.h"

#include <QString>

#include <optional>
#include <span>

namespace headscope {

// How the tensors of a block came to be: read from the operations, operands and factors of
// its trace and from nothing else, so that it says what was computed. Markup of math_text.h.

/// The letter by which people know a tensor: "Q", "W_{Q}", "X"; may be empty.
QString tensorSymbol(TensorName name);
/// The same for a row of it: "x" of X, "x_{K}" of X_{K}; other letters stay.
QString rowSymbol(TensorName name);

/// " + b_{Q}" of a projection, a layer or a norm that adds a bias, else empty: whoever writes the
/// product of one writes this behind it.
QString biasText(const Trace& block, const TraceStep& step);

/// The product with W_O as a sum: "Σ_{h} head_{h}·W_{O,h} + b_{O}"; empty of what is none, as of
/// headsOfProduct().
QString headSumText(const Trace& block, std::size_t step);

/// What points at the scaled scores while a lesson asks by what scores are divided, …
PointedAt askedScale();
/// … and whether nothing does: only then that is told.
bool tellsScale(std::span<const PointedAt> pointed);

/// What a Scale step does: "÷ √8" where its factor is 1/√d_k of one head, else "× 0.125". "÷ ?"
/// while it is not to be told, here and in what is below.
QString scaleText(const Trace& block, std::size_t step, bool told = true);

/// What the step does to what it is made of: "÷ √8", "+ M", "softmax", "· W_{1} + b_{1}".
/// Empty where it is given or where it only moves numbers.
QString operationText(const Trace& block, std::size_t step, bool told = true);
/// All of it, from the letters on: "softmax(Q·K^{T} ÷ √8 + M)·V". Empty as above.
QString formulaText(const Trace& block, std::size_t step, bool told = true);

} // namespace headscope
