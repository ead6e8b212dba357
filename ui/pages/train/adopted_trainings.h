// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "training/training_moment.h"

namespace headscope {

/// Which trainings were taken over as the experiment with their history, so that nothing of them
/// is lost. `inDocument` is always the training that the document holds now; null: none.
class AdoptedTrainings {
public:
    /// So many steps of a training went into the document as that.
    void add(std::shared_ptr<const Learner> learner, Index steps,
             std::shared_ptr<const PackedTraining> kept);
    /// A file, or an example, has what the document holds: nobody is asked about that any more.
    /// Trainings that the session has forgotten are forgotten.
    void settle(const std::shared_ptr<const PackedTraining>& inDocument,
                const TrainingMoment& moment);
    /// What of the session would be lost, a sentence; empty: nothing. `typed` are data that were
    /// typed for a training.
    QString lost(const std::shared_ptr<const PackedTraining>& inDocument,
                 const TrainingMoment& moment, const std::string& typed) const;

private:
    struct Adopted {
        std::shared_ptr<const Learner> learner;
        Index steps = 0;
        std::shared_ptr<const PackedTraining> kept;
    };
    /// So many steps of a training are safe; nothing where it was not taken over.
    std::optional<Index> stepsOf(const std::shared_ptr<const Learner>& learner,
                                 const std::shared_ptr<const PackedTraining>& inDocument) const;
    bool isLast(const std::shared_ptr<const PackedTraining>& inDocument) const;

    Adopted m_last;
    std::vector<Adopted> m_settled; ///< what nobody has to be asked about any more
};

} // namespace headscope
