// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/history.h"

#include <algorithm>

namespace headscope {

TrainingHistory TrainingHistory::restored(std::vector<StepReport> losses,
                                          std::vector<TrainingRecord> records, Index thinning) {
    TrainingHistory history;
    history.m_losses = std::move(losses);
    for (TrainingRecord& record : records)
        history.m_records.push_back(std::make_shared<const TrainingRecord>(std::move(record)));
    history.m_thinning = thinning;
    return history;
}

bool TrainingHistory::wantsRecord(Index step, Index every, Index steps) const {
    return step == steps || step % (every * m_thinning) == 0;
}

void TrainingHistory::add(TrainingRecord record) {
    m_records.push_back(std::make_shared<const TrainingRecord>(std::move(record)));
    if (m_records.size() <= mostRecords)
        return;
    // Every second one goes; the first and the newest stay.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        if (i % 2 == 0 || i + 1 == m_records.size())
            m_records[kept++] = m_records[i];
    }
    m_records.resize(kept);
    m_thinning *= 2;
}

std::shared_ptr<const TrainingRecord> TrainingHistory::at(Index step) const {
    const auto after = std::ranges::upper_bound(m_records, step, {},
                                                [](const auto& record) { return record->step; });
    return after == m_records.begin() ? nullptr : *std::prev(after);
}

} // namespace headscope
