// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of feed-forward networks in double, by their definitions.
#pragma once

#include "trace/operation.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headscope::testing {

/// Nothing where the operation is no such function.
inline std::optional<double> exactActivation(Operation operation, double x) {
    switch (operation) {
    case Operation::Relu: return std::max(x, 0.0);
    case Operation::Gelu: return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    case Operation::GeluTanh:
        return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    case Operation::QuickGelu: return x / (1 + std::exp(-1.702 * x));
    case Operation::Tanh: return std::tanh(x);
    case Operation::Silu: return x / (1 + std::exp(-x));
    default: return std::nullopt;
    }
}

} // namespace headscope::testing
