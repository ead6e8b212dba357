// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// headscope generate: goes on with a text as a trained model does.
int generateCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual generateManual();

} // namespace headscope
