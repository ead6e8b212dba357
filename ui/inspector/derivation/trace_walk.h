// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation.h"
#include "scene/stage.h"

namespace headscope {

/// The value that the trace holds there.
inline float valueOf(const Trace& trace, const TraceCell& at) {
    return trace[at.step].result.at(at.cell);
}

/// The cell that computed the number: goes back through views, transposes and
/// merges, which only move it.
TraceCell makerOf(const Trace& trace, const TraceCell& at);

/// The step that has `operand` at position `position` of its operands and does `operation`.
std::optional<std::size_t> consumerOf(const Trace& trace, std::size_t operand, Operation operation,
                                      std::size_t position = 0);

/// Where the window shows a cell of the trace.
struct Destination {
    Stage stage = Stage::Input;
    std::size_t tensor = 0; ///< of tensorsOf(stage)
    PanelCell cell;

    bool operator==(const Destination&) const = default;
};

/// Nothing where no stage shows that tensor or the cell is of another sequence.
std::optional<Destination> destinationOf(const Trace& trace, Index sequence, const TraceCell& at);

/// Where a NaN or an infinity came into being: the first cell, going back from
/// `at`, whose operands are all finite, or which made NaN out of infinities.
TraceCell originOfNonFinite(const Trace& trace, const TraceCell& at);

} // namespace headscope
