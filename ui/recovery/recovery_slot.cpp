// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery_slot.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace headscope {

namespace {

const QString fileEnding = QStringLiteral(".recovery");
const QString lockEnding = QStringLiteral(".lock");

/// Opens and locks; not open where somebody else has it. The lock is the kernel's and
/// ends with the process: no number of a process is asked, which another one may have now.
posix::FileDescriptor locked(const QString& path) {
    const std::string name = QFile::encodeName(path).toStdString();
    posix::FileDescriptor descriptor(posix::open(name, O_RDWR | O_CREAT, 0600));
    if (!descriptor.isOpen() || ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0)
        return {};
    // Whoever removed the file between the two has locked, and removed, another one.
    struct stat here {};
    struct stat there {};
    const bool same = ::fstat(descriptor.get(), &here) == 0 && ::stat(name.c_str(), &there) == 0 &&
                      here.st_ino == there.st_ino;
    return same ? std::move(descriptor) : posix::FileDescriptor();
}

} // namespace

RecoverySlot::RecoverySlot(QString file, QString lock, posix::FileDescriptor descriptor)
    : m_file(std::move(file))
    , m_lock(std::move(lock))
    , m_descriptor(std::move(descriptor)) {}

RecoverySlot::~RecoverySlot() {
    QFile::remove(m_lock); // while it is still locked
}

std::unique_ptr<RecoverySlot> RecoverySlot::create(const QString& folder) {
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral(".")))
        return nullptr;
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (int attempt = 0; attempt < 3; ++attempt) {
        const QString name = dir.filePath(QUuid::createUuid().toString(QUuid::WithoutBraces));
        posix::FileDescriptor descriptor = locked(name + lockEnding);
        if (descriptor.isOpen())
            return std::unique_ptr<RecoverySlot>(
                new RecoverySlot(name + fileEnding, name + lockEnding, std::move(descriptor)));
    }
    return nullptr;
}

std::vector<std::unique_ptr<RecoverySlot>> RecoverySlot::takeAbandoned(const QString& folder) {
    std::vector<std::unique_ptr<RecoverySlot>> taken;
    const QDir dir(folder);
    const auto entries = [&dir](const QString& ending, QDir::SortFlags sorting = QDir::Unsorted) {
        return dir.entryInfoList({u'*' + ending}, QDir::Files | QDir::Hidden, sorting);
    };
    for (const QFileInfo& file : entries(fileEnding, QDir::Time)) {
        if (taken.size() == mostAtOnce)
            break;
        const QString lock = dir.filePath(file.completeBaseName() + lockEnding);
        posix::FileDescriptor descriptor = locked(lock);
        // Between the list and the lock its window may have closed and removed it.
        if (descriptor.isOpen() && QFileInfo::exists(file.absoluteFilePath()))
            taken.push_back(std::unique_ptr<RecoverySlot>(
                new RecoverySlot(file.absoluteFilePath(), lock, std::move(descriptor))));
    }
    std::ranges::reverse(taken);
    // Locks of windows that were killed with nothing unsaved.
    for (const QFileInfo& lock : entries(lockEnding)) {
        if (QFileInfo::exists(dir.filePath(lock.completeBaseName() + fileEnding)))
            continue;
        const posix::FileDescriptor descriptor = locked(lock.absoluteFilePath());
        if (descriptor.isOpen())
            QFile::remove(lock.absoluteFilePath());
    }
    return taken;
}

QDateTime RecoverySlot::lastWritten() const {
    return QFileInfo(m_file).lastModified();
}

} // namespace headscope
