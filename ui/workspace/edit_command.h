// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

#include <QUndoCommand>

#include <functional>
#include <memory>

namespace headscope {

using ExperimentPointer = std::shared_ptr<const Experiment>;

/// Every edit is this one command: two immutable snapshots, whose tensors share
/// memory, so that undo cannot be wrong.
class EditCommand : public QUndoCommand {
public:
    using Apply = std::function<void(ExperimentPointer)>;

    /// Consecutive commands with one non-empty merge key become one step.
    EditCommand(const QString& text, ExperimentPointer before, ExperimentPointer after,
                QString mergeKey, Apply apply);

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* next) override;

private:
    ExperimentPointer m_before;
    ExperimentPointer m_after;
    QString m_mergeKey;
    Apply m_apply;
};

} // namespace headscope
