// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/examples.h"

#include <string_view>

namespace headscope {

inline Experiment example(std::string_view id) {
    return findExample(id)->make();
}

/// The example with which the program opens.
inline Experiment ticket() {
    return example("ticket");
}

} // namespace headscope
