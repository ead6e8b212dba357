// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/fully_masked.h"

#include <QString>

namespace headscope {

/// What a row is that has no key to look at, and who decides so.
QString fullyMaskedWords(FullyMasked choice);

} // namespace headscope
