// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <string>

namespace headscope {

/// "scores", or with its scope "encoder/0/self_attention/scores": what names a
/// step within a trace, in trace.json and as a file (with ".npy").
std::string qualifiedName(const TraceStep& step);

/// The steps of a trace without their numbers, as JSON:
///   { "format": "headscope-trace", "version": 1, "steps": [
///     { "name": "scores", "operation": "query_key_product",
///       "operands": ["query", "key"], "axes": ["batch", "heads", "query", "key"],
///       "shape": [1, 4, 10, 10], "dtype": "float32", "file": "scores.npy" }, … ] }
/// in the order of computation. "factor" is there for scale and dropout, and ε as it for normalise,
/// and "fully_masked" ("zeros", "nan" or "uniform") for softmax. Where numbers were typed there is
///   "held": [ { "cell": [0, 1, 2, 3], "value": 0.5, "would_be": 0.25 }, … ]
/// with cells counted from 0 in the order of the axes; "-inf" and "nan" are text.
std::string traceToJson(const Trace& trace);

} // namespace headscope
