// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/paint.h"

#include <set>
#include <string>

namespace headscope {

/// Writes folder/attention_weights.npy [query, key], query_weight.npy [width, d_k] and
/// key_weight.npy, float32, and painting.json, which is paintingToJson(). All of them, or none
/// (OutputFolder). `figure` is the name of a file that the caller draws there afterwards: one of
/// the time before goes with the results.
Status writePaintingFiles(const std::string& folder, const Painting& painting,
                          const std::string& figure = {});

/// Their names.
const std::set<std::string>& paintingFiles();
/// Those of them that a painting wrote there before.
std::set<std::string> paintingFilesIn(const std::string& folder);
/// Whether they can be written there (OutputFolder::check), asked before anything is computed.
Status checkPaintingFolder(const std::string& folder, const std::string& figure = {});

/// One JSON object: kl_bits, limit_bits, verdict, and what they rest on. Counts are from 1 where
/// they count starts; the same painting gives the same bytes.
std::string paintingToJson(const Painting& painting);

} // namespace headscope
