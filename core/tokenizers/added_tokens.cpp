// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/added_tokens.h"

#include "characters/characters.h"

namespace headscope {

namespace {

/// Where the character that ends at `end` begins.
std::size_t characterBefore(std::string_view text, std::size_t end) {
    std::size_t begin = end - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U)
        --begin;
    return begin;
}

bool isWordAt(std::string_view text, std::size_t at) {
    return at < text.size() && characters::isOfWord(firstCharacter(text.substr(at)).code);
}

} // namespace

Result<AddedTokens> AddedTokens::make(std::vector<AddedToken> tokens,
                                      const Normalizer& normalizer) {
    AddedTokens added;
    added.m_tokens = std::move(tokens);
    for (std::size_t i = 0; i < added.m_tokens.size(); ++i) {
        const AddedToken& token = added.m_tokens[i];
        const auto [place, isNew] = added.m_ids.emplace(token.id, i);
        if (!isNew && added.m_tokens[place->second].content != token.content)
            return makeError(HEADSCOPE_MESSAGE("Message", "the added tokens “%1” and “%2” have the "
                                                          "same id, %3"),
                             added.m_tokens[place->second].content, token.content, token.id);
        if (!token.normalized) {
            added.m_raw.add(token.content, static_cast<std::int32_t>(i));
            continue;
        }
        const Result<AlignedText> content = normalizer(readableText(token.content).text);
        if (!content)
            return content.error();
        added.m_normalized.add(content->text(), static_cast<std::int32_t>(i));
    }
    added.m_raw.finish();
    added.m_normalized.finish();
    return added;
}

const AddedToken* AddedTokens::find(TokenId id) const {
    const auto found = m_ids.find(id);
    return found == m_ids.end() ? nullptr : &m_tokens[found->second];
}

const AddedToken* AddedTokens::find(std::string_view content) const {
    const auto found = std::ranges::find(m_tokens, content, &AddedToken::content);
    return found == m_tokens.end() ? nullptr : &*found;
}

std::vector<AddedTokens::Part> AddedTokens::cutRaw(AlignedText text, bool special) const {
    return cut(m_raw, std::move(text), special);
}

std::vector<AddedTokens::Part> AddedTokens::cutNormalized(AlignedText text, bool special) const {
    return cut(m_normalized, std::move(text), special);
}

std::vector<AddedTokens::Part> AddedTokens::cut(const PrefixTable& table, AlignedText text,
                                                bool special) const {
    std::vector<Part> parts;
    const std::string_view all = text.text();
    std::size_t done = 0;
    for (std::size_t at = 0; !table.empty() && at < all.size();) {
        std::size_t begin = at;
        std::size_t end = at;
        const AddedToken* token = nullptr; // the longest
        table.prefixesOf(all.substr(at), [&](std::size_t bytes, std::int32_t place) {
            end = at + bytes;
            token = &m_tokens[static_cast<std::size_t>(place)];
        });
        if (!token) {
            ++at;
            continue;
        }
        at = end;
        if ((token->special && !special) || begin < done)
            continue;
        if (token->singleWord &&
            ((begin > 0 && isWordAt(all, characterBefore(all, begin))) || isWordAt(all, end)))
            continue;
        while (token->stripLeft && begin > done) {
            const std::size_t before = characterBefore(all, begin);
            if (before < done || !characters::isWhiteSpace(firstCharacter(all.substr(before)).code))
                break;
            begin = before;
        }
        while (token->stripRight && end < all.size()) {
            const Character character = firstCharacter(all.substr(end));
            if (!characters::isWhiteSpace(character.code))
                break;
            end += character.bytes;
        }
        if (done < begin)
            parts.push_back({text.slice(done, begin), nullptr});
        parts.push_back({text.slice(begin, end), token});
        done = end;
    }
    if (done == 0)
        parts.push_back({std::move(text), nullptr});
    else if (done < all.size())
        parts.push_back({text.slice(done, all.size()), nullptr});
    return parts;
}

} // namespace headscope
