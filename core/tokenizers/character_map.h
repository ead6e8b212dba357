// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/normalizer.h"

#include <string_view>

namespace headscope {

/// What "Precompiled" of tokenizer.json does: the map of characters of a SentencePiece model, as
/// base64. An Error for what is none.
Result<Normalizer> mapOfSentencePiece(std::string_view base64);

} // namespace headscope
