// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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

/// Writes a code point behind a text; the half of a pair, and what is above U+10FFFF, as U+FFFD.
void appendUtf8(std::uint32_t code, std::string& text);

/// The text of a file as UTF-8 without its mark: UTF-16 of either order, which Excel and PowerShell
/// write, is turned where it begins with one. What has none stays as it is.
std::string withoutMark(std::string text);

} // namespace headscope
