// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/posix.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace headscope {

/// The place of one document among the recovery files: NAME.recovery beside NAME.lock,
/// which is locked as long as the process of the window lives, whatever ends it.
class RecoverySlot {
public:
    /// A new one; nothing where the folder cannot be made or written.
    static std::unique_ptr<RecoverySlot> create(const QString& folder);
    /// More are not taken at once: each is an open file, and may become a window.
    static constexpr std::size_t mostAtOnce = 32;
    /// Takes those whose window is gone and that hold something, the newest ones of many;
    /// nobody else is offered them as long as they live here. Oldest first.
    static std::vector<std::unique_ptr<RecoverySlot>> takeAbandoned(const QString& folder);

    /// Removes the lock, and nothing else.
    ~RecoverySlot();
    Q_DISABLE_COPY_MOVE(RecoverySlot)

    const QString& file() const { return m_file; }
    QDateTime lastWritten() const;

private:
    RecoverySlot(QString file, QString lock, posix::FileDescriptor descriptor);

    QString m_file;
    QString m_lock;
    posix::FileDescriptor m_descriptor;
};

} // namespace headscope
