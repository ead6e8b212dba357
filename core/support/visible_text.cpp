// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/visible_text.h"

#include "support/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace headscope {

namespace {

/// Longer than the longest path that Linux takes.
constexpr std::size_t longestText = 4100;

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};

/// Unicode 15: the categories Cc, Cf (without U+200C and U+200D), Zl and Zp, and the noncharacters
/// in the middle of the first plane.
constexpr std::array<Range, 24> hiddenRanges = {{
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},
    {0x08E2, 0x08E2},   {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F},
}};

bool isHidden(std::uint32_t code) {
    const bool endsPlane = (code & 0xFFFEU) == 0xFFFEU; // noncharacters; XML takes no U+FFFE
    return endsPlane || std::ranges::any_of(hiddenRanges, [code](const Range& range) {
               return range.first <= code && code <= range.last;
           });
}

std::string hexadecimal(const char* pattern, std::uint32_t number) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), pattern, static_cast<unsigned>(number));
    return text.data();
}

std::string writtenOut(std::uint32_t code) {
    switch (code) {
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\r': return "\\r";
    default: return hexadecimal(code > 0xFFFF ? "\\U%06X" : "\\u%04X", code);
    }
}

/// What stands for the character that `text` begins with.
std::string shownFirst(std::string_view text, const Character& character) {
    if (character.bytes == 0)
        return hexadecimal("\\x%02X", static_cast<unsigned char>(text[0]));
    if (isHidden(character.code))
        return writtenOut(character.code);
    return std::string(text.substr(0, character.bytes));
}

} // namespace

std::string visibleText(std::string_view text) {
    std::string shown;
    shown.reserve(std::min(text.size(), longestText) + 8);
    while (!text.empty()) {
        const Character character = firstCharacter(text);
        const std::string piece = shownFirst(text, character);
        if (shown.size() + piece.size() > longestText)
            return shown + "…";
        shown += piece;
        text.remove_prefix(std::max<std::size_t>(character.bytes, 1));
    }
    return shown;
}

} // namespace headscope
