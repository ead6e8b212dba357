// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/token_model.h"

#include <array>

namespace headscope {

bool TokenModel::addBytes(const AlignedText& text, std::size_t begin, std::size_t end,
                          std::vector<ModelToken>& tokens) const {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const std::size_t before = tokens.size();
    for (std::size_t i = begin; i < end; ++i) {
        const auto byte = static_cast<unsigned char>(text.text()[i]);
        const std::array<char, 6> spelling = {'<', '0', 'x', digits[byte >> 4U], digits[byte & 15U],
                                              '>'};
        const auto id = m_vocabulary.idOf({spelling.data(), spelling.size()});
        if (!id) {
            tokens.resize(before);
            return false;
        }
        tokens.push_back({*id, text.origin(i, i + 1)});
    }
    return true;
}

WordPieceModel::WordPieceModel(TokenVocabulary vocabulary, TokenId unknown,
                               const std::string& continuingPrefix, std::size_t mostCharacters)
    : TokenModel(std::move(vocabulary))
    , m_unknown(unknown)
    , m_mostCharacters(mostCharacters) {
    const TokenVocabulary& all = this->vocabulary();
    for (TokenId id = 0; id < all.size(); ++id) {
        const std::string* spelling = all.spelling(id);
        if (!spelling || all.idOf(*spelling) != id)
            continue;
        m_beginning.add(*spelling, id);
        if (spelling->starts_with(continuingPrefix))
            m_continuing.add(spelling->substr(continuingPrefix.size()), id);
    }
    m_beginning.finish();
    m_continuing.finish();
}

void WordPieceModel::tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const {
    const std::string_view word = text.text();
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    const std::size_t before = tokens.size();
    bool known = static_cast<std::size_t>(std::ranges::count_if(word, begins)) <= m_mostCharacters;
    for (std::size_t at = 0; known && at < word.size();) {
        std::size_t longest = 0;
        TokenId id = 0;
        (at == 0 ? m_beginning : m_continuing)
            .prefixesOf(word.substr(at), [&](std::size_t bytes, TokenId value) {
                longest = bytes;
                id = value;
            });
        known = longest > 0;
        if (known)
            tokens.push_back({id, text.origin(at, at + longest)});
        at += longest;
    }
    if (known)
        return;
    tokens.resize(before);
    tokens.push_back({m_unknown, text.origin()});
}

void WordLevelModel::tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const {
    auto id = vocabulary().idOf(text.text());
    if (!id)
        id = m_unknown;
    if (id)
        tokens.push_back({*id, text.origin()});
}

UnigramModel::UnigramModel(TokenVocabulary vocabulary, std::vector<double> scores,
                           std::optional<TokenId> unknown, bool byteFallback)
    : TokenModel(std::move(vocabulary))
    , m_scores(std::move(scores))
    , m_unknown(unknown)
    , m_byteFallback(byteFallback) {
    const TokenVocabulary& all = this->vocabulary();
    double least = 0;
    for (TokenId id = 0; id < all.size(); ++id) {
        const double score = m_scores[static_cast<std::size_t>(id)];
        least = id == 0 ? score : std::min(least, score);
        if (const std::string* spelling = all.spelling(id))
            m_table.add(*spelling, id);
    }
    // SentencePiece: what is unknown is worth ten less than the least of the tokens.
    m_unknownScore = least - 10;
    m_table.finish();
}

void UnigramModel::tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const {
    struct Best {
        double score = 0;
        std::size_t begin = 0;
        TokenId id = -1; ///< −1: unknown
        bool reached = false;
    };
    const std::string_view all = text.text();
    std::vector<Best> ending(all.size() + 1);
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t character =
            std::max<std::size_t>(1, firstCharacter(all.substr(at)).bytes);
        const double here = ending[at].score;
        const auto offer = [&](std::size_t bytes, double score, TokenId id) {
            Best& best = ending[at + bytes];
            if (!best.reached || score > best.score)
                best = {score, at, id, true};
        };
        bool single = false;
        m_table.prefixesOf(all.substr(at), [&](std::size_t bytes, TokenId id) {
            offer(bytes, here + m_scores[static_cast<std::size_t>(id)], id);
            single = single || bytes == character;
        });
        if (!single)
            offer(character, here + m_unknownScore, m_unknown.value_or(-1));
        at += character;
    }
    struct Part {
        std::size_t begin;
        std::size_t end;
        TokenId id;
    };
    std::vector<Part> parts; // from the end
    const TokenId unknown = m_unknown.value_or(-1);
    for (std::size_t end = all.size(); end > 0;) {
        const Best& best = ending[end];
        if (best.id == unknown && !parts.empty() && parts.back().id == unknown)
            parts.back().begin = best.begin;
        else
            parts.push_back({best.begin, end, best.id});
        end = best.begin;
    }
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        // What was fused of unknown characters may be a token by chance, as in the library.
        const auto known = part->id == unknown
                               ? vocabulary().idOf(all.substr(part->begin, part->end - part->begin))
                               : std::optional(part->id);
        if (known)
            tokens.push_back({*known, text.origin(part->begin, part->end)});
        else if (!(m_byteFallback && addBytes(text, part->begin, part->end, tokens)) && m_unknown)
            tokens.push_back({*m_unknown, text.origin(part->begin, part->end)});
    }
}

} // namespace headscope
