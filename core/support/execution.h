// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"

namespace headscope {

/// How something is computed; no result depends on it.
struct Execution {
    int threads = 1;
    CancellationToken cancellation;
};

} // namespace headscope
