// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/file_stamp.h"

#include "disk/file_io.h"

#include <QCryptographicHash>
#include <QFile>

#include <sys/stat.h>

namespace headscope {

namespace {

QByteArray hashOf(std::string_view content) {
    return QCryptographicHash::hash(
        QByteArrayView(content.data(), static_cast<qsizetype>(content.size())),
        QCryptographicHash::Sha256);
}

/// All but the content; unknown where there is no regular file.
FileStamp look(const QString& path) {
    struct stat status {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    FileStamp stamp;
    stamp.size = status.st_size;
    stamp.modified = qint64{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    stamp.place = status.st_ino;
    return stamp;
}

} // namespace

FileStamp stampOf(const QString& path, std::string_view content) {
    FileStamp stamp = look(path);
    stamp.content = hashOf(content);
    // Written by another one between the reading and this look: not what was read.
    if (stamp.isKnown() && stamp.size != static_cast<qint64>(content.size()))
        stamp = {static_cast<qint64>(content.size()), 0, 0, stamp.content};
    return stamp;
}

FileStamp glanceAt(const QString& path) {
    return look(path);
}

bool changedSince(const QString& path, const FileStamp& stamp) {
    const FileStamp now = look(path);
    if (!stamp.isKnown() || !now.isKnown())
        return false;
    if (now.size != stamp.size)
        return true;
    if (stamp.content.isEmpty())
        return now != stamp;
    const Result<std::string> text = readFile(QFile::encodeName(path).toStdString());
    return text && hashOf(*text) != stamp.content;
}

bool seemsChanged(const QString& path, const FileStamp& stamp) {
    FileStamp now = look(path);
    now.content = stamp.content;
    return now != stamp && changedSince(path, stamp);
}

} // namespace headscope
