// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headscope::unmapping {

/// Gives pages that mmap() made back to the system: small ones at once, large ones in a
/// thread of its own. A gigabyte takes the system a quarter of a second, and whoever lets
/// go of the last tensor of a trace may be the window, or a run that is to stop.
void unmap(void* memory, std::size_t bytes) noexcept;

/// Waits until all of it is given back.
void settle() noexcept;

} // namespace headscope::unmapping
