// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <memory>

namespace headscope {

/// `count` floats with unspecified values, aligned to a cache line where there
/// are more than 1024; empty for 0.
std::shared_ptr<float[]> allocateStorage(Index count);

} // namespace headscope
