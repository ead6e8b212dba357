// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"

#include <optional>

namespace headscope {

/// The Error for a file that is only a git-lfs pointer: three lines of text that
/// a clone without git-lfs leaves in the place of the large file.
std::optional<Error> gitLfsPointerError(const ByteSource& source);

} // namespace headscope
