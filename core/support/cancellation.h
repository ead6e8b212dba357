// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <atomic>
#include <memory>

namespace headscope {

/// Says whether a run is still wanted. Copies share one flag; asking costs one
/// relaxed load. Correctness never rests on it: it only saves time.
class CancellationToken {
public:
    /// A token that is never cancelled.
    CancellationToken() = default;

    static CancellationToken create() {
        CancellationToken token;
        token.m_cancelled = std::make_shared<std::atomic<bool>>(false);
        return token;
    }

    void cancel() const {
        if (m_cancelled)
            m_cancelled->store(true, std::memory_order_relaxed);
    }
    bool isCancelled() const { return m_cancelled && m_cancelled->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

/// What is said where nobody wants the outcome any more.
inline Error cancelled() {
    return makeError(HEADSCOPE_MESSAGE("Message", "the computation was cancelled"));
}

} // namespace headscope
