// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "workspace/document.h"

namespace headscope {

/// The edits of a document.
class DocumentEdits : public Edits {
public:
    explicit DocumentEdits(Document& document)
        : m_document(document) {}

    ExperimentPointer now() const override { return m_document.experiment(); }
    PackedTrainingPointer training() const override { return m_document.source().training(); }
    Status make(const QString& text, const Change& change, const QString& field = {}) override;
    void endField() override { m_field.clear(); }

private:
    Document& m_document;
    QString m_field;          ///< of the edits that follow each other; empty: none
    ExperimentPointer m_base; ///< before the first of them
    ExperimentPointer m_last; ///< after the newest
    int m_number = 0;
};

} // namespace headscope
