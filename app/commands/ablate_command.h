// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QStringList>
#include <QTextStream>

namespace headscope {

/// headscope ablate: what each head of a trained model does for a word that it could say.
int ablateCommand(const QStringList& arguments, QTextStream& out, QTextStream& err);
CommandManual ablateManual();

} // namespace headscope
