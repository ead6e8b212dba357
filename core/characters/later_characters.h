// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace headscope::characters {

/// Code points of one general category, such as "Nd", from the first to the last.
struct CategoryRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::string_view category;
};

/// What Unicode 15.0, 15.1 and 16.0 brought, in rising order: PCRE2 10.42 knows Unicode 14.0, the
/// tokenizers library 16.0. Made by later_characters.py.
std::span<const CategoryRange> laterCharacters();
/// The general category of one of those; empty of all others.
std::string_view laterCategory(std::uint32_t code);

} // namespace headscope::characters
