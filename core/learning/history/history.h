// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/training.h"

#include <span>

namespace headscope {

/// The model at one step, with what was measured there.
struct TrainingRecord {
    Index step = 0; ///< steps done
    Parameters parameters;
    Evaluation evaluation;
};

/// What a training went through: the loss of every step, and records of some. A value that
/// shares its memory: a view keeps a copy while the training goes on.
class TrainingHistory {
public:
    /// More records than this are never kept: then every second one is dropped, and from there
    /// on only every second one is taken.
    static constexpr std::size_t mostRecords = 500;

    /// What was kept elsewhere: at most mostRecords records, their steps increasing.
    static TrainingHistory restored(std::vector<StepReport> losses,
                                    std::vector<TrainingRecord> records, Index thinning);

    /// Whether a record is wanted at that many steps done: at 0, at each `every` (or a multiple
    /// of it once records were dropped), at the last.
    bool wantsRecord(Index step, Index every, Index steps) const;
    void add(const StepReport& report) { m_losses.push_back(report); }
    void add(TrainingRecord record);

    /// Of every step, in their order.
    const std::vector<StepReport>& losses() const { return m_losses; }
    std::span<const std::shared_ptr<const TrainingRecord>> records() const { return m_records; }
    /// The record at a step or the last one before it; nullptr where there is none.
    std::shared_ptr<const TrainingRecord> at(Index step) const;
    /// Every how many steps records are taken by now, in units of the recipe's.
    Index thinning() const { return m_thinning; }

private:
    std::vector<StepReport> m_losses;
    std::vector<std::shared_ptr<const TrainingRecord>> m_records;
    Index m_thinning = 1;
};

} // namespace headscope
