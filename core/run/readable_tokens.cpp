// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/readable_tokens.h"

#include "support/separators.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace headscope {

namespace {

/// How long the UTF-8 sequence is that this byte begins; 0 where it begins none.
std::size_t sequenceLength(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return 2;
    if (first >= 0xE0 && first < 0xF0)
        return 3;
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// The code points of a text, each as its bytes; a byte that is no UTF-8 stands for itself.
std::vector<std::string_view> lettersOf(std::string_view text) {
    std::vector<std::string_view> letters;
    while (!text.empty()) {
        const std::size_t length = std::clamp<std::size_t>(
            sequenceLength(static_cast<unsigned char>(text[0])), 1, text.size());
        letters.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return letters;
}

bool isWholeText(std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = sequenceLength(static_cast<unsigned char>(bytes[i]));
        if (length == 0 || i + length > bytes.size())
            return false;
        for (std::size_t k = 1; k < length; ++k) {
            if ((static_cast<unsigned char>(bytes[i + k]) & 0xC0U) != 0x80U)
                return false;
        }
        i += length;
    }
    return true;
}

/// The byte that a letter of byte-level BPE stands for: printable ones for themselves, the others
/// for U+0100 and on, in their order ("Ġ" is the space). −1: none.
int byteOfLetter(std::string_view letter) {
    unsigned code = static_cast<unsigned char>(letter[0]);
    if (letter.size() == 2)
        code = (code & 0x1FU) << 6U | (static_cast<unsigned char>(letter[1]) & 0x3FU);
    else if (letter.size() > 2)
        return -1;
    const auto isPrintable = [](unsigned byte) {
        return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) ||
               (byte >= 0xAE && byte <= 0xFF);
    };
    if (code <= 0xFF)
        return isPrintable(code) ? static_cast<int>(code) : -1;
    unsigned next = 0x100;
    for (unsigned byte = 0; byte <= 0xFF; ++byte) {
        if (!isPrintable(byte) && next++ == code)
            return static_cast<int>(byte);
    }
    return -1;
}

std::optional<std::string> bytesOfLetters(std::string_view token) {
    std::string bytes;
    for (const std::string_view letter : lettersOf(token)) {
        const int byte = byteOfLetter(letter);
        if (byte < 0)
            return std::nullopt;
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

/// "<0xE2>", as SentencePiece writes a byte that it has no piece for.
std::optional<char> byteOfPiece(std::string_view token) {
    const auto digit = [](char letter) {
        return letter >= '0' && letter <= '9'   ? letter - '0'
               : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
               : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                                : -1;
    };
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>')
        return std::nullopt;
    const int high = digit(token[3]);
    const int low = digit(token[4]);
    return high < 0 || low < 0 ? std::nullopt : std::optional(static_cast<char>(high * 16 + low));
}

/// Bytes of tokens as text: those that are a character only together are its parts, "é 1/2".
void writeBytes(const std::vector<std::optional<std::string>>& bytes, TokenList& tokens) {
    constexpr std::size_t mostParts = 4;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!bytes[i])
            continue;
        std::string together;
        for (std::size_t n = 1; n <= mostParts && i + n <= tokens.size() && bytes[i + n - 1]; ++n) {
            together += *bytes[i + n - 1];
            if (!isWholeText(together))
                continue;
            for (std::size_t k = 0; k < n; ++k)
                tokens[i + k] =
                    n == 1 ? together
                           : together + " " + std::to_string(k + 1) + "/" + std::to_string(n);
            i += n - 1;
            break;
        }
    }
}

} // namespace

TokenList readableTokens(const TokenList& given) {
    constexpr std::string_view lowLine = "\u2581";
    constexpr std::string_view bytesSpace = "\u0120";
    constexpr std::string_view bytesNewline = "\u010A";
    constexpr std::string_view goesOn = "##";
    TokenList tokens = given;
    const auto any = [&](auto&& holds) { return std::ranges::any_of(given, holds); };
    std::vector<std::optional<std::string>> bytes(given.size());
    if (any([&](const std::string& token) {
            return token.find(bytesSpace) != token.npos || token.find(bytesNewline) != token.npos;
        })) {
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (!isSpecialToken(given[i]))
                bytes[i] = bytesOfLetters(given[i]);
        }
        writeBytes(bytes, tokens);
    } else if (any([&](const std::string& token) { return token.starts_with(lowLine); }) ||
               any([](const std::string& token) { return byteOfPiece(token).has_value(); })) {
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (const auto byte = byteOfPiece(given[i]))
                bytes[i] = std::string(1, *byte);
            std::string text;
            for (const std::string_view letter : lettersOf(given[i]))
                text.append(letter == lowLine ? " " : letter);
            tokens[i] = std::move(text);
        }
        writeBytes(bytes, tokens);
    } else if (any([&](const std::string& token) {
                   return token.size() > goesOn.size() && token.starts_with(goesOn);
               })) {
        for (std::string& token : tokens) {
            if (token.size() > goesOn.size() && token.starts_with(goesOn))
                token.erase(0, goesOn.size());
            else if (!isSpecialToken(token))
                token.insert(0, " ");
        }
    }
    return tokens;
}

TokenLists readableTokens(const TokenLists& lists, bool raw) {
    if (raw)
        return lists;
    TokenLists result;
    for (const TokenList& list : lists)
        result.push_back(readableTokens(list));
    return result;
}

bool hasTokenizerPieces(const TokenLists& lists) {
    return readableTokens(lists, false) != lists;
}

} // namespace headscope
