// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/document_edits.h"

namespace headscope {

Status DocumentEdits::make(const QString& text, const Change& change, const QString& field) {
    if (!m_document.source().experiment())
        return Done{}; // the editors of an experiment are not shown
    const ExperimentPointer before = now();
    if (field.isEmpty() || field != m_field || before != m_last) {
        m_field = field;
        m_base = before;
        ++m_number;
    }
    m_last = before;
    Result<Experiment> next = change(*m_base);
    if (!next)
        return next.error();
    m_document.edit(text, std::move(next).value(),
                    field.isEmpty() ? QString() : QStringLiteral("%1/%2").arg(field).arg(m_number));
    m_last = now();
    return Done{};
}

} // namespace headscope
