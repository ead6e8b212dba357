// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/aligned_text.h"
#include "tokenizers/prefix_table.h"
#include "tokenizers/token_vocabulary.h"

#include <memory>
#include <unordered_map>

namespace headscope {

/// An id, and which bytes of the text it was made of.
struct ModelToken {
    TokenId id = 0;
    TextRange origin;
};

/// How a piece of a text, which a tokenizer has prepared, becomes ids. Immutable, for any thread.
class TokenModel {
public:
    virtual ~TokenModel() = default;
    TokenModel(const TokenModel&) = delete;
    TokenModel& operator=(const TokenModel&) = delete;

    virtual void tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const = 0;
    const TokenVocabulary& vocabulary() const { return m_vocabulary; }

protected:
    explicit TokenModel(TokenVocabulary vocabulary)
        : m_vocabulary(std::move(vocabulary)) {}

    /// The bytes of a text as the tokens "<0x00>" … "<0xFF>"; false, and nothing is added, where
    /// one of these is missing.
    bool addBytes(const AlignedText& text, std::size_t begin, std::size_t end,
                  std::vector<ModelToken>& tokens) const;

private:
    TokenVocabulary m_vocabulary;
};

/// Byte pair encoding: the characters of a word, of which the pair that was merged first in
/// training is merged first, as long as any pair is known.
class BpeModel final : public TokenModel {
public:
    struct Options {
        std::optional<TokenId> unknown;
        bool fuseUnknown = false;  ///< unknown characters side by side are one token
        bool byteFallback = false; ///< unknown characters are bytes
        bool ignoreMerges = false; ///< a word that is a token is that token, whatever merges say
        std::string continuingPrefix = {};
        std::string endOfWord = {};
    };
    using Merge = std::pair<std::string, std::string>;

    /// The merges in their order. An Error for one whose parts or result are no tokens.
    static Result<std::unique_ptr<TokenModel>>
    make(TokenVocabulary vocabulary, const std::vector<Merge>& merges, Options options);

    void tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const override;

private:
    BpeModel(TokenVocabulary vocabulary, Options options)
        : TokenModel(std::move(vocabulary))
        , m_options(std::move(options)) {}

    struct Merged {
        std::int32_t rank = 0;
        TokenId id = 0;
    };
    const Merged* mergeOf(TokenId left, TokenId right) const;
    std::vector<ModelToken> charactersOf(const AlignedText& text) const;

    std::unordered_map<std::uint64_t, Merged> m_merges; ///< of left id · 2³² + right id
    Options m_options;
};

/// The longest token that a word begins with, then the longest that goes on ("##ing"); a word for
/// which that fails is one unknown token.
class WordPieceModel final : public TokenModel {
public:
    WordPieceModel(TokenVocabulary vocabulary, TokenId unknown, const std::string& continuingPrefix,
                   std::size_t mostCharacters);

    void tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const override;

private:
    PrefixTable m_beginning;
    PrefixTable m_continuing; ///< without the prefix
    TokenId m_unknown;
    std::size_t m_mostCharacters;
};

/// A word is a token or unknown.
class WordLevelModel final : public TokenModel {
public:
    WordLevelModel(TokenVocabulary vocabulary, std::optional<TokenId> unknown)
        : TokenModel(std::move(vocabulary))
        , m_unknown(unknown) {}

    void tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const override;

private:
    std::optional<TokenId> m_unknown;
};

/// The tokens whose log-probabilities have the largest sum (Viterbi); unknown characters side by
/// side are one unknown token.
class UnigramModel final : public TokenModel {
public:
    UnigramModel(TokenVocabulary vocabulary, std::vector<double> scores,
                 std::optional<TokenId> unknown, bool byteFallback);

    void tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const override;

private:
    PrefixTable m_table;
    std::vector<double> m_scores; ///< of each id
    double m_unknownScore = 0;
    std::optional<TokenId> m_unknown;
    bool m_byteFallback;
};

} // namespace headscope
