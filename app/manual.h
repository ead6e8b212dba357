// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineOption>
#include <QList>
#include <QString>
#include <QStringList>

namespace headscope {

/// What a person is told about a command, wherever that is.
struct CommandManual {
    QStringList usage;   ///< lines behind "headscope "
    QString description; ///< of lines that are broken already
    QList<QCommandLineOption> options;
};

/// What --help prints; `commands` stand before the options.
QString helpText(const CommandManual& manual, const QString& commands = {});

/// The program and all of its commands as a page of man(1), in the macros of man(7).
QString manPage();
/// What completes commands, options, and the words and files that these take, in bash.
QString bashCompletion();

} // namespace headscope
