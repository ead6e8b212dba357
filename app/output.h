// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QCommandLineParser>
#include <QStringList>

#include <filesystem>

namespace headscope {

/// What a command writes as --out: a folder, or a file with one of a few endings (".png").
struct Output {
    QStringList endings; ///< none: a folder
    QString path;

    /// As the system takes it.
    std::string fileName() const;
};

/// Whether both names lead to one file, which need not be there.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

/// Reads --out, and looks whether its ending is one of `endings` (devices and pipes such as
/// /dev/fd/63 need none) and whether no other file of the command line is the same one. The Error
/// is one of usage.
Result<Output> readOutput(const QCommandLineParser& parser, const QStringList& endings);

/// Whether that file can be written, asked before anything is computed. The sentence is the one
/// that writing would give. Of folders OutputFolder::check() is asked.
Status checkOutput(const Output& output);

} // namespace headscope
