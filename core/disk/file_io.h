// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <span>
#include <string>
#include <string_view>

namespace headscope {

/// What is said of a file that is too large for the memory.
Error noMemoryToRead(const std::string& name);
/// The whole file; an Error with the system's reason where it cannot be read.
Result<std::string> readFile(const std::string& path);

/// Writes beside the target, flushes to the disk, then renames over it, so that
/// an existing file is replaced only by a complete one. Devices such as
/// /dev/full are written directly. An Error with the system's reason.
Status writeFileAtomically(const std::string& path, std::string_view content);
/// The same for content that lies in several places. `mode` is for a file that is new.
Status writeFileAtomically(const std::string& path, std::span<const std::string_view> pieces,
                           unsigned mode = 0666);

} // namespace headscope
