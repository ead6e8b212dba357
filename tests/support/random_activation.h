// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/operation_info.h"

#include <rapidcheck.h>

/// Any of the functions that the table has.
inline headscope::Activation randomActivation() {
    const auto all = headscope::activations();
    return all[*rc::gen::inRange<std::size_t>(0, all.size())].activation;
}
