// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <string>
#include <vector>

namespace headscope {

/// "pieces.json", the words of a trained model, or "lens.csv", what each layer would say;
/// "logits.npy" stands beside the folders as well as in its own.
struct ExtraFile {
    std::string name;
    std::string text;
    std::string copyOf = {}; ///< a file of the trace instead; nothing where it has none such
};

/// Writes every step of a trace as folder/<name>.npy (float32, C order) and
/// folder/trace.json, all of them or none. The folder is new, or empty (OutputFolder). The paths of
/// the files, trace.json last.
/// `more` is what stands beside the stages of a trained model, unless it is empty.
Result<std::vector<std::string>> writeTraceFiles(const std::string& folder, const Trace& trace,
                                                 const std::vector<ExtraFile>& more = {});

/// Where the words of attention weights stand, "…/attention_weights.tokens.json", as who opens
/// these alone looks for them; empty: `file` is no such.
std::string tokensFileOf(const std::string& file);

} // namespace headscope
