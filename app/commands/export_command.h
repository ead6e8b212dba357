// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// `headscope export`: computes, and writes the figure of the heads as PNG, SVG or PDF.
int exportCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual exportManual();

} // namespace headscope
