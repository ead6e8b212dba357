// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"
#include "support/result.h"

#include <QCommandLineParser>
#include <QStringList>
#include <QTextStream>

#include <optional>
#include <span>

namespace headscope {

/// One command of the program: results go to `out`, messages to `err`, and the
/// exit status (an ExitCode) comes back. `arguments` begin after the command's name.
struct Command {
    const char* name;
    const char* summary; ///< one line of --help
    int (*run)(const QStringList& arguments, QTextStream& out, QTextStream& err);
    CommandManual (*manual)();
};

/// In the order of --help.
std::span<const Command> commands();

/// Whether an argument that is no option is a file or looks like the path of one.
bool looksLikeFile(const QString& argument);

/// What the window is opened with: its value stands behind it, in front of the files.
inline constexpr const char* profileOption = "--profile";

/// Whether these arguments ask for the window: there are none, or all look like files or stand
/// behind "--", with a profile in front of them or not.
bool wantsWindow(const QStringList& arguments);

/// Everything but the window. `arguments` begin after the program's name.
int runCommandLine(const QStringList& arguments, QTextStream& out, QTextStream& err);

/// What is told of the program itself, but for its commands.
CommandManual programManual();
QString exitStatusLine();

/// Parses the arguments of a command, which know the options of `manual`; the exit status where
/// they end it: they ask for help, or are wrong, or an option is given nothing. Only --scope and
/// --text may be empty.
std::optional<int> parseOrEnd(QCommandLineParser& parser, const QString& command,
                              const CommandManual& manual, const QStringList& arguments,
                              QTextStream& out, QTextStream& err);

/// The command could not do it: prints the sentence, gives exitFailure.
int failed(QTextStream& err, const Error& error);
/// The command was called wrongly: prints the sentence and where help is, gives exitUsage.
int calledWrongly(QTextStream& err, const QString& command, const QString& sentence);

/// The sentence for a terminal; the names in it are visible text already.
QString printable(const Error& error);

} // namespace headscope
