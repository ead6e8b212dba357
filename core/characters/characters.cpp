// SPDX-License-Identifier: GPL-3.0-or-later
#include "characters/characters.h"

#include "characters/later_characters.h"
#include "support/utf8.h"

#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

namespace headscope::characters {

namespace {

UChar32 point(std::uint32_t code) {
    return static_cast<UChar32>(code);
}

/// The version of Unicode that brought a code point; 0 where none has yet.
int versionOf(std::uint32_t code) {
    UVersionInfo age = {};
    u_charAge(point(code), age);
    return age[0];
}

/// The category (a bit of U_GC_…_MASK) that a code point had in Unicode 8, whose tables the library
/// looks into for BERT and for punctuation. Later ones changed few of those that were there.
std::uint32_t categoryInUnicode8(std::uint32_t code) {
    if (versionOf(code) > 8)
        return U_GC_CN_MASK;
    switch (code) {
    case 0x166D:
    case 0x111C9: return U_GC_PO_MASK;
    case 0x1734: return U_GC_MN_MASK;
    case 0x1885:
    case 0x1886: return U_GC_LO_MASK;
    case 0xA9BD: return U_GC_MC_MASK;
    default: return U_GET_GC_MASK(point(code));
    }
}

struct ByteAlphabet {
    std::array<std::string, 256> characters;
    std::array<std::optional<unsigned char>, 512> bytes;

    ByteAlphabet() {
        std::uint32_t next = 256;
        for (std::uint32_t byte = 0; byte < 256; ++byte) {
            const bool visible =
                (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
            const std::uint32_t code = visible ? byte : next++;
            characters[byte] = utf8(code);
            bytes[code] = static_cast<unsigned char>(byte);
        }
    }
};

const ByteAlphabet& byteAlphabet() {
    static const ByteAlphabet alphabet;
    return alphabet;
}

} // namespace

bool isWhiteSpace(std::uint32_t code) {
    return u_hasBinaryProperty(point(code), UCHAR_WHITE_SPACE) != 0;
}

bool isOfWord(std::uint32_t code) {
    const std::string_view later = laterCategory(code);
    if (!later.empty())
        return later[0] == 'L' || later[0] == 'M' || later == "Nd" || later == "Pc";
    constexpr std::uint32_t mask = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;
    return u_hasBinaryProperty(point(code), UCHAR_ALPHABETIC) != 0 ||
           (U_GET_GC_MASK(point(code)) & mask) != 0 ||
           u_hasBinaryProperty(point(code), UCHAR_JOIN_CONTROL) != 0;
}

bool isPunctuation(std::uint32_t code) {
    if (code < 128)
        return (code >= 33 && code <= 47) || (code >= 58 && code <= 64) ||
               (code >= 91 && code <= 96) || (code >= 123 && code <= 126);
    return (categoryInUnicode8(code) & U_GC_P_MASK) != 0;
}

bool isNumber(std::uint32_t code) {
    return (U_GET_GC_MASK(point(code)) & U_GC_N_MASK) != 0 || laterCategory(code).starts_with('N');
}

bool isMark(std::uint32_t code) {
    // By tables of Unicode 9, in which U+111C9 was a punctuation yet.
    return (U_GET_GC_MASK(point(code)) & U_GC_M_MASK) != 0 && versionOf(code) <= 9 &&
           code != 0x111C9;
}

bool isNonSpacingMark(std::uint32_t code) {
    return categoryInUnicode8(code) == U_GC_MN_MASK;
}

bool isControlOfBert(std::uint32_t code) {
    if (code == '\t' || code == '\n' || code == '\r')
        return false;
    constexpr std::uint32_t mask = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK | U_GC_CS_MASK;
    return (categoryInUnicode8(code) & mask) != 0;
}

bool isChineseOfBert(std::uint32_t code) {
    struct Block {
        std::uint32_t first;
        std::uint32_t last;
    };
    // The library writes U+2B920 where Unicode's block begins at U+2B820; ids follow the library.
    constexpr std::array<Block, 8> blocks = {{{0x4E00, 0x9FFF},
                                              {0x3400, 0x4DBF},
                                              {0x20000, 0x2A6DF},
                                              {0x2A700, 0x2B73F},
                                              {0x2B740, 0x2B81F},
                                              {0x2B920, 0x2CEAF},
                                              {0xF900, 0xFAFF},
                                              {0x2F800, 0x2FA1F}}};
    for (const Block& block : blocks) {
        if (code >= block.first && code <= block.last)
            return true;
    }
    return false;
}

std::string utf8(std::uint32_t code) {
    std::string bytes;
    icu::UnicodeString(point(code)).toUTF8String(bytes);
    return bytes;
}

std::string readable(std::string bytes) {
    if (!firstWrongByte(bytes))
        return bytes;
    std::string text;
    icu::UnicodeString::fromUTF8(bytes).toUTF8String(text);
    return text;
}

std::string lowerCase(std::uint32_t code) {
    if (code < 128)
        return std::string(1, static_cast<char>(code >= 'A' && code <= 'Z' ? code + 32 : code));
    std::string bytes;
    icu::UnicodeString(point(code)).toLower(icu::Locale::getRoot()).toUTF8String(bytes);
    return bytes;
}

std::string lowerCase(std::string_view text) {
    std::string low;
    while (!text.empty()) {
        const Character next = firstCharacter(text);
        const std::size_t bytes = std::max<std::size_t>(next.bytes, 1); // what is no UTF-8 stays
        low += next.bytes > 0 ? lowerCase(next.code) : std::string(text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return low;
}

std::string_view ofByte(unsigned char byte) {
    return byteAlphabet().characters[byte];
}

std::optional<unsigned char> byteOf(std::uint32_t code) {
    return code < byteAlphabet().bytes.size() ? byteAlphabet().bytes[code] : std::nullopt;
}

std::optional<unsigned char> writtenByte(std::string_view spelling) {
    if (spelling.size() != 6 || !spelling.starts_with("<0x") || spelling[5] != '>')
        return std::nullopt;
    unsigned value = 0;
    for (const char digit : spelling.substr(3, 2)) {
        const bool number = digit >= '0' && digit <= '9';
        const bool letter = (digit >= 'A' && digit <= 'F') || (digit >= 'a' && digit <= 'f');
        if (!number && !letter)
            return std::nullopt;
        value = value * 16 + static_cast<unsigned>(number ? digit - '0' : (digit & ~32) - 'A' + 10);
    }
    return static_cast<unsigned char>(value);
}

} // namespace headscope::characters
