// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// --attention, --query and the others that say what is opened, as other commands take them.
bool isWindowOption(const QString& word);

/// Opens the window, with the experiment file that `arguments` name, if any, or with what such
/// options name.
/// Without a display: one line on `err` and exitUsage.
int windowCommand(QStringList arguments, QTextStream& err);

} // namespace headscope
