// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"

namespace headscope {

/// The words as they are shown: pieces of a tokenizer (▁ Ġ ## <0xE2>) become text, where a word
/// that begins keeps a space before it; what has no piece stays as it is.
TokenList readableTokens(const TokenList& tokens);
/// The same of each list; `raw`: they stay as they are.
TokenLists readableTokens(const TokenLists& lists, bool raw);
/// Whether that shows any of them otherwise than it is.
bool hasTokenizerPieces(const TokenLists& lists);

} // namespace headscope
