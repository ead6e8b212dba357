// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/token_model.h"
#include "tokenizers/tokenizer.h"

#include <nlohmann/json_fwd.hpp>

namespace headscope {

/// The content of tokenizer.json.
Result<Tokenizer> parseTokenizer(std::string_view text);
/// Its members.
Result<Tokenizer> readTokenizer(const nlohmann::json& json);
/// The same with a model that was read from another file, and the ids of TokenizerParts::ids.
Result<Tokenizer> readTokenizer(const nlohmann::json& json, std::unique_ptr<TokenModel> model,
                                std::unique_ptr<TokenVocabulary> ids = nullptr);

/// "a b", here and in merges.txt. `number`: what an Error calls it, from 1.
Result<BpeModel::Merge> readMerge(const std::string& text, std::size_t number);
Error missingUnknownToken(const std::string& name);

} // namespace headscope
