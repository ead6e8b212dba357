// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope heads": what each head looks at, as CSV on `out`. Gives an ExitCode.
int headsCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual headsManual();

} // namespace headscope
