// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope run": computes and writes every stage. On `out` one line for each
/// file with its shape and axes. Gives an ExitCode.
int runCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual runManual();

} // namespace headscope
