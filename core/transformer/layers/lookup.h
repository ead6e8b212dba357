// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"
#include "trace/trace_writer.h"

namespace headscope {

/// A table with a row for each word, place or segment, and the factor that rows are multiplied by.
struct LookupTable {
    Scope scope; ///< of the block that has it
    Role role = Role::EmbeddingWeight;
    float factor = 1;
};

/// The rows of a table for ids, each times a factor: ids [..] -> [.., d_model].
Tensor lookedUp(const Tensor& ids, const Tensor& source, float factor);

/// Appends the table in its scope, and as `name` in `scope` its rows [.., d_model] for the ids [..]
/// of a step; every id is a row. Gives the step of the rows.
std::size_t appendLookup(Trace& trace, const Parameters& parameters, const LookupTable& from,
                         std::size_t ids, TensorName name, const Scope& scope);

} // namespace headscope
