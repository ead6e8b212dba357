// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/compared.h"
#include "support/result.h"

#include <QString>

namespace headscope {

/// What --compare names: FILE.headscope, or an example. The Error is one of usage.
Result<ComparedSide> comparedSide(const QString& name);

} // namespace headscope
