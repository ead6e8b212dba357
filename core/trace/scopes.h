// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/scope.h"
#include "trace/trace.h"

namespace headscope {

/// One block of a trace.
struct TraceScope {
    std::string path; ///< "encoder/0/self_attention"; empty for plain attention
    ScopeKind kind = ScopeKind::Attention;

    bool operator==(const TraceScope&) const = default;
};

/// The blocks of a trace in the order of the computation. Inputs alone are no block.
std::vector<TraceScope> scopesOf(const Trace& trace);

/// The scores that a model says of all words of its vocabulary, [batch, sequence, vocabulary];
/// nullptr where it predicts nothing.
const TraceStep* logitsOf(const Trace& trace);

/// The steps of one scope as a trace of its own.
struct TraceSlice {
    Trace trace;                      ///< every scope in it is empty
    std::vector<std::size_t> origins; ///< which step of the whole trace each one is

    bool operator==(const TraceSlice&) const = default;
};

/// What the views of plain attention show of any block. What the block reads from
/// outside comes first, as inputs: in attention query_input, key_input and
/// value_input, as far as they differ; elsewhere the first operand is query_input
/// and others keep their names. Parameters from outside stay what they are.
/// The slice of "" in a trace of one scope is that trace.
TraceSlice slice(const Trace& trace, std::string_view scope);

} // namespace headscope
