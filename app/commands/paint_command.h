// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope paint": looks for W_Q and W_K of one head whose attention is a given one, and
/// writes what it found. On `out` one JSON object. Gives an ExitCode.
int paintCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual paintManual();

/// Whether arguments name the view of paintings, whose options are those of "paint".
bool namesPaintView(const QStringList& arguments);
/// "headscope export --view paint": the same search, and the figure of what it found alone.
int exportPainting(const QStringList& arguments, QTextStream& out, QTextStream& err);
/// "headscope animate --view paint": the same search, and the way of its descent as a GIF.
int animatePainting(const QStringList& arguments, QTextStream& out, QTextStream& err);

} // namespace headscope
