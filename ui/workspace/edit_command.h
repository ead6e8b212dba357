// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/document_state.h"

#include <QUndoCommand>

#include <functional>

namespace headscope {

/// Every edit is this one command: two immutable states, whose tensors share
/// memory, so that undo cannot be wrong.
class EditCommand : public QUndoCommand {
public:
    using Apply = std::function<void(const StatePointer&)>;

    /// Consecutive commands with one non-empty merge key become one step.
    EditCommand(const QString& text, StatePointer before, StatePointer after, QString mergeKey,
                Apply apply);

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* next) override;

    const StatePointer& before() const { return m_before; }
    const StatePointer& after() const { return m_after; }
    const QString& mergeKey() const { return m_mergeKey; }
    void setMergeKey(const QString& key) { m_mergeKey = key; }

private:
    StatePointer m_before;
    StatePointer m_after;
    QString m_mergeKey;
    Apply m_apply;
};

} // namespace headscope
