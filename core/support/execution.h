// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "support/index.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace headscope {

/// How something is computed; no result depends on it.
struct Execution {
    int threads = 1;
    CancellationToken cancellation;
};

/// As many threads as the machine runs at once, at least 1.
inline int allThreads() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// At most `threads` of them: below two million multiply-adds (of the whole, or of a layer) the
/// start of another one costs more than it saves.
inline Execution executionOf(Index multiplyAdds, int threads, CancellationToken cancellation) {
    return {multiplyAdds < 2'000'000 ? 1 : threads, std::move(cancellation)};
}

} // namespace headscope
