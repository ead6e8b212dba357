// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace headscope {

/// A code point as UTF-8 writes it.
struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 0; ///< 0: this is no UTF-8
};

/// The character that a text, which is not empty, begins with. Halves of pairs, what is longer
/// than it has to be, and what is above U+10FFFF are no UTF-8.
Character firstCharacter(std::string_view text);

/// The first byte at which a text is no UTF-8; nothing: all of it is.
std::optional<std::size_t> firstWrongByte(std::string_view text);

} // namespace headscope
