// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/file_io.h"
#include "disk/output_file.h"

#include <QByteArray>
#include <QFile>

namespace headscope {

inline std::string_view viewOf(const QByteArray& bytes) {
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// writeFileAtomically() of what Qt encoded: a picture, a film.
inline Status writeBytes(const std::string& path, const QByteArray& bytes) {
    return writeFileAtomically(path, viewOf(bytes));
}
inline Status writeBytes(const QString& path, const QByteArray& bytes) {
    return writeBytes(QFile::encodeName(path).toStdString(), bytes);
}

/// The same but for the name: OutputFile::publish() by who still wants the file.
inline Result<OutputFile> finishedFile(const QString& path, const QByteArray& bytes) {
    const std::string_view pieces[] = {viewOf(bytes)};
    return OutputFile::finished(QFile::encodeName(path).toStdString(), pieces);
}

} // namespace headscope
