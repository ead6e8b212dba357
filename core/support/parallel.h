// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "support/index.h"

namespace headscope {

namespace detail {
/// A reference to something callable, without an allocation.
struct TaskReference {
    const void* task;
    void (*call)(const void* task, Index index);
};
bool parallelFor(Index count, const Execution& execution, TaskReference task);
} // namespace detail

/// Calls task(0) … task(count − 1), each once, in any order, on at most
/// execution.threads threads including the caller's; returns when all are done. With
/// one thread, or one task, everything happens in order on the caller's thread.
/// Asks for cancellation before each task; false if it was cancelled, and then some
/// tasks may not have been called. Tasks must not throw.
template <class Task> bool parallelFor(Index count, const Execution& execution, const Task& task) {
    return detail::parallelFor(count, execution, {&task, [](const void* called, Index index) {
                                                      (*static_cast<const Task*>(called))(index);
                                                  }});
}

} // namespace headscope
