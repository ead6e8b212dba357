// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope train": a small model learns a task; what it became is written as an experiment.
/// On `out` one JSON object with what came of it, on `err` the progress. Gives an ExitCode.
int trainCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual trainManual();

} // namespace headscope
