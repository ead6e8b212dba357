// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/files/document_edits.h"

#include <QStringList>

namespace headscope {

/// A document behind an editor: `now` is what stands there, and each edit leaves its words and
/// the number of its step to undo; edits that are undone together have one number.
class EditedDocument : public QObject {
public:
    explicit EditedDocument(const Source& source)
        : now(*source.experiment())
        , document(source) {
        QObject::connect(&document, &Document::changed, this,
                         [this] { now = *document.experiment(); });
    }

    /// What was put into `now` becomes the document.
    void replace() {
        if (!(now == *document.experiment()))
            document.replace(document.source().with(now));
    }

    Experiment now;
    Document document;
    QStringList texts;
    QList<int> steps;

private:
    class Recorded : public DocumentEdits {
    public:
        explicit Recorded(EditedDocument& session)
            : DocumentEdits(session.document)
            , m_session(session) {}
        Status make(const QString& text, const Change& change, const QString& field) override {
            const std::uint64_t before = m_session.document.revision();
            Status status = DocumentEdits::make(text, change, field);
            if (m_session.document.revision() != before) {
                m_session.texts << m_session.document.undoStack().undoText();
                m_session.steps << m_session.document.undoStack().index();
            }
            return status;
        }

    private:
        EditedDocument& m_session;
    };

public:
    Recorded edits{*this};
};

} // namespace headscope
