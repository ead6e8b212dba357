// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// The words of a .npy of strings ("<U7", ">U7", "|S7") with one axis, or two: a list for each
/// sequence. An empty one is a space. Nothing where it holds something else, or less than it says.
std::optional<std::vector<std::vector<std::string>>> wordsOfNpy(std::string_view bytes);

} // namespace headscope
