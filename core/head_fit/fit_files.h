// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/head_fit.h"

#include <string>

namespace headscope {

/// Writes folder/attention_weights.npy [query, key], query_weight.npy [width, d_k] and
/// key_weight.npy, float32, and painting.json, which is fitToJson(): all of them or none, in a
/// folder that is new, or empty (OutputFolder).
Status writeFitFiles(const std::string& folder, const HeadFit& fit);

/// One JSON object: kl_bits, limit_bits, verdict, and what they rest on. Counts are from 1 where
/// they count starts; the same painting gives the same bytes.
std::string fitToJson(const HeadFit& fit);

} // namespace headscope
