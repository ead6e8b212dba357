// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/file_io.h"

#include <QByteArray>
#include <QFile>

namespace headscope {

/// writeFileAtomically() of what Qt encoded: a picture, a film.
inline Status writeBytes(const std::string& path, const QByteArray& bytes) {
    return writeFileAtomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}
inline Status writeBytes(const QString& path, const QByteArray& bytes) {
    return writeBytes(QFile::encodeName(path).toStdString(), bytes);
}

} // namespace headscope
