// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "experiment/experiment.h"

#include <QString>

#include <functional>
#include <memory>

namespace headscope {

/// The one door of the editors: through it they see the experiment and change it. They keep
/// none of their own.
class Edits {
public:
    /// What an edit makes of the experiment, or why it makes nothing.
    using Change = std::function<Result<Experiment>(const Experiment&)>;

    virtual ~Edits() = default;

    /// The experiment as it stands; another one after every change.
    virtual std::shared_ptr<const Experiment> now() const = 0;
    /// That it was taken from; nullptr: none.
    virtual PackedTrainingPointer training() const = 0;
    /// One step to undo; an Error where the change refuses. Edits of one `field` that follow
    /// each other all start from what was there before the first, so that 512 → 5 → 51 → 512
    /// loses nothing, and are undone together.
    virtual Status make(const QString& text, const Change& change, const QString& field = {}) = 0;
    /// The field was left: what comes is a step of its own.
    virtual void endField() = 0;
};

} // namespace headscope
