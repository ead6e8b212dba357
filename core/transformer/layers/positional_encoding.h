// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "support/execution.h"
#include "trace/trace_writer.h"

namespace headscope {

/// The sinusoidal encoding of positions 0 … length − 1, [sequence, d_model]:
///   PE(p, 2i) = sin(p / 10000^(2i / d_model)),  PE(p, 2i + 1) = cos(p / 10000^(2i / d_model))
/// (Vaswani et al. 2017, section 3.5); an odd d_model ends with a sine. Rounded
/// once, from double. False if cancelled.
bool positionalEncoding(Index length, Index width, const Execution& execution, Tensor& result);

/// Appends positional_encoding and embedded_input = input + encoding; gives the
/// step of the latter, or nothing where it was cancelled. The encoding is
/// [sequence, d_model], and [sequence, 1, d_model] where the sequence is the first axis.
std::optional<std::size_t> appendPositions(TraceWriter& trace, std::size_t input, Layout layout,
                                           const Execution& execution);

} // namespace headscope
