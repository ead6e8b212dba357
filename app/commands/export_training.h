// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_meaning.h"

#include <QTextStream>

namespace headscope {

/// `headscope export --view train`: the film and the curves of a training as a figure, or its
/// numbers as a table. The exit status.
int exportTraining(const Call& call, QTextStream& out, QTextStream& err);

} // namespace headscope
