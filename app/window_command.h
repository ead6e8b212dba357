// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// Opens the window, with the experiment file that `arguments` name, if any.
/// Without a display: one line on `err` and exitUsage.
int windowCommand(QStringList arguments, QTextStream& err);

} // namespace headscope
