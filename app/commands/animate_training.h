// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_meaning.h"

#include <QTextStream>

namespace headscope {

/// `animate --view train`: the film of a training as a GIF. The exit code.
int animateTraining(const Call& call, QTextStream& out, QTextStream& err);

} // namespace headscope
