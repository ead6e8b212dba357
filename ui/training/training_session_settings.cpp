// SPDX-License-Identifier: GPL-3.0-or-later
// What may change while it learns.
#include "training/training_session.h"

#include <algorithm>

namespace headscope {

void TrainingSession::change(const std::function<Status(Training&)>& change) {
    command([this, change] {
        if (!m_course)
            return;
        const TrainingRecipe before = m_course->training.recipe();
        const Status changed = change(m_course->training);
        m_refusal = changed ? std::nullopt : std::optional(changed.error());
        m_course->stops = stopsOf(m_course->training); // their shapes have the batch
        const Index step = m_course->training.stepsDone();
        const bool again = !m_course->changes.empty() && m_course->changes.back() == step;
        if (step > 0 && !again && !(before == m_course->training.recipe()))
            m_course->changes.push_back(step);
    });
}

void TrainingSession::setOptimiser(const OptimiserConfig& config) {
    change([config](Training& training) -> Status {
        training.setOptimiser(config);
        return Done{};
    });
}

void TrainingSession::setSmoothing(float smoothing) {
    change([smoothing](Training& training) -> Status {
        training.setSmoothing(smoothing);
        return Done{};
    });
}

void TrainingSession::setBatch(Index batch) {
    change([batch](Training& training) { return training.setBatch(batch); });
}

void TrainingSession::setSteps(Index steps) {
    change([steps](Training& training) -> Status {
        training.setSteps(std::max(steps, std::max<Index>(1, training.stepsDone())));
        return Done{};
    });
}

} // namespace headscope
