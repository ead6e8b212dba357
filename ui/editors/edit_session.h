// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

#include <QString>

namespace headscope {

/// The edits of one field that follow each other: all start from what was there
/// before the first, so that 512 → 5 → 51 → 512 loses nothing, and are undone as one.
class EditSession {
public:
    /// What an edit of that field starts from.
    const Experiment& from(const QString& field, const Experiment& now) {
        if (m_field != field || !(now == m_last)) {
            m_field = field;
            m_base = now;
            m_last = now;
            ++m_number;
        }
        return m_base;
    }
    /// Remembers what the edit made; gives the key that joins it with its neighbours.
    QString made(const Experiment& next) {
        m_last = next;
        return QStringLiteral("%1/%2").arg(m_field).arg(m_number);
    }
    void end() { m_field.clear(); }

private:
    Experiment m_base;
    Experiment m_last;
    QString m_field;
    int m_number = 0;
};

} // namespace headscope
