// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_meaning.h"

#include <QTextStream>

namespace headscope {

/// Writes the picture that a page of the window draws of what it shows, as the window writes it.
int exportPage(const Call& call, QTextStream& out, QTextStream& err);

} // namespace headscope
