// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <optional>
#include <string>

namespace headscope {

/// How many bytes this process can take without the system having to swap or to end
/// something: what is available of the machine's memory, and what the groups of processes
/// that it belongs to (containers, services) may still take. Nothing where the system
/// does not say. `root` stands before /proc and /sys.
std::optional<Index> availableMemory(const std::string& root = {});

} // namespace headscope
