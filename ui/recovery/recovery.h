// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "recovery/recovery_slot.h"
#include "recovery/recovery_writer.h"

namespace headscope {

class Document;

/// Keeps what a document holds unsaved in its recovery file, from edit to edit.
class Recovery : public QObject {
    Q_OBJECT

public:
    Recovery(Document& document, std::unique_ptr<RecoverySlot> slot, QObject* parent = nullptr);
    /// What is unsaved stays in the file.
    ~Recovery() override;

    /// Everything is on the disk.
    bool finish() { return m_writer.finish(); }
    /// The person saved it or lets it go: nothing is to be offered.
    void discard();

Q_SIGNALS:
    void failed(const headscope::Error& error);
    void worked();

private:
    void update();

    Document& m_document;
    std::unique_ptr<RecoverySlot> m_slot;
    RecoveryWriter m_writer;
    bool m_keeps = false;
    bool m_discarded = false;
};

} // namespace headscope
