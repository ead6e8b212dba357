// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace headscope {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

} // namespace headscope
