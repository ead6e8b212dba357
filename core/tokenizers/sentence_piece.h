// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/token_model.h"

namespace headscope {

/// A model of SentencePiece (tokenizer.model, source.spm), as its own library reads it.
struct SentencePieceFile {
    std::unique_ptr<TokenModel> model;
    bool startsWithSpace = false; ///< it puts a space before every text
    std::optional<TokenId> begin; ///< "<s>", where the model has one
    std::optional<TokenId> end;
    std::vector<TokenId> controls; ///< tokens that no text becomes: "<s>", "<unk>"
};

/// The content of such a file; without `dummyPrefix` it puts no space before a text whatever it
/// says itself. An Error for what is no such model.
Result<SentencePieceFile> readSentencePiece(std::string_view bytes, bool dummyPrefix = true);

} // namespace headscope
