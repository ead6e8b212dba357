// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// "headscope shapes": every step of splitting and merging heads on `out`, with
/// shape, strides and the tensor as PyTorch prints it. Gives an ExitCode.
int shapesCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual shapesManual();

} // namespace headscope
