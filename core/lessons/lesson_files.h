// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace headscope {

/// resources/lessons/*.json in the order of the lessons, as they travel inside the program.
std::span<const std::string_view> lessonFiles();

} // namespace headscope
