// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/document_edits.h"

#include <QStringList>

namespace headscope {

/// A document behind an editor: `now` is what stands there, and each edit leaves its words and
/// the number of its step to undo; edits that are undone together have one number.
class EditedDocument : public QObject {
public:
    explicit EditedDocument(const Experiment& experiment)
        : now(experiment)
        , document(experiment) {
        QObject::connect(&document, &Document::changed, this,
                         [this] { now = *document.experiment(); });
    }

    /// What was put into `now` becomes the document.
    void replace() {
        if (!(now == *document.experiment()))
            document.replace(Experiment(now));
    }

    Experiment now;
    Document document;
    QStringList texts;
    QList<int> steps;

private:
    class Recorded : public DocumentEdits {
    public:
        explicit Recorded(EditedDocument& desk)
            : DocumentEdits(desk.document)
            , m_desk(desk) {}
        Status make(const QString& text, const Change& change, const QString& field) override {
            const std::uint64_t before = m_desk.document.revision();
            Status status = DocumentEdits::make(text, change, field);
            if (m_desk.document.revision() != before) {
                m_desk.texts << m_desk.document.undoStack().undoText();
                m_desk.steps << m_desk.document.undoStack().index();
            }
            return status;
        }

    private:
        EditedDocument& m_desk;
    };

public:
    Recorded edits{*this};
};

} // namespace headscope
