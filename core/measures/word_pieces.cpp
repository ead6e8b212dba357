// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/word_pieces.h"

#include "support/separators.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headscope {

namespace {

constexpr std::array<std::string_view, 3> spaces = {" ", "\u0120", "\u2581"};
constexpr std::string_view goesOn = "##";

/// How long the mark of a space at the beginning is; 0 where there is none.
std::size_t spaceMark(std::string_view token) {
    for (const std::string_view space : spaces) {
        if (token.starts_with(space))
            return space.size();
    }
    return 0;
}

} // namespace

std::vector<WordPiece> wordPieces(const TokenList& tokens) {
    const auto continues = [](const std::string& token) {
        return token.size() > goesOn.size() && token.starts_with(goesOn);
    };
    const bool marksParts = std::ranges::any_of(tokens, continues);
    const bool marksWords =
        !marksParts &&
        std::ranges::any_of(tokens, [](const std::string& token) { return spaceMark(token) > 0; });
    std::vector<WordPiece> pieces;
    pieces.reserve(tokens.size());
    bool behindSpecial = true; // as behind nothing
    for (const std::string& token : tokens) {
        WordPiece piece{token, true, false};
        const bool special = isSpecialToken(token);
        if (marksParts && continues(token)) {
            piece = {token.substr(goesOn.size()), behindSpecial, false};
        } else if (marksWords) {
            const std::size_t mark = spaceMark(token);
            piece = {token.substr(mark), mark > 0 || special || behindSpecial, mark > 0};
        }
        if (piece.text.empty())
            piece.text = "␣";
        behindSpecial = special;
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

bool hasPieces(const std::vector<WordPiece>& pieces) {
    return std::ranges::any_of(pieces, [](const WordPiece& piece) { return !piece.startsWord; });
}

} // namespace headscope
