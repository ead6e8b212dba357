// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/export_options.h"

#include <QTextStream>

namespace headscope {

/// The figure of `headscope export --view lines`, out of what was computed; notes go to `err`. The
/// Error says what this computation has not. It needs fonts.
Result<QByteArray> exportLines(const ExportOptions& options, QTextStream& err);

} // namespace headscope
