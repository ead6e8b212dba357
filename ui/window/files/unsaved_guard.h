// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

namespace headscope {

class Document;
class Recovery;
class RecoverySlot;
class StatusLine;

/// Keeps what is unsaved in a recovery file, nowhere until it is told where, and warns for as long
/// as that cannot be written.
class UnsavedGuard : public QObject {
    Q_OBJECT

public:
    UnsavedGuard(Document& document, StatusLine& status);
    /// What is unsaved stays in the file.
    ~UnsavedGuard() override;

    /// In that folder from now on.
    void keepIn(const QString& folder);
    /// Goes on with the recovery file that another window left.
    void keepIn(std::unique_ptr<RecoverySlot> slot);
    /// What is unsaved is on the disk.
    bool finish();
    /// Nothing is to be offered the next time.
    void discard();

private:
    void warn();
    void setFailed(const QString& folder);

    Document& m_document;
    StatusLine& m_status;
    std::unique_ptr<Recovery> m_recovery;
    QString m_failedFolder; ///< empty: it can be written
};

} // namespace headscope
