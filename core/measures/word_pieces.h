// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"

#include <string>
#include <vector>

namespace headscope {

/// A token as a part of the text that it was cut out of.
struct WordPiece {
    std::string text;       ///< without the mark of the tokenizer; "␣" where nothing is left
    bool startsWord = true; ///< false: it goes on with the word before it
    bool ownsSpace = false; ///< the space before it is a part of it

    bool operator==(const WordPiece&) const = default;
};

/// The tokens of a sequence as parts of its text. A tokenizer marks either what begins a word (a
/// space as such, as "Ġ" of byte-level BPE or as "▁" of SentencePiece) or what goes on with one
/// ("##" of WordPiece); where nothing is marked every token is a word of its own. A special
/// token such as [CLS] or <s> and what follows it begin a word in any case.
std::vector<WordPiece> wordPieces(const TokenList& tokens);
/// Whether any token goes on with a word.
bool hasPieces(const std::vector<WordPiece>& pieces);

} // namespace headscope
