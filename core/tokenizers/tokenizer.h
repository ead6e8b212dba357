// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tokenizers/aligned_text.h"
#include "tokenizers/token_vocabulary.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

struct TokenizerParts;

/// One token of a text.
struct Piece {
    TokenId id = 0;
    /// What it stands for, as bytes: a part of a character may be no UTF-8 (visibleText writes such
    /// bytes out). Special tokens by their names.
    std::string text;
    /// The bytes of the text that it was made of; empty where the model wants it and nobody wrote
    /// it.
    TextRange range;
    /// Which word it is a part of, from 0; what a pattern of the tokenizer cut, or a space before
    /// it begins. A special token is a word of its own.
    std::size_t word = 0;
    bool special = false;
    bool inserted = false; ///< nobody wrote it: [CLS], <s>
    bool touches = false;  ///< the piece before it; neither a space nor a special token is between

    bool operator==(const Piece&) const = default;
};

/// A text as the tokens of a model.
struct Encoding {
    std::vector<Piece> pieces;
    /// What had to be changed in the text: bytes that are no UTF-8.
    std::vector<Error> remarks;

    std::vector<TokenId> ids() const;
    /// How many words there are.
    std::size_t words() const { return pieces.empty() ? 0 : pieces.back().word + 1; }
};

/// Cuts texts into the tokens of a model, as the library that the model was made with does. A small
/// value that copies share; any thread may ask it.
class Tokenizer {
public:
    enum class Special {
        Added,     ///< those that the model wants around a text are added
        InText,    ///< none is added; those that stand in the text are what they are
        AreLetters ///< a text that looks like one is a text
    };

    explicit Tokenizer(std::shared_ptr<const TokenizerParts> parts);

    /// An Error where a pattern of the tokenizer takes too long for this text.
    Result<Encoding> encode(std::string_view text, Special special = Special::Added) const;

    /// The text of these tokens; ids that no token has are left out. A part of a character is
    /// U+FFFD.
    std::string decode(std::span<const TokenId> ids, bool skipSpecial = false) const;
    /// What one token within a text stands for, as in Piece; empty where there is none.
    std::string pieceText(TokenId id) const;
    /// As its files spell it ("Ġthe"); empty where there is none.
    std::string_view spelling(TokenId id) const;
    /// By its spelling.
    std::optional<TokenId> idOf(std::string_view spelling) const;
    bool isSpecial(TokenId id) const;
    /// What the model wants before a text; nothing where it wants nothing.
    std::optional<TokenId> firstToken() const;

private:
    std::shared_ptr<const TokenizerParts> m_parts;
};

/// The text of tokens that come one after another, as a model writes them.
class TokenTextStream {
public:
    explicit TokenTextStream(Tokenizer tokenizer, bool skipSpecial = false)
        : m_tokenizer(std::move(tokenizer))
        , m_skipSpecial(skipSpecial) {}

    /// What the text has more by this token; nothing as long as a character is not complete.
    std::string add(TokenId id);

private:
    Tokenizer m_tokenizer;
    bool m_skipSpecial;
    std::vector<TokenId> m_ids; ///< those that the last text came from, and all since
    std::size_t m_said = 0;     ///< how many of these came before it was given
    std::string m_text;         ///< of those
};

} // namespace headscope
