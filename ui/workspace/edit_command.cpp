// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/edit_command.h"

namespace headscope {

EditCommand::EditCommand(const QString& text, StatePointer before, StatePointer after,
                         QString mergeKey, Apply apply)
    : QUndoCommand(text)
    , m_before(std::move(before))
    , m_after(std::move(after))
    , m_mergeKey(std::move(mergeKey))
    , m_apply(std::move(apply)) {}

bool EditCommand::mergeWith(const QUndoCommand* next) {
    // QUndoStack only offers commands of the same id(), and this is the only one.
    const auto* edit = static_cast<const EditCommand*>(next);
    if (m_mergeKey.isEmpty() || edit->m_mergeKey != m_mergeKey)
        return false;
    m_after = edit->m_after;
    setText(edit->text()); // of all that the step does now
    setObsolete(m_before->source.sameAs(m_after->source));
    return true;
}

} // namespace headscope
