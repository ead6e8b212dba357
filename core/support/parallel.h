// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "tensor/dims.h"

#include <functional>

namespace headscope {

/// Calls task(0) … task(count − 1), each once, in any order, on at most
/// `threads` threads including the caller's; returns when all are done. With
/// one thread, or one task, everything happens in order on the caller's thread.
/// Asks the token before each task; false if it was cancelled, and then some
/// tasks were not called. Tasks must not throw.
bool parallelFor(Index count, int threads, const CancellationToken& token,
                 const std::function<void(Index)>& task);

} // namespace headscope
