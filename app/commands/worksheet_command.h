// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QCommandLineOption>
#include <QList>
#include <QStringList>
#include <QTextStream>

namespace headscope {

/// All options of the command, for its help as well.
QList<QCommandLineOption> worksheetOptions();

/// "headscope worksheet": an experiment as an exercise on paper. Gives an ExitCode.
int worksheetCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual worksheetManual();

} // namespace headscope
