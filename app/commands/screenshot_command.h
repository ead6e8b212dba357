// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope screenshot": the whole window as a person sees it, as a PNG,
/// without a display. Gives an ExitCode.
int screenshotCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual screenshotManual();

} // namespace headscope
