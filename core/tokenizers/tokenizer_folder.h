// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tokenizers/tokenizer.h"

namespace headscope {

/// Which of the two vocabularies of a model that translates.
enum class TokenizerSide { Source, Target };

/// From the files of a folder of a model: tokenizer.json; else the pair of Marian; else a model of
/// SentencePiece; else vocab.json and merges.txt; else vocab.txt. An Error says in one sentence
/// what was found and what is not understood.
Result<Tokenizer> openTokenizer(const std::string& folder,
                                TokenizerSide side = TokenizerSide::Source);

} // namespace headscope
