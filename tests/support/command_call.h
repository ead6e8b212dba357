// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <QDir>
#include <QProcess>
#include <QProcessEnvironment>

namespace headscope::testing {

/// What a command came to.
struct Outcome {
    int status = -1; ///< −1 too where it did not end by itself
    QString out;
    QString err;
};

/// "headscope" with these arguments, in this process.
inline Outcome call(const QStringList& arguments) {
    Outcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.status = runCommandLine(arguments, out, err);
    return outcome;
}

/// Starts the same as a process of its own, which finds no display.
inline void startProgram(QProcess& process, const QStringList& arguments) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String(name));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(HEADSCOPE_PROGRAM), arguments);
}

/// What it came to, once it has ended.
inline Outcome outcomeOf(QProcess& process) {
    process.waitForFinished(-1);
    Outcome outcome;
    if (process.exitStatus() == QProcess::NormalExit)
        outcome.status = process.exitCode();
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

/// A folder for results, which have to be the first there: what another call wrote is gone.
inline QString withoutFolder(const QString& folder) {
    QDir(folder).removeRecursively();
    return folder;
}

inline Outcome callProgram(const QStringList& arguments) {
    QProcess process;
    startProgram(process, arguments);
    return outcomeOf(process);
}

} // namespace headscope::testing
