// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery.h"

#include "workspace/document.h"

namespace headscope {

namespace {
constexpr std::chrono::milliseconds unfelt{15};
} // namespace

Recovery::Recovery(Document& document, std::unique_ptr<RecoverySlot> slot, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_slot(std::move(slot))
    , m_writer(m_slot->file())
    , m_keeps(QFile::exists(m_slot->file())) {
    // An edit is kept before anything else happens with it; that a file was saved can wait
    // until the history says what else is unsaved.
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &Recovery::update);
    connect(&document, &Document::placeChanged, this, &Recovery::update, Qt::QueuedConnection);
    connect(&m_writer, &RecoveryWriter::failed, this, &Recovery::failed);
    connect(&m_writer, &RecoveryWriter::worked, this, &Recovery::worked);
}

Recovery::~Recovery() {
    m_writer.finish();
}

void Recovery::update() {
    if (m_discarded)
        return;
    if (!m_document.isSaved()) {
        // Edits that follow each other faster than the disk is: one of them may wait to be
        // written, not more, as long as nobody feels it.
        m_writer.finishWithin(unfelt);
        const DocumentPlace& place = m_document.place();
        m_writer.keep({m_document.own(), place.path, place.stamp, m_document.extras()});
        m_keeps = true;
    } else if (m_keeps && !m_document.leftUnsaved()) {
        m_writer.remove();
        m_keeps = false;
    }
}

void Recovery::discard() {
    m_discarded = true;
    if (m_keeps)
        m_writer.remove();
    m_writer.finish();
}

} // namespace headscope
