// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headscope {

/// The row of a token in the table of embeddings.
using TokenId = std::int32_t;

/// So many ids may a tokenizer have; those of today have up to 262,144.
inline constexpr TokenId mostTokenIds = 1 << 23;
/// So many bytes may a token have; runs of spaces and of hyphens have some hundred.
inline constexpr std::size_t mostTokenBytes = 4096;

/// The tokens of a model as its files spell them ("Ġthe", "##ing", "▁the"), and their ids.
class TokenVocabulary {
public:
    TokenVocabulary() = default;
    TokenVocabulary(TokenVocabulary&&) = default;
    TokenVocabulary& operator=(TokenVocabulary&&) = default;

    /// A spelling that is there already gets the new id; of two spellings of one id the first stays
    /// what the id is spelt as. An Error for an id below 0 or beyond mostTokenIds, and for a
    /// long spelling.
    Status add(std::string spelling, std::int64_t id);

    std::optional<TokenId> idOf(std::string_view spelling) const;
    /// Null where no token has that id.
    const std::string* spelling(TokenId id) const;
    /// One more than the largest id.
    TokenId size() const { return static_cast<TokenId>(m_spellings.size()); }
    std::size_t count() const { return m_ids.size(); }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>()(text);
        }
    };
    std::unordered_map<std::string, TokenId, Hash, std::equal_to<>> m_ids;
    std::vector<const std::string*> m_spellings; ///< keys of m_ids, which stay where they are
};

} // namespace headscope
