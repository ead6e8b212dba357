// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/complete_trace.h"

#include "support/cancellation.h"

#include <new>

namespace headscope {

Result<Trace> completeTrace(const std::function<bool(Trace&)>& append) {
    try {
        Trace trace;
        if (append(trace))
            return trace;
    } catch (const std::bad_alloc&) {
        return makeError(HEADSCOPE_MESSAGE(
            "Message", "the memory did not suffice for all stages; use fewer tokens or heads"));
    }
    return cancelled();
}

} // namespace headscope
