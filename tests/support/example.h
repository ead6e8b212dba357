// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/examples.h"

namespace headscope {

inline Experiment example(const char* id) {
    return findExample(id)->make();
}

/// The example with which the program opens.
inline Experiment ticket() {
    return example("ticket");
}

} // namespace headscope
