// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope tokenize": the texts of the standard input as the ids of a model's tokens. Gives an
/// ExitCode.
int tokenizeCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual tokenizeManual();

} // namespace headscope
