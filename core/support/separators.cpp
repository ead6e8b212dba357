// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/separators.h"

#include "support/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace headscope {

namespace {

struct CharacterRange {
    std::uint32_t first;
    std::uint32_t last;
};
// General category P of these blocks (Unicode 15). '$', '+', '<' and their like are symbols.
constexpr std::array<CharacterRange, 40> punctuation = {{
    {0x21, 0x23},     {0x25, 0x2A},     {0x2C, 0x2F},     {0x3A, 0x3B},     {0x3F, 0x40},
    {0x5B, 0x5D},     {0x5F, 0x5F},     {0x7B, 0x7B},     {0x7D, 0x7D},     {0xA1, 0xA1},
    {0xA7, 0xA7},     {0xAB, 0xAB},     {0xB6, 0xB7},     {0xBB, 0xBB},     {0xBF, 0xBF},
    {0x2010, 0x2027}, {0x2030, 0x2043}, {0x2045, 0x2051}, {0x2053, 0x205E}, {0x2308, 0x230B},
    {0x2329, 0x232A}, {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301F}, {0x3030, 0x3030},
    {0x303D, 0x303D}, {0x30A0, 0x30A0}, {0x30FB, 0x30FB}, {0xFE30, 0xFE52}, {0xFE54, 0xFE61},
    {0xFE63, 0xFE63}, {0xFE68, 0xFE68}, {0xFF01, 0xFF03}, {0xFF05, 0xFF0A}, {0xFF0C, 0xFF0F},
    {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF20}, {0xFF3B, 0xFF3D}, {0xFF3F, 0xFF3F}, {0xFF5B, 0xFF65},
}};

bool isPunctuation(std::uint32_t point) {
    if (point == 0xFF5C || point == 0xFF5E) // full-width | and ~ are symbols
        return false;
    return std::ranges::any_of(punctuation, [point](const CharacterRange& range) {
        return point >= range.first && point <= range.last;
    });
}

bool isSpecial(std::string_view token) {
    if (token.size() < 3)
        return false;
    const std::string_view inside = token.substr(1, token.size() - 2);
    if (token.front() == '<' && token.back() == '>')
        return inside.find_first_of(" \t\n<>") == std::string_view::npos;
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto fits = [&](char c) { return isCapital(c) || c == '_' || (c >= '0' && c <= '9'); };
    return token.front() == '[' && token.back() == ']' && std::ranges::all_of(inside, fits) &&
           std::ranges::any_of(inside, isCapital);
}

} // namespace

bool isSeparator(std::string_view token) {
    for (const std::string_view space : {" ", "\u0120", "\u2581"}) {
        if (token.starts_with(space))
            token.remove_prefix(space.size());
    }
    if (token.empty())
        return false;
    if (isSpecial(token))
        return true;
    while (!token.empty()) {
        const Character first = firstCharacter(token);
        if (first.bytes == 0 || !isPunctuation(first.code))
            return false;
        token.remove_prefix(first.bytes);
    }
    return true;
}

bool isSpecialToken(std::string_view token) {
    return token.size() > 2 && isSeparator(token) &&
           ((token.front() == '[' && token.back() == ']') ||
            (token.front() == '<' && token.back() == '>'));
}

} // namespace headscope
