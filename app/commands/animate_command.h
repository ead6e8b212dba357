// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope animate": the journey of heads as an animated GIF, without a display.
/// Gives an ExitCode.
int animateCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual animateManual();

} // namespace headscope
