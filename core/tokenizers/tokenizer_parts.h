// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/added_tokens.h"
#include "tokenizers/decoder.h"
#include "tokenizers/normalizer.h"
#include "tokenizers/pre_tokenizer.h"
#include "tokenizers/token_model.h"

namespace headscope {

/// What a tokenizer is made of, in the order in which a text goes through it.
struct TokenizerParts {
    AddedTokens added;
    Normalizer normalizer;
    PreTokenizer preTokenizer;
    std::unique_ptr<TokenModel> model;
    std::vector<TokenId> before; ///< what is put around every text
    std::vector<TokenId> behind;
    Decoder decoder;
    /// Null, or the vocabulary whose ids count for the spellings that the model gives; what it has
    /// not got is `unknown` (Marian).
    std::unique_ptr<TokenVocabulary> ids;
    TokenId unknown = 0;

    const TokenVocabulary& vocabulary() const { return ids ? *ids : model->vocabulary(); }
    /// Of a token of the model.
    TokenId idOf(TokenId token) const {
        return ids ? ids->idOf(*model->vocabulary().spelling(token)).value_or(unknown) : token;
    }
};

} // namespace headscope
