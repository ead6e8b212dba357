// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/adopted_trainings.h"

#include "pages/train/train_words.h"

#include <algorithm>

namespace headscope {

void AdoptedTrainings::add(std::shared_ptr<const Learner> learner, Index steps,
                           std::shared_ptr<const PackedTraining> kept) {
    m_last = {std::move(learner), steps, std::move(kept)};
}

bool AdoptedTrainings::isLast(const std::shared_ptr<const PackedTraining>& inDocument) const {
    // Undo takes it out of the document again.
    return m_last.kept && inDocument == m_last.kept;
}

std::optional<Index>
AdoptedTrainings::stepsOf(const std::shared_ptr<const Learner>& learner,
                          const std::shared_ptr<const PackedTraining>& inDocument) const {
    std::optional<Index> steps;
    if (isLast(inDocument) && learner == m_last.learner)
        steps = m_last.steps;
    for (const Adopted& settled : m_settled)
        if (settled.learner == learner)
            steps = std::max(steps.value_or(0), settled.steps);
    return steps;
}

void AdoptedTrainings::settle(const std::shared_ptr<const PackedTraining>& inDocument,
                              const TrainingMoment& moment) {
    if (isLast(inDocument))
        m_settled.push_back(m_last);
    std::erase_if(m_settled, [&](const Adopted& kept) {
        return kept.learner != moment.learner &&
               (!moment.aside || kept.learner != moment.aside->learner);
    });
}

QString AdoptedTrainings::lost(const std::shared_ptr<const PackedTraining>& inDocument,
                               const TrainingMoment& moment, const std::string& typed) const {
    const std::optional<Index> kept = stepsOf(moment.learner, inDocument);
    if (moment.stepsDone > std::max(moment.opened, kept.value_or(0)))
        return TrainText::tr("The training of %n step(s) was not taken over as the experiment.",
                             nullptr, static_cast<int>(moment.stepsDone));
    if (const auto& aside = moment.aside;
        aside &&
        aside->stepsDone > std::max(aside->opened, stepsOf(aside->learner, inDocument).value_or(0)))
        return TrainText::tr("The training of %n step(s) that was put aside was not taken over as "
                             "the experiment.",
                             nullptr, static_cast<int>(aside->stepsDone));
    // Those trainings are kept, and what they learnt from with them.
    const bool isLearnt = (typed == moment.recipe.text && (moment.stepsDone > 0 || kept)) ||
                          (moment.aside && typed == moment.aside->text);
    if (!typed.empty() && !isLearnt)
        return TrainText::tr("The data that were typed for a training were not learnt from.");
    return {};
}

} // namespace headscope
