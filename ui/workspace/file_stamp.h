// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <string_view>

namespace headscope {

/// What a file was like when it was read or written: size, time and content.
struct FileStamp {
    qint64 size = -1;     ///< −1: nothing is known
    qint64 modified = 0;  ///< nanoseconds
    quint64 place = 0;    ///< of the content on the disk: another one where it was replaced
    QByteArray content{}; ///< a hash

    bool isKnown() const { return size >= 0; }
    bool operator==(const FileStamp&) const = default;
};

/// Of the file that was just read from `path` or written there as `content`.
FileStamp stampOf(const QString& path, std::string_view content);

/// Of a file whose content is too large to be known: another size, time or place is another file.
FileStamp glanceAt(const QString& path);

/// Whether somebody else wrote `path` since: its content is read, whatever its time says. A
/// file that is gone, or that has the same content with another time, did not change: nothing
/// would be lost.
bool changedSince(const QString& path, const FileStamp& stamp);

/// The same at a glance: not read where size, time and place are those that are known.
bool seemsChanged(const QString& path, const FileStamp& stamp);

} // namespace headscope
