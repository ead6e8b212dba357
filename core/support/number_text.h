// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace headscope {

/// The fewest digits that read back as the same number, as C writes them whatever the locale:
/// "0.1", "1e-10", "-inf", "inf", and "nan" whatever its sign.
std::string shortestText(float value);
std::string shortestText(double value);

} // namespace headscope
