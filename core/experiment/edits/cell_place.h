// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <string>

namespace headscope {

/// "[1, 3]": a cell as people count, from 1.
std::string positionText(const Cell& cell);
bool isInside(const Cell& cell, const Shape& shape);

} // namespace headscope
