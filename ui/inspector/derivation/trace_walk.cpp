// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/trace_walk.h"

#include "operations/contributors.h"
#include "scene/panels/matrix_panel.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

TraceCell cellOf(const Trace& trace, std::size_t step, const Contributor& contributor) {
    return {trace[step].operands[contributor.operand], contributor.cell};
}

bool contains(const MatrixPanel& panel, const Cell& cell, PanelCell& found) {
    if (panel.kind == MatrixPanel::Kind::MeanHead || panel.kind == MatrixPanel::Kind::MaxHead)
        return false;
    const auto index = [&](std::size_t axis) { return axis < cell.size() ? cell[axis] : 0; };
    found.row = index(panel.rowAxis);
    found.column = index(panel.columnAxis);
    if (found.row >= panel.matrix.size(0) || found.column >= panel.matrix.size(1))
        return false;
    return panel.cellAt(found.row, found.column) == cell;
}

} // namespace

TraceCell makerOf(const Trace& trace, const TraceCell& at) {
    TraceCell here = at;
    while (isLayout(trace[here.step].operation)) {
        const auto from = contributors(trace, here.step, here.cell);
        if (from.empty())
            break;
        here = cellOf(trace, here.step, from.front());
    }
    return here;
}

std::optional<std::size_t> consumerOf(const Trace& trace, std::size_t operand, Operation operation,
                                      std::size_t position) {
    for (std::size_t step = operand + 1; step < trace.steps().size(); ++step) {
        const TraceStep& candidate = trace[step];
        if (candidate.operation == operation && candidate.operands.size() > position &&
            candidate.operands[position] == operand)
            return step;
    }
    return std::nullopt;
}

std::optional<Destination> destinationOf(const Trace& trace, Index sequence, const TraceCell& at) {
    const TensorName name = trace[at.step].name;
    const std::optional<StageTensor> place = stageTensorOf(name, trace);
    if (!place)
        return std::nullopt;
    Destination destination;
    destination.stage = place->stage;
    destination.tensor = place->tensor;
    const std::vector<MatrixPanel> panels = slicesOf(trace, name, sequence);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        if (panels[i].step == at.step && contains(panels[i], at.cell, destination.cell)) {
            destination.cell.panel = static_cast<int>(i);
            return destination;
        }
    }
    return std::nullopt;
}

TraceCell originOfNonFinite(const Trace& trace, const TraceCell& at) {
    TraceCell here = at;
    // Steps only have earlier ones as operands, so this ends.
    while (true) {
        const bool nan = std::isnan(valueOf(trace, here));
        std::optional<TraceCell> earlier;
        for (const Contributor& contributor : contributors(trace, here.step, here.cell)) {
            const TraceCell candidate = cellOf(trace, here.step, contributor);
            const float value = valueOf(trace, candidate);
            // A NaN comes of a NaN where there is one; else it was made here.
            if (nan ? std::isnan(value) : std::isinf(value)) {
                earlier = candidate;
                break;
            }
        }
        if (!earlier)
            return here;
        here = *earlier;
    }
}

} // namespace headscope
