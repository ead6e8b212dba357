// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"

#include <array>
#include <string_view>

namespace headscope {

namespace {

/// Bytes of the white space at the start of `text`, 0 where there is none. Besides
/// ASCII: the no-break space, the spaces U+2000 … U+200A, the line and paragraph
/// separators, and the ideographic space that Chinese input methods type.
std::size_t spaceAt(std::string_view text) {
    if (text.empty())
        return 0;
    if (text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r'))
        return 1;
    constexpr std::array<std::string_view, 18> wide = {
        "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
        "\u2007", "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"};
    for (const std::string_view space : wide) {
        if (text.starts_with(space))
            return space.size();
    }
    return 0;
}

/// The token of the brackets that `text` starts with, and how many bytes they take;
/// 0 bytes where they are never closed.
std::size_t readBrackets(std::string_view text, std::string& token) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && i + 1 < text.size()) {
            token += text[++i];
            continue;
        }
        if (c == ']' && --depth == 0)
            return i + 1;
        if (depth > 0)
            token += c;
        if (c == '[')
            ++depth;
    }
    return 0;
}

bool isBalanced(std::string_view token) {
    int depth = 0;
    for (const char c : token) {
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (depth < 0)
            return false;
    }
    return depth == 0;
}

bool needsBrackets(std::string_view token) {
    if (token.empty() || token[0] == '[')
        return true;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (spaceAt(token.substr(i)) > 0)
            return true;
    }
    return false;
}

} // namespace

TokenList parseTokens(const std::string& text) {
    TokenList tokens;
    const std::string_view all = text;
    std::size_t i = 0;
    while (i < all.size()) {
        if (const std::size_t space = spaceAt(all.substr(i))) {
            i += space;
            continue;
        }
        std::string token;
        if (all[i] == '[') {
            if (const std::size_t bytes = readBrackets(all.substr(i), token)) {
                if (!token.empty())
                    tokens.push_back(token);
                i += bytes;
                continue;
            }
            token.clear();
        }
        while (i < all.size() && spaceAt(all.substr(i)) == 0)
            token += all[i++];
        tokens.push_back(token);
    }
    return tokens;
}

std::string tokensText(const TokenList& tokens) {
    std::string text;
    for (const std::string& token : tokens) {
        if (!text.empty())
            text += ' ';
        if (!needsBrackets(token)) {
            text += token;
            continue;
        }
        const bool balanced = isBalanced(token);
        text += '[';
        for (const char c : token) {
            if (c == '\\' || (!balanced && (c == '[' || c == ']')))
                text += '\\';
            text += c;
        }
        text += ']';
    }
    return text;
}

} // namespace headscope
