// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worksheet/worksheet.h"

namespace headscope {

/// Finds the matrices of a sheet in a trace, each of them once.
class WorksheetMatrices {
public:
    WorksheetMatrices(const Trace& block, const WorksheetOptions& options,
                      const WorksheetLabels& labels, Worksheet& sheet);

    /// The matrix of a tensor that the trace has: a head's own part of it. Computed ones have the
    /// sheet's decimals, given ones as few as hold them.
    std::size_t matrix(TensorName name, std::optional<Index> head);
    /// What is added to the scores: −∞ where a pair is forbidden, else the additive mask or 0.
    std::size_t mask(std::optional<Index> head);
    /// Whether heads have masks of their own.
    bool masksDiffer() const;

    /// The first that is too large for a sheet or too long to be written, if any.
    const Status& status() const { return m_status; }

private:
    std::size_t add(WorksheetMatrix matrix, const std::vector<float>& numbers, bool isGiven);
    /// Numbers that somebody typed.
    void markTyped(std::size_t index);
    std::vector<std::string> labels(Axis axis, TensorName name, Index count) const;

    const Trace& m_block;
    const WorksheetOptions& m_options;
    const WorksheetLabels& m_labels;
    Worksheet& m_sheet;
    Status m_status = Done{};
};

} // namespace headscope
