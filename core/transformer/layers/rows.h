// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "support/parallel.h"
#include "tensor/tensor.h"

namespace headscope {

/// What [batch, sequence, d_model] is called in either layout.
inline Axes tokenAxes(Layout layout, Axis features = Axis::ModelDim) {
    if (layout == Layout::SequenceFirst)
        return {Axis::Sequence, Axis::Batch, features};
    return {Axis::Batch, Axis::Sequence, features};
}

/// Calls task(first, last) for parts of [0, count) that are worth a thread's
/// while: about 16 k numbers, where each of `count` comes to `width`. False if cancelled.
template <class Task>
bool forParts(Index count, Index width, const Execution& execution, const Task& task) {
    const Index part = std::max<Index>(1, 16384 / std::max<Index>(1, width));
    return parallelFor((count + part - 1) / part, execution, [&](Index index) {
        task(index * part, std::min(count, (index + 1) * part));
    });
}

} // namespace headscope
