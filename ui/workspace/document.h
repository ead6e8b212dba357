// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/edit_command.h"

#include <QObject>
#include <QUndoStack>

namespace headscope {

/// The experiment as it stands and how it came to be: the one door for edits.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(Experiment experiment, QObject* parent = nullptr);

    const ExperimentPointer& experiment() const { return m_experiment; }
    /// Counts up with every change, undo and redo included.
    std::uint64_t revision() const { return m_revision; }
    QUndoStack& undoStack() { return m_stack; }

    /// Nothing happens where `next` equals what is there. Edits with one merge
    /// key that follow each other are undone together until endMerge().
    void edit(const QString& text, Experiment next, const QString& mergeKey = {});
    /// What follows is a step of its own, even with the same merge key.
    void endMerge() { ++m_mergeGroup; }
    /// Another document: what was there cannot be undone any more.
    void replace(Experiment experiment);

Q_SIGNALS:
    void changed();

private:
    void apply(ExperimentPointer experiment);

    QUndoStack m_stack;
    ExperimentPointer m_experiment;
    std::uint64_t m_revision = 0;
    int m_mergeGroup = 0;
};

} // namespace headscope
