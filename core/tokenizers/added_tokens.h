// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/normalizer.h"
#include "tokenizers/prefix_table.h"
#include "tokenizers/token_vocabulary.h"

#include <map>

namespace headscope {

/// A token that is cut out of the text before anything else looks at it ("[MASK]",
/// "<|endoftext|>").
struct AddedToken {
    TokenId id = 0;
    std::string content = {};
    bool singleWord = false; ///< only where no letter touches it
    bool stripLeft = false;  ///< takes the white space before it along
    bool stripRight = false;
    bool normalized = false; ///< looked for once the text is normalised, and normalised itself
    bool special = false;    ///< means something to the model, is no text
};

class AddedTokens {
public:
    /// An Error where an id has two contents or a content cannot be normalised.
    static Result<AddedTokens> make(std::vector<AddedToken> tokens, const Normalizer& normalizer);

    /// A part of a text: an added token, or what is between.
    struct Part {
        AlignedText text;
        const AddedToken* token = nullptr;
    };
    /// Cuts out those that are looked for in the raw text, or in the normalised one; without
    /// `special` those that are special stay text.
    std::vector<Part> cutRaw(AlignedText text, bool special) const;
    std::vector<Part> cutNormalized(AlignedText text, bool special) const;

    const AddedToken* find(TokenId id) const;
    const AddedToken* find(std::string_view content) const;
    const std::vector<AddedToken>& all() const { return m_tokens; }

private:
    std::vector<Part> cut(const PrefixTable& table, AlignedText text, bool special) const;

    std::vector<AddedToken> m_tokens;
    std::map<TokenId, std::size_t> m_ids; ///< places in m_tokens
    PrefixTable m_raw;
    PrefixTable m_normalized;
};

} // namespace headscope
