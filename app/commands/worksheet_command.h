// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope worksheet": an experiment as an exercise on paper. Gives an ExitCode.
int worksheetCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual worksheetManual();

} // namespace headscope
