// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "opening/experiment_files.h"

namespace headscope {

/// Reads queries, keys and values and checks them against each other and the weights of the
/// experiment; Errors name the files. A file of several arrays has them by the names that people
/// give them (query, q, x; key, k; value, v), and its words, if any, become those of `words`.
Status readInputs(const ExperimentFiles& files, OpenedExperiment& opened, ArrayFile& words);

/// Whether a file has an array that is called as an input is.
bool namesInputs(const std::string& path);
/// Whether an array is called as inputs are: "query", "x", "hidden_states".
bool isInputName(std::string_view name);

} // namespace headscope
