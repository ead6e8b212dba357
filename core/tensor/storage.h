// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <memory>

namespace headscope {

/// `count` floats, aligned to a cache line, with unspecified values; empty for 0.
std::shared_ptr<float[]> allocateStorage(Index count);

} // namespace headscope
