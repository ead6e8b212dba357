// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headscope::characters {

// Kinds of code points as the tokenizers library of Hugging Face takes them, by the tables of ICU
// and, where they are too old, by later_characters.h.

bool isWhiteSpace(std::uint32_t code);
/// A letter, a mark, a digit or what connects words, such as "_".
bool isOfWord(std::uint32_t code);
/// What Unicode calls so, and the symbols of ASCII.
bool isPunctuation(std::uint32_t code);
/// Digits, and numbers such as "½" and "Ⅳ".
bool isNumber(std::uint32_t code);
bool isMark(std::uint32_t code);
bool isNonSpacingMark(std::uint32_t code);
/// What BERT leaves out of every text: controls, formats, private use.
bool isControlOfBert(std::uint32_t code);
/// What BERT makes a word of its own, character by character.
bool isChineseOfBert(std::uint32_t code);

/// As UTF-8; nothing for what is no code point.
std::string utf8(std::uint32_t code);
/// Where bytes are no UTF-8, U+FFFD for each of what may have been a character.
std::string readable(std::string bytes);
/// Its small letters, whatever stands around it.
std::string lowerCase(std::uint32_t code);
std::string lowerCase(std::string_view text);

/// The character that byte-level BPE writes for a byte: itself where it is visible in Latin-1, else
/// one from U+0100 on ("Ġ" is a space).
std::string_view ofByte(unsigned char byte);
/// The byte that such a character stands for.
std::optional<unsigned char> byteOf(std::uint32_t code);
/// The byte of "<0x0A>".
std::optional<unsigned char> writtenByte(std::string_view spelling);

} // namespace headscope::characters
