// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <string>

namespace headscope {

/// Whether a file can be written there, asked before anything is computed for it;
/// the Error is the one that writing would give. Nothing is left behind, and a
/// pipe is not opened: whoever reads it would take that for its end.
Status checkFileTarget(const std::string& path);

/// Whether files can be written into that folder, or a folder can be made there
/// with its parents.
Status checkFolderTarget(const std::string& path);

} // namespace headscope
