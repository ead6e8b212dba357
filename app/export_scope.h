// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"

#include <optional>
#include <string>

namespace headscope {

/// Narrows a figure of a whole model to one block of it: the one of that path, or
/// by itself the first one that has the tensor, such as the first attention. An
/// Error of usage where there is no such block; it names those that there are.
Status chooseBlock(FigureRequest& figure, const std::optional<std::string>& path);

} // namespace headscope
