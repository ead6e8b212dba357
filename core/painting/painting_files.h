// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painting/paint.h"

#include <set>
#include <string>

namespace headscope {

/// Writes folder/attention_weights.npy [query, key], query_weight.npy [width, d_k] and
/// key_weight.npy, float32. All of them, or none (OutputFolder).
Status writePaintingFiles(const std::string& folder, const Painting& painting);

/// Their names.
const std::set<std::string>& paintingFiles();

/// One JSON object: kl_bits, limit_bits, verdict, and what they rest on. Counts are from 1 where
/// they count starts; the same painting gives the same bytes.
std::string paintingToJson(const Painting& painting);

} // namespace headscope
